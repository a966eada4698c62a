// Tables that a phone knows: begun with no network, looked up, moved, forgotten.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "../../static/js/ledger/decide.js";
import { parked } from "../../static/js/offline/parked.js";
import {
  forgetHere,
  moveHere,
  recent,
  startTable,
  stored,
} from "../../static/js/offline/tables.js";
import { Server } from "./support/server.js";
import { Browser, Database, settled, TABLE } from "./support/storage.js";

/** A phone at a server that has no table yet. */
function aBrowser() {
  const server = new Server(["X0000000"]);
  Object.assign(server, { ledger: new Ledger(), rows: new Map(), clients: new Map() });
  const browser = new Browser({ server });
  return { browser, server, db: new Database(browser.factory) };
}

const start = (browser, db, more) =>
  startTable({ seats: 2, now: browser.clock.now(), makeId: browser.makeId, ...more }, db);

test("a table begun with no network is played, and joins with its first post, in order", async () => {
  const { browser, server, db } = aBrowser();
  const table = await start(browser, db, { name: "Attic" });
  browser.lost = true;
  const page = await browser.tab({ table, hear: false });
  assert.deepEqual([page.phone.ready, page.phone.joined], [true, false]);
  const [seat] = page.phone.table.seats;
  assert.equal(seat.holder, "me");
  page.phone.tap(seat.id, 1);
  page.phone.tap(seat.id, 1);
  page.phone.closeDraft();
  assert.equal(page.phone.tap(seat.id, -1), null);
  page.phone.closeDraft();
  assert.deepEqual(page.phone.tap(page.phone.table.seats[1].id, -1).code, "INSUFFICIENT");
  page.phone.enter({ type: "new_game" });
  page.phone.tap(seat.id, 1);
  page.phone.closeDraft();
  assert.equal(page.phone.face().totals.get(seat.id), 1);
  await settled();
  page.kill();

  const again = await browser.tab({ table, hear: false });
  assert.equal(again.phone.face().totals.get(seat.id), 1);
  browser.lost = false;
  again.phone.outbox.flush();
  await again.pass(2000);
  assert.deepEqual([again.heard.joined, again.phone.joined], [1, true]);
  assert.deepEqual(
    server.ledger.rows.map(({ type, outcome }) => [type, outcome]),
    [
      ["open", "accepted"],
      ["seat_take", "accepted"],
      ["gain", "accepted"],
      ["pay", "accepted"],
      ["new_game", "accepted"],
      ["gain", "accepted"],
    ],
  );
  assert.equal(server.total(seat.id), 1);
  assert.equal((await recent(db))[0].joined, true);
});

test("recent tables come newest first, with what waits and what was put aside", async () => {
  const { browser, db } = aBrowser();
  const first = await start(browser, db, { name: "First" });
  browser.clock.time += 1000;
  const second = await start(browser, db);
  assert.deepEqual(await recent(db), [
    { table: second, name: null, at: 1_001_000, joined: false, waiting: 2, parked: 0 },
    { table: first, name: "First", at: 1_000_000, joined: false, waiting: 2, parked: 0 },
  ]);
});

test("a table of which only what was put aside is left is still among the recent ones", async () => {
  const { browser, db } = aBrowser();
  for (const at of [7, 9])
    await browser.write(async (tx) =>
      tx.put("parked", { id: `entry-${at}`, table: TABLE, entry: {}, reason: "gone", at }),
    );
  assert.deepEqual(await recent(db), [
    { table: TABLE, name: null, at: 7, joined: true, waiting: 0, parked: 2 },
  ]);
});

test("what is stored of a table is its state, its rows, and whether it has joined", async () => {
  const browser = new Browser();
  const db = new Database(browser.factory);
  assert.equal(await stored(TABLE, db), null);
  const page = await browser.tab();
  page.tap(2);
  await page.pass(1000);
  const { state, rows, joined } = await stored(TABLE, db);
  assert.deepEqual([state.seats[0].counters.energy, rows.length, joined], [2, 2, true]);
});

test("a table that is forgotten here leaves nothing, and others alone", async () => {
  const { browser, db } = aBrowser();
  const first = await start(browser, db);
  const second = await start(browser, db);
  await forgetHere(first, db);
  assert.deepEqual(
    (await recent(db)).map(({ table, waiting }) => [table, waiting]),
    [[second, 2]],
  );
});

test("a table's new link takes along what waits, what was sent and what was put aside", async () => {
  const browser = new Browser();
  const db = new Database(browser.factory);
  const page = await browser.tab();
  browser.lost = true;
  page.tap(2);
  await settled();
  page.kill();
  const NEW = "N".repeat(26);
  await moveHere(TABLE, NEW, db);
  assert.deepEqual(
    (await recent(db)).map(({ table, waiting }) => [table, waiting]),
    [[NEW, 1]],
  );
  assert.deepEqual(await parked(undefined, db), []);
  browser.lost = false;
  const again = await browser.tab({ table: NEW, hear: false });
  await again.pass(1000);
  assert.equal(browser.server.total("ANA00000"), 2);
});
