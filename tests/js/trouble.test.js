// Storage that fails, is full, is too old or too new, or holds what nobody can read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS } from "../../static/js/offline/database.js";
import { exported, parked, sendAgain, throwAway } from "../../static/js/offline/parked.js";
import { Volatile } from "../../static/js/offline/volatile.js";
import { ANA, Browser, Database, IDBFactory, idOf, settled, TABLE } from "./support/storage.js";

/** A factory whose databases fail as often as told when a transaction is to write. */
class Failing {
  #inner;
  times = 0;
  opened = 0;
  fault = () => new DOMException("closed behind our back", "InvalidStateError");
  durability = [];

  constructor(inner) {
    this.#inner = inner;
  }

  open(...asked) {
    this.opened += 1;
    const request = this.#inner.open(...asked);
    request.addEventListener("success", () => {
      const db = request.result;
      const transaction = db.transaction.bind(db);
      db.transaction = (stores, mode, options) => {
        if (mode === "readwrite") this.durability.push(options.durability);
        if (mode === "readwrite" && this.times > 0) {
          this.times -= 1;
          throw this.fault();
        }
        return transaction(stores, mode, options);
      };
    });
    return request;
  }
}

/**
 * A factory whose transactions say nothing while it hangs: they never begin; where it is `deaf`, they
 * are even written, and can't be called off.
 */
class Hanging {
  #inner;
  hangs = false;
  deaf = false;

  constructor(inner) {
    this.#inner = inner;
  }

  open(...asked) {
    const request = this.#inner.open(...asked);
    request.addEventListener("success", () => {
      const db = request.result;
      const transaction = db.transaction.bind(db);
      db.transaction = (...about) => {
        if (!this.hangs) return transaction(...about);
        return this.deaf ? silent(transaction(...about)) : NEVER;
      };
    });
    return request;
  }
}

const silent = (transaction) => ({
  objectStore: (name) => transaction.objectStore(name),
  abort() {
    throw new DOMException("it is being written", "InvalidStateError");
  },
});

const unheard = () => ({});
const NEVER = {
  objectStore: () => ({
    ...{ get: unheard, getAll: unheard, put: unheard, delete: unheard },
    index: () => ({ getAll: unheard }),
  }),
  abort() {},
};

/** A factory whose databases open only when told. */
class Late {
  #inner;
  #held = [];

  constructor(inner) {
    this.#inner = inner;
  }

  open(...asked) {
    const request = this.#inner.open(...asked);
    const late = {
      get result() {
        return request.result;
      },
      get transaction() {
        return request.transaction;
      },
    };
    request.onupgradeneeded = (event) => late.onupgradeneeded(event);
    request.onsuccess = () => this.#held.push(() => late.onsuccess());
    return late;
  }

