// Phones whose storage outlives their pages: several tabs of one browser, pages that are killed and
// opened again, databases that fail.
import { IDBFactory } from "fake-indexeddb";
import * as rules from "../../../static/js/ledger/index.js";
import { Database } from "../../../static/js/offline/database.js";
import { Journal } from "../../../static/js/offline/journal.js";
import { Phone } from "../../../static/js/phone.js";
import { FakeClock } from "./clock.js";
import { idOf, Server, TABLE } from "./server.js";

export { Database, IDBFactory, idOf, TABLE };
export const ANA = "ANA00000";

/** Everything that waits only for the database has happened. */
export async function settled() {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((done) => setImmediate(done));
}

/** A localStorage; `full` makes it refuse. */
export class FakeStorage {
  #items = new Map();
  full = false;

  get length() {
    return this.#items.size;
  }

  key(i) {
    return [...this.#items.keys()][i];
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.#items.set(key, value);
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}

/** One browser's storage, with the tabs that are open in it. */
export class Browser {
  #tabs = new Set();
  #made = 0;

  constructor({ server = new Server([ANA]), clock = new FakeClock(), name = "ana", factory } = {}) {
    Object.assign(this, { server, clock, name });
    this.factory = factory ?? new IDBFactory();
    this.storage = new FakeStorage();
    this.lost = false; // no network
    this.faults = []; // one per post: body → an answer, a promise of one, or nothing
  }

  /** The same bytes in another phone: a backup put back, a cloned storage. */
  async copy(name) {
    const other = new Browser({ server: this.server, clock: this.clock, name });
    const stores = ["tables", "entries", "sent", "drafts", "parked"];
    const rows = await this.read(async (tx) =>
      Object.fromEntries(
        await Promise.all(stores.map(async (store) => [store, await tx.all(store)])),
      ),
    );
    const client = await this.read((tx) => tx.get("meta", "client"));
    await new Database(other.factory).write([...stores, "meta"], async (tx) => {
      for (const store of stores) for (const row of rows[store]) tx.put(store, row);
      tx.put("meta", client, "client");
    });
    return other;
  }

  read(work) {
    const all = ["tables", "entries", "sent", "drafts", "parked", "meta"];
    return new Database(this.factory).read(all, work);
  }

  write(work) {
    const all = ["tables", "entries", "sent", "drafts", "parked", "meta"];
    return new Database(this.factory).write(all, work);
  }

  entries() {
    return this.read(async (tx) => (await tx.all("entries")).sort((a, b) => a.order - b.order));
  }

  /** A page at the table that has not looked at its storage yet. */
  page({ seq = 0, table = TABLE, db = new Database(this.factory), turn } = {}) {
    const tab = new Tab(this, { seq, table, db, turn });
    this.#tabs.add(tab);
    return tab;
  }

  /** Open a page at the table. `seq` as the page came with; `db` in place of its own. */
  async tab({ known, hear = true, ...page } = {}) {
    const tab = this.page(page);
    await tab.open(known);
    if (hear) tab.hear();
    await settled();
    return tab;
  }

  makeId = () => idOf(`${this.name}-${++this.#made}`);

  tellOthers(from) {
    for (const tab of this.#tabs) if (tab !== from) tab.phone.reread();
  }

  isOpen(id) {
    return [...this.#tabs].some((tab) => tab.id === id);
  }

  close(tab) {
    this.#tabs.delete(tab);
  }

  post = async (body, table) => {
    const sent = structuredClone(body);
    if (this.lost) throw new TypeError("Failed to fetch");
    const answer = (await this.faults.shift()?.(sent)) ?? this.server.post(sent);
    if (answer.body?.state) answer.body.state.table = table;
    return structuredClone(answer);
  };
}

class Tab {
  constructor(browser, { seq, table, db, turn }) {
    this.browser = browser;
    this.id = `tab-${browser.makeId()}`;
    this.dead = false;
    this.heard = {
      outcomes: [],
      parked: [],
      gone: [],
      restored: 0,
      renamed: [],
      volatile: [],
      joined: 0,
    };
    const { clock, storage } = browser;
    const alive =
      (action) =>
      (...given) =>
        !this.dead && action(...given);
    const { heard } = this;
    this.phone = new Phone({
      table,
      client: browser.makeId(),
      seq,
      tools: {
        now: clock.now,
        later: (action, wait) => clock.later(alive(action), wait),
        cancel: clock.cancel,
        random: () => 0.5,
        makeId: browser.makeId,
        turn,
        post: (body, to) => this.#post(body, to),
      },
      tell: {
        changed() {},
        outcome: (entry, row) => heard.outcomes.push([entry.id, row.outcome]),
        parked: (entries, reason) => heard.parked.push([reason, entries.length]),
        gone: (status) => heard.gone.push(status),
        restored: () => heard.restored++,
        renamed: (client) => heard.renamed.push(client),
        joined: () => heard.joined++,
        volatile: (why) => heard.volatile.push(why),
      },
      keeping: {
        tab: this.id,
        db,
        journal: new Journal(() => storage),
        isGone: async (id) => !browser.isOpen(id),
        spread: alive(() => browser.tellOthers(this)),
      },
    });
    this.phone.judge.learn(rules);
  }

  // A page that was killed hears no answer.
  async #post(body, table) {
    const answer = await this.browser.post(body, table);
    return this.dead ? new Promise(() => {}) : answer;
  }

  open(known) {
    return this.phone.open(known);
  }

  /** What the stream brings: the whole state, and the rows since. */
  hear() {
    const { outbox, rows } = this.phone;
    const state = this.browser.server.state(outbox.client, rows.last);
    this.phone.hear(
      { ...state, table: outbox.table },
      { floor: outbox.mark, client: outbox.client },
    );
  }

  tap(n = 1) {
    for (let i = 0; i < n; i += 1) this.phone.tap(ANA, 1);
    this.phone.closeDraft();
  }

  get shows() {
    return this.phone.face().totals.get(ANA);
  }

  /** The page is gone without a word. */
  kill() {
    this.dead = true;
    this.browser.close(this);
  }

  async pass(span) {
    for (let left = span; left > 0; left -= 50) {
      await this.browser.clock.pass(Math.min(50, left));
      await settled();
    }
  }
}
