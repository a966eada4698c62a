// What this phone knows of one table: the confirmed state, what waits, the open draft. No DOM.
import { closeDraft, foldPending, fromState, tap, WINDOW } from "./ledger/index.js";
import { Outbox } from "./offline/outbox.js";
import { Rows } from "./rows.js";

// What this phone can judge by itself; the rest is for the server, which knows every row.
const SURE = new Set([
  "INSUFFICIENT",
  "BAD_FIELD",
  "TOO_MANY",
  "SEATS_FULL",
  "SEAT_HELD",
  "PLAYER_LEFT",
  "UNDO_BELOW_ZERO",
]);

export class Phone {
  #tools;
  #tell;
  #draft = null;
  #closing = null;
  rows = new Rows();

  constructor({ table, client, tools, tell }) {
    this.#tools = tools;
    this.#tell = tell;
    const outcome = (entry, row) => {
      this.rows.add({ ...entry, ...row, mine: true });
      tell.outcome(entry, row);
    };
    const restored = () => {
      this.rows.clear();
      tell.restored();
    };
    this.outbox = new Outbox({ table, client, tools, tell: { ...tell, outcome, restored } });
  }

  get ready() {
    return this.outbox.state !== null;
  }

  get seq() {
    return this.state?.seq ?? 0;
  }

  get state() {
    return this.outbox.state;
  }

  /** A state from the stream. */
  hear(state, about) {
    this.outbox.adopt(state, about);
    if (state.epoch === this.state.epoch) this.rows.hear(state.entries ?? [], state.seq);
    this.#tell.changed();
  }

  /** One tap on a pad → the refusal, or null. */
  tap(seat, step) {
    if (!this.ready) return this.#early(seat, step);
    if (this.#draft && this.#draft.seat !== seat) this.closeDraft();
    const have = this.#folded().table.balance(seat, "energy");
    const { draft, closed, refused } = tap(this.#draft, seat, "energy", step, this.#tools.now(), have);
    if (closed) this.#enter(closed);
    this.#keep(draft);
    return refused ?? null;
  }

  drafts(seat) {
    return this.#draft?.seat === seat;
  }

  closeDraft() {
    const wish = this.#draft && closeDraft(this.#draft);
    this.#keep(null);
    if (wish) this.#enter(wish);
  }

  cancelDraft() {
    const open = this.#draft !== null;
    this.#keep(null);
    return open;
  }

  /** A whole entry at once → the refusal that this phone is sure of, or null. */
  enter(wish) {
    this.closeDraft();
    const refusal = this.ready ? this.#refusal(wish) : null;
    if (!refusal) this.#enter(wish);
    return refusal;
  }

  #refusal(wish) {
    const { rows } = this.#folded([this.#complete({ id: "", ...wish })]);
    const { outcome, refusal } = rows.at(-1);
    return outcome === "refused" && SURE.has(refusal.code) ? refusal : null;
  }

  // Before the first state nothing can be judged here: a tap is an entry at once.
  #early(seat, step) {
    this.#enter({ type: step < 0 ? "pay" : "gain", seat, kind: "energy", n: 1 });
    return null;
  }

  /** What the face shows: totals with all that waits and the draft, and what Undo would take. */
  face() {
    const { table, rows } = this.#folded();
    const draft = this.#draft;
    const totals = new Map(
      table.seats.map(({ id, counters }) => [id, counters.energy + (draft?.seat === id ? draft.n : 0)]),
    );
    return { totals, draft, latest: draft ? null : this.#latest(rows) };
  }

  #latest(pending) {
    const rows = new Rows();
    for (const row of this.rows.after(0)) rows.add(row);
    for (const row of pending) rows.add({ ...row, mine: true });
    return rows.latest(this.state.game);
  }

  #folded(more = []) {
    return foldPending(fromState(this.state), this.rows, [...this.outbox.waiting, ...more]);
  }

  #keep(draft) {
    this.#draft = draft;
    if (this.#closing !== null) this.#tools.cancel(this.#closing);
    this.#closing = draft ? this.#tools.later(() => this.closeDraft(), WINDOW) : null;
    this.#tell.changed();
  }

  #enter(wish) {
    this.outbox.add(this.#complete(wish));
  }

  #complete(wish) {
    const about = this.ready ? { game: this.state.game, seen: this.state.seq } : {};
    return { ...about, at: this.#tools.now(), ...wish };
  }
}
