// The same as database.js in memory: for browsers that keep nothing, and as long as the page is open.

const KEYS = { tables: "table", entries: "id", sent: "id", drafts: "tab", parked: "id" };

export class Volatile {
  #stores = new Map([...Object.keys(KEYS), "meta"].map((name) => [name, new Map()]));
  #last = Promise.resolve();

  get lasts() {
    return false;
  }

  read(stores, work) {
    return this.write(stores, work);
  }

  /** One after the other, and whole or not at all. */
  write(stores, work) {
    const next = this.#last.then(() => this.#transact(stores, work));
    this.#last = next.catch(() => {});
    return next;
  }

  close() {}

  async #transact(names, work) {
    const copies = new Map(names.map((name) => [name, new Map(this.#stores.get(name))]));
    const store = (name) => copies.get(name);
    const answer = await work({
      get: async (name, key) => structuredClone(store(name).get(key)),
      all: async (name, table) =>
        structuredClone(
          [...store(name).values()].filter((row) => table === undefined || row.table === table),
        ),
      put: (name, value, key = value[KEYS[name]]) =>
        void store(name).set(key, structuredClone(value)),
      delete: (name, key) => void store(name).delete(key),
    });
    for (const [name, copy] of copies) this.#stores.set(name, copy);
    return answer;
  }
}