  release() {
    for (const open of this.#held.splice(0)) open();
  }
}

async function aHangingPage() {
  const browser = new Browser();
  const factory = new Hanging(browser.factory);
  const page = await browser.tab({ db: new Database(factory, STEPS, browser.clock) });
  return { browser, factory, page };
}

async function aPage(more) {
  const browser = new Browser();
  const factory = new Failing(browser.factory);
  const page = await browser.tab({ db: new Database(factory), ...more });
  return { browser, factory, page };
}

test("every transaction that writes is on disk before it is called done", async () => {
  const { browser, factory, page } = await aPage();
  page.phone.tap(ANA, 1);
  page.tap(2);
  await page.pass(1000);
  assert.equal(browser.server.total(ANA), 3);
  assert.ok(factory.durability.length > 3);
  assert.deepEqual([...new Set(factory.durability)], ["strict"]);
});

test("a handle that died is opened once more, and nothing is said", async () => {
  const { browser, factory, page } = await aPage();
  browser.lost = true;
  factory.times = 1;
  page.tap(2);
  await settled();
  assert.equal((await browser.entries()).length, 1);
  assert.deepEqual([factory.opened, page.heard.volatile], [2, []]);
});

test("a database that opens when nobody waits for it any more is closed, and holds up no newer version", async () => {
  const { factory, clock } = new Browser();
  const late = new Late(factory);
  const given = new Database(late, STEPS, clock).read(["meta"], (tx) => tx.get("meta", "client"));
  const said = assert.rejects(given, { name: "TimeoutError" });
  for (let turn = 0; turn < 2; turn += 1) {
    await settled();
    await clock.pass(3000);
  }
  await said;
  late.release();
  await settled();
  const asked = factory.open("reservoir", STEPS.length + 1);
  const isBlocked = await new Promise((done) => {
    asked.onblocked = () => done(true);
    asked.onsuccess = () => done(false);
  });
  assert.equal(isBlocked, false);
});

test("a database that fails always leaves it to the journal, and the next page takes it over", async () => {
  const { browser, factory, page } = await aPage();
  browser.lost = true;
  factory.times = 1000;
  page.tap(2);
  page.phone.tap(ANA, 1);
  await settled();
  assert.deepEqual([page.shows, page.heard.volatile], [3, []]);
  assert.equal((await browser.entries()).length, 0);
  page.kill();
  const again = await browser.tab({ hear: false });
  assert.equal(again.shows, 3);
  await settled();
  assert.equal((await browser.entries()).length, 2);
  assert.equal(browser.storage.length, 0, "the journal is empty again");
  browser.lost = false;
  await again.pass(1000);
  assert.equal(browser.server.total(ANA), 3);
});

test("a draft that is cancelled while the database fails does not come back", async () => {
  const { browser, factory, page } = await aPage();
  page.phone.tap(ANA, 1);
  await settled();
  factory.times = 1000;
  assert.equal(page.phone.cancelDraft(), true);
  page.phone.tap(ANA, 1);
  page.phone.tap(ANA, 1);
  await page.pass(1000);
  page.kill();
  const other = await browser.tab();
  await settled();
  assert.equal(other.shows, 2);
  other.kill();
  const again = await browser.tab();
  await again.pass(8000);
  assert.deepEqual([browser.server.total(ANA), again.shows, browser.storage.length], [2, 2, 0]);
});

test("what the journal has and the server takes is not sent by the next page", async () => {
  const { browser, factory, page } = await aPage();
  factory.times = 1000;
  page.tap(2);
  await page.pass(2000);
  assert.equal(browser.server.total(ANA), 2);
  assert.equal(browser.storage.length, 0);
  page.kill();
  const again = await browser.tab();
  await again.pass(2000);
  assert.deepEqual([browser.server.total(ANA), again.shows], [2, 2]);
});

test("a database that recovers gets everything, and the page says no more of it", async () => {
  const { browser, factory, page } = await aPage();
  browser.lost = true;
  browser.storage.full = true;
  factory.times = 4;
  page.tap(2);
  await settled();
  page.tap(1);
  await settled();
  assert.deepEqual(page.heard.volatile, ["failing"]);
  page.tap(1);
  await settled();
  assert.deepEqual(page.heard.volatile, ["failing", null]);
  assert.deepEqual(
    (await browser.entries()).map(({ seq, entry }) => [seq, entry.n]),
    [
      [1, 2],
      [2, 1],
      [3, 1],
    ],
  );
});

test("a database that does not answer leaves it to the journal in time, and the next page has it", async () => {
  const { browser, factory, page } = await aHangingPage();
  browser.lost = true;
  factory.hangs = true;
  page.tap(2);
  await settled();
  assert.equal(browser.storage.length, 0);
  await page.pass(3000);
  page.tap(1);
  assert.equal(browser.storage.length, 2, "from now on the journal has it at once");
  assert.deepEqual([page.shows, page.heard.volatile, page.phone.isSaved], [3, [], false]);
  page.kill();
  factory.hangs = false;
  browser.lost = false;
  const again = await browser.tab({ hear: false });
  assert.equal(again.shows, 3);
  await again.pass(1000);
  assert.deepEqual([browser.server.total(ANA), browser.storage.length], [3, 0]);
});

test("what neither a database that hangs nor the journal takes is said to be in memory alone", async () => {
  const { browser, factory, page } = await aHangingPage();
  browser.lost = true;
  browser.storage.full = true;
  factory.hangs = true;
  page.tap(2);
  await page.pass(3000);
  page.tap(1);
  assert.deepEqual([page.shows, page.heard.volatile], [3, ["failing"]]);
  browser.lost = false;
  page.phone.outbox.flush();
  await page.pass(1000);
  assert.equal(browser.server.total(ANA), 3);
});

test("a database that hangs does not keep taps from the server", async () => {
  const { browser, factory, page } = await aHangingPage();
  factory.hangs = true;
  page.tap(2);
  await page.pass(4000);
  assert.equal(browser.server.total(ANA), 2);
  page.tap(1);
  await page.pass(500);
  assert.equal(browser.server.total(ANA), 3, "and is waited for once, not for each");
  assert.equal(browser.storage.length, 0);
});

test("the next hundred travel before it is on disk that the last have arrived", async () => {
  const { browser, factory, page } = await aHangingPage();
  browser.lost = true;
  for (let n = 0; n < 150; n += 1) page.tap(1);
  await settled();
  factory.hangs = true;
  browser.lost = false;
  page.phone.outbox.flush();
  await page.pass(1000);
  assert.equal(browser.server.total(ANA), 150);
});

for (const deaf of [false, true])
  test(`a database that comes alive later counts nothing twice${deaf ? ", also where it could not be called off" : ""}`, async () => {
    const { browser, factory, page } = await aHangingPage();
    Object.assign(factory, { hangs: true, deaf });
    page.tap(2);
    await page.pass(4000);
    browser.lost = true;
    page.tap(1);
    factory.hangs = false;
    await settled();
    assert.equal((await browser.entries()).length, deaf ? 1 : 0);
    await page.pass(30_000);
    page.tap(4);
    await settled();
    assert.deepEqual(
      (await browser.entries()).map(({ seq, entry }) => [seq, entry.n]),
      [
        [2, 1],
        [3, 4],
      ],
    );
    assert.deepEqual([browser.storage.length, page.shows], [0, 7]);
    page.kill();
    browser.lost = false;
    const again = await browser.tab();
    await again.pass(1000);
    assert.deepEqual([browser.server.total(ANA), again.shows], [7, 7]);
  });

test("a page that hangs when it is left has what it did in the journal", async () => {
  const { browser, factory, page } = await aHangingPage();
  browser.lost = true;
  factory.hangs = true;
  page.tap(2);
  page.phone.tap(ANA, 1);
  await settled();
  page.phone.closeDraft();
  page.phone.hide();
  page.kill();
  factory.hangs = false;
  browser.lost = false;
  const again = await browser.tab();
  await again.pass(1000);
  assert.deepEqual([browser.server.total(ANA), again.shows], [3, 3]);
});

test("a page that finds a database which hangs begins in memory, and says so", async () => {
  const browser = new Browser();
  const factory = new Hanging(browser.factory);
  factory.hangs = true;
  const page = browser.page({ db: new Database(factory, STEPS, browser.clock) });
  const opened = page.open();
  await page.pass(4000);
  await opened;
  page.hear();
  page.tap(2);
  await page.pass(1000);
  assert.deepEqual([browser.server.total(ANA), page.heard.volatile], [2, ["failing"]]);
});

test("a full phone says so and goes on in the journal, then in memory", async () => {
  const { browser, factory, page } = await aPage();
  browser.lost = true;
  factory.fault = () => new DOMException("full", "QuotaExceededError");
  factory.times = 1000;
  page.tap(2);
  await settled();
  assert.deepEqual(page.heard.volatile, ["full"]);
  assert.equal(browser.storage.length, 1);
  browser.storage.full = true;
  page.tap(3);
  await settled();
  assert.equal(page.shows, 5);
  browser.lost = false;
  page.phone.outbox.flush();
  await page.pass(1000);
  assert.equal(browser.server.total(ANA), 5);
});

test("without any database a page works in memory and says so", async () => {
  const browser = new Browser();
  browser.storage.full = true;
  const page = await browser.tab({ db: new Volatile() });
  assert.deepEqual(page.heard.volatile, ["missing"]);
  page.tap(2);
  assert.equal(page.phone.isSaved, false);
  await page.pass(1000);
  assert.deepEqual([browser.server.total(ANA), page.shows], [2, 2]);
});

test("a database of a newer version is left alone: the page works in memory and says so", async () => {
  const browser = new Browser();
  const newer = new Database(browser.factory, [...STEPS, (db) => db.createObjectStore("later")]);
  await newer.write(["tables"], async (tx) => tx.put("tables", { table: TABLE, joined: true }));
  newer.close();
  const page = await browser.tab();
  assert.deepEqual(page.heard.volatile, ["newer"]);
  page.tap(2);
  await page.pass(1000);
  assert.equal(browser.server.total(ANA), 2);
  const kept = await newer.read(["tables"], (tx) => tx.all("tables"));
  assert.deepEqual(kept, [{ table: TABLE, joined: true }]);
});

test("a page whose database a newer page has taken over goes on in the journal and says so", async () => {
  const { browser, page } = await aPage();
  browser.lost = true;
  const newer = new Database(browser.factory, [...STEPS, (db) => db.createObjectStore("later")]);
  await newer.read(["tables"], (tx) => tx.all("tables"));
  page.tap(2);
  await settled();
  assert.deepEqual([page.heard.volatile, browser.storage.length], [["newer"], 1]);
});

test("a database of an older version is brought forward with all that waits in it", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  browser.lost = true;
  page.tap(2);
  await settled();
  page.kill();
  const [row] = await browser.entries();
  const step = (db) => db.createObjectStore("later", { keyPath: "id" });
  const newer = new Database(browser.factory, [...STEPS, step]);
  const kept = await newer.read(["entries", "later"], (tx) => tx.all("entries"));
  assert.deepEqual(kept, [row]);
});

