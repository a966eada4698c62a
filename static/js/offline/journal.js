// Where the database fails, what waits is written here: one key in localStorage for each entry and
// draft. The next start that finds a working database takes it over.

const ENTRY = "outbox:";
const DRAFT = "draft:";
const STRUCK = "struck:"; // drafts that are no more, which the database could not be told

export class Journal {
  #storage;

  /** `storage()` gives a Storage, or throws where that is forbidden. */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * Whether all of it could be written. `draft` as in commit.js: undefined where nothing changed;
   * `heirless` are tabs whose drafts are no more; `struck` is {beat} where this one's is and the
   * database does not know yet, null once it does.
   */
  write({ table, tab, added, gone, draft, heirless, struck }) {
    try {
      const storage = this.#storage();
      for (const id of gone) storage.removeItem(`${ENTRY}${table}:${id}`);
      for (const entry of added)
        storage.setItem(`${ENTRY}${table}:${entry.id}`, JSON.stringify(entry));
      for (const other of heirless)
        for (const kind of [DRAFT, STRUCK]) storage.removeItem(`${kind}${table}:${other}`);
      if (draft === null) storage.removeItem(`${DRAFT}${table}:${tab}`);
      else if (draft) storage.setItem(`${DRAFT}${table}:${tab}`, JSON.stringify(draft));
      if (struck === null) storage.removeItem(`${STRUCK}${table}:${tab}`);
      else if (struck) storage.setItem(`${STRUCK}${table}:${tab}`, JSON.stringify(struck));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * What is written of a table: {entries, drafts: [{tab, id, draft, about}], struck: [{tab, beat}]};
   * rubbish is left there.
   */
  read(table) {
    const entries = this.#all(`${ENTRY}${table}:`).map(({ value }) => value);
    const drafts = this.#all(`${DRAFT}${table}:`).map(({ rest, value }) => ({
      ...value,
      tab: rest,
      jotted: true,
    }));
    const struck = this.#all(`${STRUCK}${table}:`).map(({ rest, value }) => ({
      ...value,
      tab: rest,
    }));
    return { entries: entries.filter(({ id, type }) => id && type), drafts, struck };
  }

  #all(prefix) {
    try {
      const storage = this.#storage();
      const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i));
      return keys
        .filter((key) => key.startsWith(prefix))
        .map((key) => ({ rest: key.slice(prefix.length), value: parse(storage.getItem(key)) }))
        .filter(({ value }) => value);
    } catch {
      return [];
    }
  }
}

function parse(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
