// What is tapped outlives its page: killed between tap, disk, server and answer, it counts once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANA, Browser, idOf, settled } from "./support/storage.js";

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const lostAfterwards = (server) => (body) => {
  server.post(body);
  return lost();
};

test("with no network a page that is opened again shows the same totals", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  browser.lost = true;
  page.tap(3);
  page.tap(2);
  await settled();
  assert.equal(page.shows, 5);
  page.kill();
  const again = await browser.tab({ hear: false });
  assert.equal(again.shows, 5);
  assert.equal(browser.server.total(ANA), 0);
  browser.lost = false;
  await again.pass(1000);
  assert.equal(browser.server.total(ANA), 5);
  assert.equal((await browser.entries()).length, 0);
});

test("an entry and its seq are on disk in one step, in order", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  browser.lost = true;
  for (let n = 1; n <= 3; n += 1) page.tap(n);
  await settled();
  const stored = await browser.entries();
  assert.deepEqual(
    stored.map(({ seq, entry }) => [seq, entry.seq, entry.n]),
    [
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ],
  );
});

test("a page that is killed between sending and the answer counts once", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  let release;
  browser.faults = [
    (body) => {
      const answer = browser.server.post(body);
      return new Promise((done) => (release = () => done(answer)));
    },
  ];
  page.tap(2);
  await page.pass(200);
  page.kill();
  release();
  await settled();
  assert.equal((await browser.entries()).length, 1, "it waits until it is known to have arrived");
  const again = await browser.tab({ hear: false });
  assert.equal(again.shows, 2);
  await again.pass(1000);
  assert.equal(browser.server.total(ANA), 2);
  assert.equal(again.shows, 2);
  assert.deepEqual(again.heard.outcomes.at(-1)[1], "accepted");
});

test("an answer that is lost after the commit leaves the entry on disk, and it counts once", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  browser.faults = [lostAfterwards(browser.server)];
  page.tap();
  await page.pass(200);
  assert.equal((await browser.entries()).length, 1);
  await page.pass(1000);
  assert.equal((await browser.entries()).length, 0);
  assert.equal(browser.server.total(ANA), 1);
});

test("a confirmed entry and the state that confirms it are stored in one step", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.tap(4);
  await page.pass(1000);
  const [record, sent] = await browser.read(async (tx) => [
    (await tx.all("tables"))[0],
    await tx.all("sent"),
  ]);
  assert.deepEqual([record.state.ack, record.state.seats[0].counters.energy], [1, 4]);
  assert.deepEqual(
    sent.map(({ entry }) => entry.n),
    [4],
  );
  page.kill();
  browser.lost = true;
  const again = await browser.tab({ hear: false });
  assert.equal(again.shows, 4);
});

test("a draft is on disk from its first tap, and the next page makes it the entry it was to be", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.phone.tap(ANA, 1);
  page.phone.tap(ANA, 1);
  await settled();
  const [draft] = await browser.read((tx) => tx.all("drafts"));
  assert.equal(draft.draft.n, 2);
  page.kill();
  const again = await browser.tab();
  assert.equal(again.shows, 2);
  await again.pass(1000);
  const [row] = browser.server.ledger.rows.filter(({ type }) => type === "gain");
  assert.deepEqual([row.id, row.n], [draft.id, 2]);
  assert.deepEqual(await browser.read((tx) => tx.all("drafts")), []);
});

test("a page killed while it sends its last draft counts it once", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.phone.tap(ANA, 1);
  await settled();
  const before = await browser.read((tx) => tx.all("drafts"));
  page.phone.closeDraft();
  page.phone.outbox.flushLast();
  page.kill();
  await settled();
  // The disk did not hear of the closing any more.
  await browser.write(async (tx) => {
    for (const { id } of await tx.all("entries")) tx.delete("entries", id);
    for (const row of before) tx.put("drafts", row);
  });
  const again = await browser.tab();
  await again.pass(1000);
  assert.equal(browser.server.total(ANA), 1);
  assert.equal(again.shows, 1);
});

test("in a tournament a draft that nobody has called done counts for nothing, whatever becomes of its page", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.phone.enter({ type: "mode", mode: "tournament", variant: "normal" });
  await page.pass(1000);
  page.phone.tap(ANA, 1);
  page.phone.tap(ANA, 1);
  assert.equal(page.shows, 2);
  await settled();
  page.kill();
  const again = await browser.tab();
  await again.pass(20_000);
  assert.equal(again.shows, 0);
  again.phone.tap(ANA, 1);
  again.phone.done();
  await again.pass(1000);
  assert.equal(browser.server.total(ANA), 1);
});

test("a cancelled draft is gone for good", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.phone.tap(ANA, 1);
  await settled();
  assert.equal(page.phone.cancelDraft(), true);
  await settled();
  page.kill();
  const again = await browser.tab();
  assert.equal(again.shows, 0);
});

