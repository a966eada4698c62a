// One phone: what its browser keeps, the locks and the channel between its tabs. A tab that is
// killed leaves off in the middle of whatever it does.
import { IDBFactory } from "../../../node_modules/fake-indexeddb/build/esm/index.js";
import { ALL } from "../../../static/js/offline/commit.js";
import { Database } from "../../../static/js/offline/database.js";
import { Volatile } from "../../../static/js/offline/volatile.js";

const NEVER = new Promise(() => {});

// Quicker than IndexedDB, for most of many schedules.
class Lasting extends Volatile {
  get lasts() {
    return true;
  }
}

export class Device {
  skew = 0; // of its clock, ms
  broken = false; // its database: every write fails
  renamed = false; // it has had another name, or is a copy of one
  tabs = 0; // that were ever opened
  begun = 0; // entries of tables that were begun here
  cookie = null;
  journal = new Map();
  channels = new Set();
  #held = new Map(); // lock → {tab, release}
  #time;

  constructor({ name, store, locks, time }) {
    Object.assign(this, { name, store, locks });
    this.#time = time;
    this.db = store === "indexeddb" ? new Database(new IDBFactory()) : new Lasting();
  }

  now = () => this.#time.ms + this.skew;

  /** The database as one tab sees it. */
  view(tab) {
    const guarded = (work) => (tx) => work(guard(tx, tab));
    const through = (kind) => (stores, work) => {
      if (tab.killed) return NEVER;
      if (this.broken && kind === "write") return Promise.reject(new Error("the disk is broken"));
      return this.#time.during(this.db[kind](stores, guarded(work))).then(
        (answer) => (tab.killed ? NEVER : answer),
        (fault) => (tab.killed ? NEVER : Promise.reject(fault)),
      );
    };
    return { lasts: true, read: through("read"), write: through("write"), close() {} };
  }

  /** All of its stores, as they are. */
  dump() {
    return this.db.read(ALL, async (tx) => {
      const all = Object.fromEntries(ALL.map((name) => [name, tx.all(name)]));
      for (const name of ALL) all[name] = await all[name];
      const meta = ["client", "formerly"].map((key) => [key, tx.get("meta", key)]);
      all.meta = [];
      for (const [key, value] of meta) all.meta.push([key, await value]);
      return all;
    });
  }

  /** Everything that another phone keeps is here, too: a restored or copied phone. */
  async copy(other) {
    const all = await other.dump();
    await this.db.write(ALL, async (tx) => {
      for (const name of ALL.filter((name) => name !== "meta"))
        for (const row of all[name]) tx.put(name, row);
      for (const [key, value] of all.meta) if (value !== undefined) tx.put("meta", value, key);
    });
    this.journal = new Map(other.journal);
    this.cookie = other.cookie;
    this.renamed = other.renamed = true;
    this.skew = other.skew;
  }

  storage(tab) {
    const { journal } = this;
    return {
      get length() {
        return journal.size;
      },
      key: (i) => [...journal.keys()][i],
      getItem: (key) => journal.get(key) ?? null,
      setItem: (key, value) => !tab.killed && journal.set(key, value),
      removeItem: (key) => !tab.killed && journal.delete(key),
    };
  }

  lockManager(tab) {
    if (!this.locks) return undefined;
    return {
      request: async (name, ...rest) => {
        const work = rest.pop();
        if (this.#held.has(name)) return rest[0]?.ifAvailable ? await work(null) : await NEVER;
        this.#held.set(name, tab);
        try {
          return await work({ name });
        } finally {
          if (this.#held.get(name) === tab) this.#held.delete(name);
        }
      },
    };
  }

  release(tab) {
    for (const [name, holder] of this.#held) if (holder === tab) this.#held.delete(name);
    for (const channel of this.channels) if (channel.tab === tab) this.channels.delete(channel);
  }

  channel(tab) {
    const { channels } = this;
    const mine = { tab, onmessage: null, close: () => channels.delete(mine) };
    mine.postMessage = (data) => {
      if (tab.killed) return;
      for (const other of channels)
        if (other !== mine) queueMicrotask(() => other.onmessage?.({ data }));
    };
    channels.add(mine);
    return mine;
  }
}

// A tab that was killed with its transaction open leaves it to be rolled back.
function guard(tx, tab) {
  const alive = (action) => {
    if (tab.killed === "torn") throw new Error("killed");
    return action;
  };
  return {
    get: (...about) => alive(tx).get(...about),
    all: (...about) => alive(tx).all(...about),
    put: (...about) => alive(tx).put(...about),
    delete: (...about) => alive(tx).delete(...about),
  };
}
