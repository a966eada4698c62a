// What this browser keeps: IndexedDB `reservoir`, opened when first asked for. A handle that the
// browser closed behind our back is never tried twice: close, open once more, and only then give up.
import { Volatile } from "./volatile.js";

const NAME = "reservoir";
const PATIENCE = 3000; // some browsers forget to answer
const CLOCK = {
  later: (action, wait) => setTimeout(action, wait),
  cancel: (timer) => clearTimeout(timer),
};

/**
 * Every step brings the schema one version on; steps that were released are never changed.
 *
 * tables  by table: {table, name, at, joined, client, state, rows, ended: epochs before a restore}
 * entries by id: {id, table, order, client, seq, entry}: what waits, entry as it goes on the
 *         wire; `repeats` where a restored server has it most likely
 * sent    by id: the same with `at`, when it was confirmed (ms)
 * drafts  by tab: {tab, table, draft: {seat, kind, n, at}, about: {game, seen}, beat}
 * parked  by id: {id, table, entry, reason, at}; entry may be anything where the reason is "unreadable"
 * meta    client: who this browser is · formerly: the ids that it gave up
 */
export const STEPS = [
  (db) => {
    for (const [name, key] of [
      ["tables", "table"],
      ["entries", "id"],
      ["sent", "id"],
      ["drafts", "tab"],
      ["parked", "id"],
    ]) {
      const store = db.createObjectStore(name, { keyPath: key });
      if (key !== "table") store.createIndex("table", "table");
    }
    db.createObjectStore("meta");
  },
];

export class Database {
  #factory;
  #steps;
  #clock;
  #opened = null;

  /** `factory` is an IDBFactory. */
  constructor(factory, steps = STEPS, clock = CLOCK) {
    this.#factory = factory;
    this.#steps = steps;
    this.#clock = clock;
  }

  /** Whether what is written outlives the page. */
  get lasts() {
    return true;
  }

  read(stores, work) {
    return this.#twice((db) => this.#transact(db, stores, "readonly", work));
  }

  /**
   * One transaction on disk before the promise is kept: `work(tx)` may await nothing but
   * tx.get(store, key), tx.all(store, table?), tx.put(store, value, key?), tx.delete(store, key).
   * Rejects, with nothing written, when a second handle fails too; with a TimeoutError where none
   * answers in time: then it may be written all the same, and must bear to be written again.
   */
  write(stores, work) {
    return this.#twice((db) => this.#transact(db, stores, "readwrite", work));
  }

  async #twice(attempt) {
    let db = null;
    try {
      db = await this.#open();
      return await attempt(db);
    } catch (fault) {
      this.close();
      const hangs = db && fault.name === "TimeoutError"; // it opened, and so it would again
      if (hangs || fault.name === "VersionError") throw fault;
      return await attempt(await this.#open());
    }
  }

  // One that hangs is called off, or it would hold up all that come after it.
  #transact(db, stores, mode, work) {
    const { done, callOff } = transact(db, stores, mode, work);
    return within(PATIENCE, done, this.#clock, callOff);
  }

  close() {
    this.#opened?.then(
      (db) => db.close(),
      () => {},
    );
    this.#opened = null;
  }

  #open() {
    this.#opened ??= this.#openAnew();
    return this.#opened;
  }

  // One that comes too late is closed: it would hold up the next version for as long as the page is.
  #openAnew() {
    const opening = open(this.#factory, this.#steps, () => this.close());
    const giveUp = () =>
      opening.then(
        (db) => db.close(),
        () => {},
      );
    return within(PATIENCE, opening, this.#clock, giveUp);
  }
}

function open(factory, steps, leave) {
  return new Promise((done, fail) => {
    const asked = factory.open(NAME, steps.length);
    asked.onupgradeneeded = ({ oldVersion }) => {
      for (const step of steps.slice(oldVersion)) step(asked.result, asked.transaction);
    };
    asked.onsuccess = () => {
      const db = asked.result;
      db.onversionchange = leave; // a newer page wants to go on with it
      db.onclose = leave;
      done(db);
    };
    asked.onerror = () => fail(asked.error);
  });
}

// → {done: kept when it is on disk, callOff()}
function transact(db, stores, mode, work) {
  const transaction = db.transaction(stores, mode, { durability: "strict" });
  const callOff = () => attempt(() => transaction.abort());
  const done = new Promise((done, fail) => {
    let answer;
    transaction.oncomplete = () => done(answer);
    transaction.onabort = () => fail(transaction.error ?? new Error("aborted"));
    const found = (request) =>
      new Promise((took, failed) => {
        request.onsuccess = () => took(request.result);
        request.onerror = () => failed(request.error);
      });
    const store = (name) => transaction.objectStore(name);
    const tx = {
      get: (name, key) => found(store(name).get(key)),
      all: (name, table) =>
        found(table ? store(name).index("table").getAll(table) : store(name).getAll()),
      put: (name, value, key) => void store(name).put(value, key),
      delete: (name, key) => void store(name).delete(key),
    };
    work(tx).then(
      (value) => {
        answer = value;
      },
      (fault) => {
        fail(fault);
        callOff();
      },
    );
  });
  return { done, callOff };
}

function attempt(action) {
  try {
    action();
  } catch {
    // It has ended by itself.
  }
}

function within(ms, promise, { later, cancel }, giveUp = () => {}) {
  return new Promise((done, fail) => {
    const timer = later(() => {
      fail(new DOMException("no answer", "TimeoutError"));
      giveUp();
    }, ms);
    promise.then(done, fail).finally(() => cancel(timer));
  });
}

let shared = null;

/** The one database of this page; in memory where there is no IndexedDB. */
export function database() {
  shared ??= globalThis.indexedDB ? opened(globalThis.indexedDB) : new Volatile();
  return shared;
}

// A page that is left may be kept for Back, and in some browsers its handle locks out the next one.
function opened(factory) {
  const own = new Database(factory);
  globalThis.addEventListener?.("pagehide", () => own.close());
  return own;
}
