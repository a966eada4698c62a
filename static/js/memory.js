// What this phone remembers: the last rows of the ledger, and what it has sent.

const KEPT = 400;
const DAY = 86_400_000;
const TAKEN_BACK = new Set(["gain", "pay", "correct", "settle", "new_game"]);

/** Rows it has heard of: what a decision may ask for (Past). */
export class Rows {
  #rows = new Map(); // entry id → row, oldest first
  last = 0; // how far the stream has told it

  /** What a state brings; rows told before keep their place. */
  hear(entries, seq) {
    for (const row of entries) this.add(row);
    this.last = Math.max(this.last, seq);
  }

  add(row) {
    const known = this.#rows.get(row.id);
    this.#rows.set(row.id, { ...known, ...row });
    if (!known && isUndo(row)) this.#undo(row);
    for (const id of this.#rows.keys()) {
      if (this.#rows.size <= KEPT) break;
      this.#rows.delete(id);
    }
  }

  #undo(undo) {
    const marks = new Map();
    mark(undo, true, (id) => this.#rows.get(id), marks);
    for (const [id, undone] of marks) {
      if (this.#rows.has(id)) this.#rows.set(id, { ...this.#rows.get(id), undone });
    }
  }

  /** Forget all, and ask for what comes after `last`. */
  clear(last) {
    this.#rows.clear();
    this.last = Math.max(0, last);
  }

  find(id) {
    return this.#rows.get(id) ?? null;
  }

  after(seq) {
    return [...this.#rows.values()].filter((row) => row.seq > seq).sort((a, b) => a.seq - b.seq);
  }

  /** This phone's last play that is in force, in this game or by which it began; `pending` on top. */
  latest(game, pending) {
    const marks = new Map();
    const rows = [...this.#rows.values(), ...pending];
    const find = (id) => rows.find((row) => row.id === id);
    for (const row of pending) if (isUndo(row)) mark(row, true, find, marks);
    const inForce = ({ id, undone }) => !(marks.get(id) ?? undone);
    const mine = (row) => row.mine && row.outcome === "accepted" && TAKEN_BACK.has(row.type);
    const now = (row) => row.game === game || row.id === game;
    return rows.findLast((row) => mine(row) && now(row) && inForce(row)) ?? null;
  }
}

const isUndo = ({ type, outcome }) => type === "undo" && outcome === "accepted";

// An undo takes back; an undo of an undo brings to life again.
function mark({ entry, with: others }, undone, find, marks) {
  for (const id of [entry, ...(others ?? [])]) {
    const row = find(id);
    marks.set(id, undone);
    if (row?.type === "undo") mark(row, !undone, find, marks);
  }
}

/** Entries that the server has confirmed, kept for a day in case it comes back without them. */
export class Sent {
  #items = []; // {entry, at}, oldest first

  add(entry, now) {
    this.#items = this.#items.filter(({ at }) => at > now - DAY);
    this.#items.push({ entry, at: now });
  }

  /** Give those after a seq back, and keep them no longer. */
  giveBack(seq) {
    const back = this.#items.filter(({ entry }) => entry.seq > seq).map(({ entry }) => entry);
    this.#items = this.#items.filter(({ entry }) => entry.seq <= seq);
    return back;
  }

  /** The client that numbered them is no more: any ack is before them. */
  outlive() {
    for (const { entry } of this.#items) entry.seq = Number.POSITIVE_INFINITY;
  }
}
