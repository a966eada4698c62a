// Several tabs share one outbox: one client, one count, one list.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Presence, turns } from "../../static/js/offline/tabs.js";
import { ANA, Browser, settled } from "./support/storage.js";

/** navigator.locks for one origin. */
class FakeLocks {
  #held = new Set();

  async request(name, options, action) {
    const [{ ifAvailable = false }, work] = action ? [options, action] : [{}, options];
    if (this.#held.has(name) && ifAvailable) return work(null);
    this.#held.add(name);
    try {
      return await work({ name });
    } finally {
      this.#held.delete(name);
    }
  }
}

test("two tabs that tap at the same time lose nothing, double nothing and share one count", async () => {
  const browser = new Browser();
  const [left, right] = [await browser.tab(), await browser.tab()];
  assert.equal(left.phone.outbox.client, right.phone.outbox.client);
  for (let n = 0; n < 50; n += 1) {
    left.tap();
    right.tap();
    if (n % 10 === 9) await left.pass(100);
  }
  await left.pass(5000);
  const rows = browser.server.ledger.rows.filter(({ type }) => type === "gain");
  assert.equal(browser.server.total(ANA), 100);
  assert.equal(rows.length, 100);
  assert.equal(new Set(rows.map(({ seq }) => seq)).size, 100);
  assert.deepEqual([left.shows, right.shows], [100, 100]);
  assert.deepEqual([left.heard.renamed, right.heard.renamed], [[], []]);
  assert.equal(browser.server.clients.size, 2, "the maker's, and this browser's");
});

test("what one tab taps with no network the other shows, and sends when it is alone", async () => {
  const browser = new Browser();
  const [left, right] = [await browser.tab(), await browser.tab()];
  browser.lost = true;
  left.tap(3);
  await settled();
  assert.equal(right.shows, 3);
  left.kill();
  browser.lost = false;
  right.phone.outbox.flush();
  await right.pass(1000);
  assert.equal(browser.server.total(ANA), 3);
  assert.equal(right.shows, 3);
});

test("what the other tab has confirmed never shows twice, nor is it missing for a moment", async () => {
  const browser = new Browser();
  const [left, right] = [await browser.tab(), await browser.tab()];
  const shown = new Set();
  const look = () => queueMicrotask(() => shown.add(right.shows));
  right.phone.outbox.changed = new Proxy(right.phone.outbox.changed, {
    apply(target, self, given) {
      look();
      return Reflect.apply(target, self, given);
    },
  });
  left.tap(2);
  await left.pass(1000);
  right.hear();
  await settled();
  assert.equal(right.shows, 2);
  assert.deepEqual(
    [...shown].filter((n) => n !== 0 && n !== 2),
    [],
  );
});

test("a tab that becomes somebody else takes the others along", async () => {
  const browser = new Browser();
  const first = await browser.tab();
  first.phone.enter({ type: "seat_take", seat: ANA });
  await first.pass(1000);
  const clone = await browser.copy("clone");
  first.tap();
  await first.pass(1000);
  const [left, right] = [await clone.tab({ hear: false }), await clone.tab({ hear: false })];
  left.tap();
  await left.pass(3000);
  assert.equal(left.heard.renamed.length, 1);
  assert.equal(right.phone.outbox.client, left.phone.outbox.client);
  right.tap();
  await right.pass(3000);
  assert.equal(browser.server.total(ANA), 3);
  assert.equal(browser.server.clients.size, 3, "the maker's, the first phone's, the clone's");
});

test("one tab sends at a time; a lock that a dead page left is ignored the second time", async () => {
  const locks = new FakeLocks();
  const turn = turns(locks, "outbox");
  let release;
  locks.request("outbox", () => new Promise((done) => (release = done)));
  const sent = [];
  assert.equal(await turn(async () => sent.push(1)), false);
  await turn(async () => sent.push(2));
  assert.deepEqual(sent, [2]);
  release();
  await settled();
  await turn(async () => sent.push(3));
  assert.deepEqual(sent, [2, 3]);
});

test("a lock that is never given back delays what waits by seconds, not for ever", async () => {
  const browser = new Browser();
  const locks = new FakeLocks();
  locks.request("outbox", () => new Promise(() => {}));
  const page = await browser.tab({ turn: turns(locks, "outbox") });
  page.tap();
  await page.pass(3_000);
  assert.equal(browser.server.total(ANA), 1);
});

test("without locks there is no turn to wait for", async () => {
  assert.equal(await turns(undefined, "outbox")(async () => 7), 7);
});

test("a tab is there as long as its page is, and gone once it has left", async () => {
  const locks = new FakeLocks();
  const [left, right] = ["l", "r"].map((tab) => new Presence({ tab, locks, now: () => 0 }));
  left.arrive();
  await settled();
  assert.equal(await right.isGone("l"), false);
  left.leave();
  await settled();
  assert.equal(await right.isGone("l"), true);
  left.arrive();
  await settled();
  assert.equal(await right.isGone("l"), false);
});

test("without locks a tab is gone when its draft has not been touched for long, whatever the clock did", async () => {
  let time = 100_000;
  const presence = new Presence({ tab: "l", now: () => time });
  assert.equal(await presence.isGone("r", 99_000), false);
  time = 110_000;
  assert.equal(await presence.isGone("r", 99_000), true);
  time = 10_000;
  assert.equal(await presence.isGone("r", 99_000), true);
});