test("another tab leaves the draft of a living one alone", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.phone.tap(ANA, 1);
  await settled();
  const other = await browser.tab();
  assert.equal(other.shows, 0);
  assert.equal((await browser.entries()).length, 0);
  page.kill();
  await other.pass(7_000);
  assert.equal(other.shows, 1);
});

test("taps before the store is open count, behind what waited", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  browser.lost = true;
  page.tap(3);
  await settled();
  page.kill();
  const again = browser.page();
  again.phone.tap(ANA, 1);
  await again.open();
  browser.lost = false;
  await again.pass(1000);
  assert.deepEqual(
    browser.server.ledger.rows.filter(({ type }) => type === "gain").map(({ n }) => n),
    [3, 1],
  );
});

test("a stored state that is older than the page is not shown over it", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.tap(1);
  await page.pass(1000);
  page.kill();
  const again = await browser.tab({ seq: 40, hear: false });
  assert.equal(again.phone.ready, false);
  again.hear();
  assert.equal(again.phone.ready, true);
});

test("with no stream for four seconds an older state is better than none", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.tap(1);
  await page.pass(1000);
  page.kill();
  browser.lost = true;
  const again = await browser.tab({ seq: 40, hear: false });
  await again.pass(4_000);
  assert.equal(again.shows, 1);
});

test("a server that comes back from a backup gets what was sent before the page was closed", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  const backup = browser.server.backup();
  page.tap(2);
  page.tap(3);
  await page.pass(1000);
  page.kill();
  browser.server.restore(backup, "e2");
  const again = await browser.tab();
  assert.equal(again.heard.restored, 1);
  assert.equal(again.shows, 5);
  await again.pass(1000);
  assert.equal(browser.server.total(ANA), 5);
  assert.equal(again.shows, 5);
});

test("what another phone with this one's name has overtaken in a restored server is sent again", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  const clone = await browser.copy("clone");
  const backup = browser.server.backup();
  page.tap(2);
  await page.pass(1000);
  page.kill();
  browser.server.restore(backup, "e2");
  const other = await clone.tab();
  other.tap(3);
  await other.pass(1000);
  const again = await browser.tab();
  await again.pass(2000);
  assert.equal(browser.server.total(ANA), 5);
  assert.equal(again.shows, 5);
});

test("what a restored server has still got never shows twice, also when the page is opened again", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.tap(2);
  await page.pass(1000);
  const gain = { type: "gain", seat: ANA, kind: "energy", n: 1 };
  const others = Array.from({ length: 120 }, (_, i) => ({
    ...gain,
    id: idOf(`z${i}`),
    seq: i + 1,
  }));
  browser.server.post({ client: idOf("zoe"), entries: others }); // more rows than a page keeps
  const backup = browser.server.backup();
  page.hear();
  page.tap(3);
  await page.pass(1000);
  browser.server.restore(backup, "e2");
  browser.lost = true;
  page.hear();
  assert.equal(page.shows, 125);
  await page.pass(1000);
  page.kill();
  const again = await browser.tab({ hear: false });
  assert.equal(again.shows, 125);
  browser.lost = false;
  await again.pass(60_000);
  assert.deepEqual([browser.server.total(ANA), again.shows], [125, 125]);
});

test("what was sent more than a day before is not sent again", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  const backup = browser.server.backup();
  page.tap(2);
  await page.pass(1000);
  page.kill();
  browser.clock.time += 25 * 3_600_000;
  browser.server.restore(backup, "e2");
  const again = await browser.tab();
  assert.deepEqual([again.heard.restored, again.shows], [1, 0]);
  await again.pass(1000);
  assert.equal(browser.server.total(ANA), 0);
});

test("a copied storage becomes somebody else, keeps its entries and its seat, also when reopened", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.phone.enter({ type: "seat_take", seat: ANA });
  await page.pass(1000);
  const clone = await browser.copy("clone");
  page.tap(1);
  await page.pass(1000);
  const other = await clone.tab({ hear: false });
  other.tap(2);
  await other.pass(3000);
  assert.equal(browser.server.total(ANA), 3);
  assert.equal(other.heard.renamed.length, 1);
  const client = other.phone.outbox.client;
  assert.equal(browser.server.ledger.table.seat(ANA).holder, client);
  other.kill();
  const again = await clone.tab({ known: page.phone.outbox.client });
  assert.equal(again.phone.outbox.client, client, "an old cookie does not call it back");
});

test("who is known to the server by another name goes on under it, with its seats", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  page.phone.enter({ type: "seat_take", seat: ANA });
  await page.pass(1000);
  page.kill();
  const known = "y".repeat(22);
  const again = await browser.tab({ known });
  await again.pass(1000);
  assert.equal(again.phone.outbox.client, known);
  assert.equal(browser.server.ledger.table.seat(ANA).holder, known);
});