test("rows that nobody can read are put aside as they are, and block nothing", async () => {
  const browser = new Browser();
  const first = await browser.tab();
  browser.lost = true;
  first.tap(2);
  await settled();
  first.kill();
  const foreign = [
    { id: "foreign", hello: "world" },
    { id: idOf("no-entry"), table: TABLE, order: 9 },
    { id: idOf("wrong"), table: TABLE, order: "x", entry: { id: idOf("wrong"), type: "gain" } },
  ];
  const draft = { tab: "t", table: TABLE, id: 7 };
  await browser.write(async (tx) => {
    for (const row of foreign) tx.put("entries", row);
    tx.put("drafts", draft);
    tx.put("sent", { id: idOf("old"), table: TABLE, at: Number.NaN });
  });
  browser.lost = false;
  const page = await browser.tab();
  await page.pass(1000);
  assert.deepEqual([browser.server.total(ANA), page.shows], [2, 2]);
  const db = new Database(browser.factory);
  const aside = await parked(undefined, db);
  const rows = [...foreign, draft].sort(byId);
  assert.deepEqual(aside.map(({ entry }) => entry).sort(byId), rows);
  assert.deepEqual([...new Set(aside.map(({ reason }) => reason))], ["unreadable"]);
  assert.deepEqual(page.heard.parked, [["unreadable", 4]]);
});

