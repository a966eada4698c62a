// The last rows of a ledger that this phone has heard of: what a decision may ask for (Past).

const KEPT = 400;
const TAKEN_BACK = new Set(["gain", "pay", "correct", "settle", "new_game"]);

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
    if (!known && row.type === "undo" && row.outcome === "accepted") this.#mark(row, true);
    for (const id of this.#rows.keys()) {
      if (this.#rows.size <= KEPT) break;
      this.#rows.delete(id);
    }
  }

  clear() {
    this.#rows.clear();
    this.last = 0;
  }

  find(id) {
    return this.#rows.get(id) ?? null;
  }

  after(seq) {
    return [...this.#rows.values()].filter((row) => row.seq > seq).sort((a, b) => a.seq - b.seq);
  }

  /** The last play of this phone's own that is in force, in this game or just ended by it. */
  latest(game) {
    const mine = ({ mine, type, outcome, undone, id, game: its }) =>
      mine && !undone && outcome === "accepted" && TAKEN_BACK.has(type) && (its === game || id === game);
    return this.after(0).findLast(mine) ?? null;
  }

  // An undo takes back; an undo of an undo brings to life again.
  #mark({ entry, with: others = [] }, undone) {
    for (const id of [entry, ...others]) {
      const row = this.#rows.get(id);
      if (!row) continue;
      this.#rows.set(id, { ...row, undone });
      if (row.type === "undo") this.#mark(row, !undone);
    }
  }
}
