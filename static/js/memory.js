// What this phone remembers: the last rows of the ledger, and what it has sent.
import { UNDOABLE } from "./ledger/table.js";

const KEPT = 400;
const DAY = 86_400_000;
const TAKEN_BACK = new Set(UNDOABLE.filter((type) => type !== "undo"));

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
    if (!known) this.#undo(row);
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

  newest(count) {
    return this.after(0).slice(-count);
  }

  /** This phone's last play that is in force, in this game or by which it began; `pending` on top. */
  latest(game, pending) {
    const marks = new Map();
    const rows = [...this.#rows.values(), ...pending];
    const find = (id) => rows.find((row) => row.id === id);
    for (const row of pending) mark(row, true, find, marks);
    const inForce = ({ id, undone }) => !(marks.get(id) ?? undone);
    const mine = (row) => row.mine && row.outcome === "accepted" && TAKEN_BACK.has(row.type);
    const now = (row) => row.game === game || row.id === game;
    return rows.findLast((row) => mine(row) && now(row) && inForce(row)) ?? null;
  }
}

// A state tells what was taken back where that is more than its entry names: a whole group.
function takenBack({ type, outcome, entry, with: others, compensates }) {
  if (outcome !== "accepted") return [];
  return compensates ?? (type === "undo" ? [entry, ...(others ?? [])] : []);
}

// An undo takes back; an undo of an undo brings to life again.
function mark(by, undone, find, marks) {
  for (const id of takenBack(by)) {
    const row = find(id);
    marks.set(id, undone);
    if (row) mark(row, !undone, find, marks);
  }
}

/** Which of the entries that wait are in the known state already: they are not shown on top of it. */
export class Overlap {
  #told = null; // up to which seq rows have told all
  #flown = new Set(); // ids that were on their way at least once
  #held = new Set(); // ids that the known state seems to hold
  #missed = new Set(); // ids that it holds although no state will bring their rows any more

  has(id) {
    return this.#held.has(id) || this.#missed.has(id);
  }

  fly(entries) {
    for (const { id } of entries) this.#flown.add(id);
  }

  // Rows tell exactly, if asked for in the server's own count. Without them the ack says what the
  // state holds, most likely.
  hold(exact, ack, pending) {
    if (exact) this.#held.clear();
    else this.#add(this.#held, ack, pending);
  }

  // After a long absence the oldest rows are left out, and only the ack speaks of them.
  miss({ entries, seq }, ack, pending) {
    if (!entries) return;
    const told = this.#told ?? seq;
    if (entries[0]?.seq > told + 1) this.#add(this.#missed, ack, pending);
    this.#told = Math.max(told, seq);
  }

  /** The server was restored: what it holds now is known. */
  restart(seq) {
    this.#held.clear();
    this.#missed.clear();
    this.#told = seq;
  }

  /** The server has fewer entries than this phone thought; these go first. */
  lack(entries) {
    this.#missed.clear();
    for (const { id } of entries) this.#held.add(id);
  }

  #add(ids, ack, pending) {
    for (const { id, seq } of pending) if (seq <= ack && this.#flown.has(id)) ids.add(id);
  }
}

/** Entries that the server has confirmed, kept for a day in case it comes back without them. */
export class Sent {
  #items; // {entry, at}, oldest first

  /** `others` were sent under another name. */
  constructor(items = [], others = []) {
    const all = [...items, ...others].sort((a, b) => a.at - b.at || a.entry.seq - b.entry.seq);
    this.#items = all;
    for (const { entry } of others) entry.seq = Number.POSITIVE_INFINITY;
  }

  add(entry, now) {
    this.#items = this.#items.filter(({ at }) => at > now - DAY);
    this.#items.push({ entry, at: now });
  }

  /** Give those of the last day after a seq back, and keep them no longer. */
  giveBack(seq, now) {
    const lately = ({ entry, at }) => entry.seq > seq && at > now - DAY;
    const back = this.#items.filter(lately).map(({ entry }) => entry);
    this.#items = this.#items.filter(({ entry }) => entry.seq <= seq);
    return back;
  }

  /** The client that numbered them is no more: any ack is before them. */
  outlive() {
    for (const { entry } of this.#items) entry.seq = Number.POSITIVE_INFINITY;
  }
}