const byId = (a, b) => (String(a.id) < String(b.id) ? -1 : 1);

test("a state that nobody can read is forgotten, and the server's takes its place", async () => {
  for (const state of [7, {}, { v: 1, epoch: "e1", seq: 1, ack: 0, seats: [null] }, { v: 2 }]) {
    const browser = new Browser();
    await browser.write(async (tx) =>
      tx.put("tables", { table: TABLE, joined: true, state, rows: 3 }),
    );
    const page = await browser.tab();
    page.tap(1);
    await page.pass(1000);
    assert.deepEqual([browser.server.total(ANA), page.shows], [1, 1]);
  }
});

test("entries of a table that was deleted are put aside, to keep, send again or throw away", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  browser.faults = Array(9).fill(async () => ({ status: 410, body: { error: "gone" } }));
  page.tap(2);
  await page.pass(500);
  assert.deepEqual([page.heard.gone, page.heard.parked], [[410], [["gone", 1]]]);
  const db = new Database(browser.factory);
  const [row] = await parked(TABLE, db);
  assert.equal(JSON.parse(exported([row])).parked[0].entry.n, 2);
  assert.equal((await browser.entries()).length, 0);

  await sendAgain(TABLE, db);
  browser.faults = [];
  page.phone.sendAgain();
  await page.pass(1000);
  assert.equal(browser.server.total(ANA), 2);

  browser.faults = [async () => ({ status: 410, body: { error: "gone" } })];
  page.tap(1);
  await page.pass(500);
  await throwAway(TABLE, db);
  assert.deepEqual(await parked(TABLE, db), []);
});

test("an entry that the server can't read is put aside alone; another page does not send it", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  const broken = async ({ entries }) =>
    entries.some(({ n }) => n === 2) ? { status: 400, body: { error: "bad_request" } } : undefined;
  browser.faults = Array(9).fill(broken);
  for (const n of [1, 2, 3]) page.tap(n);
  await page.pass(2000);
  assert.equal(browser.server.total(ANA), 4);
  assert.deepEqual(page.heard.parked, [["unread", 1]]);
  page.kill();
  const again = await browser.tab();
  await again.pass(1000);
  assert.deepEqual([browser.server.total(ANA), again.shows], [4, 4]);
});

test("a link that was rotated takes what was put aside along to the new one", async () => {
  const browser = new Browser();
  const page = await browser.tab();
  browser.faults = [async () => ({ status: 410, body: { error: "gone" } })];
  page.tap(2);
  await page.pass(300);
  const NEW = "N".repeat(26);
  page.phone.move(NEW);
  await page.pass(1000);
  assert.equal(browser.server.total(ANA), 2);
  page.kill();
  const db = new Database(browser.factory);
  assert.deepEqual(await parked(undefined, db), []);
  const tables = await db.read(["tables"], (tx) => tx.all("tables"));
  assert.deepEqual(
    tables.map(({ table }) => table),
    [NEW],
  );
});

test("a browser that opens no database at all is one without", async () => {
  const browser = new Browser();
  const refusing = {
    open() {
      throw new DOMException("not here", "SecurityError");
    },
  };
  const page = await browser.tab({ db: new Database(refusing) });
  page.tap(1);
  await page.pass(1000);
  assert.deepEqual([browser.server.total(ANA), page.heard.volatile], [1, ["failing"]]);
});

test("the steps of the schema can be taken at once by a browser that has none", async () => {
  const db = new Database(new IDBFactory());
  assert.deepEqual(await db.read(["tables"], (tx) => tx.all("tables")), []);
});
