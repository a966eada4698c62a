// Random evenings of one phone with several tabs that are opened and killed, on a bad network, with a
// database that fails at times and a server that is restored: every tap that was on disk when its
// page died counts once, and the pages that are open in the end agree with the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANA, Browser, settled } from "./support/storage.js";

const SCHEDULES = Number(process.env.REOPENED ?? 60);

function dice(seed) {
  let state = seed * 2654435761 + 1;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (n) => Math.floor(random() * n), chance: (p) => random() < p };
}

/** Loss before and after the server, faults, delays: by chance, one post after another. */
function weather(browser, { chance, below }) {
  const { server, clock } = browser;
  const late = (answer) => new Promise((done) => clock.later(() => done(answer), below(2000)));
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  browser.faults = {
    shift: () => async (body) => {
      if (chance(0.2)) return lost();
      if (chance(0.1)) return { status: 500 };
      const answer = server.post(structuredClone(body));
      if (chance(0.2)) return lost();
      return late(answer);
    },
  };
}

async function evening(seed) {
  const { below, chance } = dice(seed);
  const browser = new Browser();
  weather(browser, { below, chance });
  const tabs = [await browser.tab()];
  const restoreAt = chance(0.3) ? 8 + below(10) : -1;
  let backup;
  let expected = 0;
  for (let step = 0; step < 20; step += 1) {
    const tab = tabs[below(tabs.length)];
    const what = below(10);
    if (what < 5) {
      assert.equal(tab.phone.tap(ANA, 1), null);
      expected += 1;
    } else if (what < 6) tab.phone.closeDraft();
    else if (what < 7) tab.hear();
    else if (what < 8 && tabs.length < 3) tabs.push(await browser.tab({ hear: chance(0.5) }));
    else if (what < 9) {
      await settled();
      if (chance(0.3)) tab.phone.outbox.flushLast();
      tab.kill();
      tabs.splice(tabs.indexOf(tab), 1);
      if (!tabs.length) tabs.push(await browser.tab({ hear: chance(0.5) }));
    } else tab.phone.outbox.flush();
    if (step === 3) backup = browser.server.backup();
    if (step === restoreAt) {
      browser.server.restore(backup, "e2");
      for (const each of tabs) each.hear();
    }
    await browser.clock.pass(chance(0.5) ? below(300) : below(3000));
    await settled();
  }
  browser.faults = [];
  for (const tab of tabs) {
    tab.phone.closeDraft();
    tab.phone.look();
  }
  for (let turn = 0; turn < 12; turn += 1) {
    await browser.clock.pass(5000);
    await settled();
    for (const tab of tabs) tab.hear();
    await settled();
  }
  const said = `seed ${seed}`;
  assert.equal(browser.server.total(ANA), expected, `${said}: on the server`);
  for (const tab of tabs) assert.equal(tab.shows, expected, `${said}: on each page`);
  assert.deepEqual(await browser.entries(), [], said);
  assert.equal(
    new Set(browser.server.ledger.rows.map(({ id }) => id)).size,
    browser.server.rows.size,
  );
}

for (let first = 1; first <= SCHEDULES; first += 20) {
  test(`nothing is lost or counted twice: evenings ${first} to ${first + 19}`, async () => {
    for (let seed = first; seed < first + 20; seed += 1) await evening(seed);
  });
}
