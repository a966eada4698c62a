// What this phone knows of one table: the confirmed state, what waits, the open draft. No DOM.
import { closeDraft, foldPending, fromState, tap, WINDOW } from "./ledger/index.js";
import { Rows } from "./memory.js";
import { Outbox } from "./offline/outbox.js";

const BACK = 50; // rows before the page's own that Undo may need
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
  #fold = null;
  rows = new Rows();

  /** `seq` is that of the page as it came; `tools` and `tell` as in offline/outbox.js. */
  constructor({ table, client, seq = 0, tools, tell }) {
    this.#tools = tools;
    this.#tell = tell;
    const outcome = (entry, row) => {
      this.rows.add({ ...entry, ...row, mine: true });
      tell.outcome(entry, row);
    };
    const restored = () => {
      this.rows.clear(this.state.seq - BACK);
      tell.restored();
    };
    const ears = { ...tell, outcome, restored, changed: () => this.#changed() };
    this.outbox = new Outbox({ table, client, tools, tell: ears });
    this.rows.clear(seq - BACK);
  }

  get ready() {
    return this.outbox.state !== null;
  }

  get state() {
    return this.outbox.state;
  }

  /** Load what this browser keeps of the table. A tap before that counts too. */
  async open() {}

  /** Whether the server has ever known this table; one begun with no network joins it later. */
  get joined() {
    return true;
  }

  /** The table as it is to be drawn: what is confirmed, and all that waits on top (ledger/table.js). */
  get table() {
    return this.ready ? this.#folded().table : null;
  }

  /** A state from the stream. */
  hear(state, about) {
    this.outbox.adopt(state, about);
    if (state.epoch === this.state.epoch) this.rows.hear(state.entries ?? [], state.seq);
    this.#changed();
  }

  /** One tap on a pad → the refusal, or null. */
  tap(seat, step) {
    if (!this.ready) return this.#early(seat, step);
    if (this.#draft && this.#draft.seat !== seat) this.closeDraft();
    const have = this.#folded().table.balance(seat, "energy");
    const { draft, closed, refused } = tap(
      this.#draft,
      seat,
      "energy",
      step,
      this.#tools.now(),
      have,
    );
    if (closed) this.#enter(closed);
    this.#keep(draft);
    return refused ?? null;
  }

  drafts(seat) {
    return this.#draft?.seat === seat;
  }

  closeDraft() {
    if (!this.#draft) return;
    const wish = closeDraft(this.#draft);
    this.#keep(null);
    this.#enter(wish);
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

  /** The table goes on under another id; what waits is sent there. */
  move(table) {
    Object.assign(this.outbox, { table, stopped: false });
    this.closeDraft();
    this.outbox.flush();
  }

  /** Whether nothing is left to send. */
  get settled() {
    return !this.#draft && !this.outbox.waiting.length;
  }

  #changed() {
    this.#fold = null;
    this.#tell.changed();
  }

  #refusal(wish) {
    const { rows } = this.#foldWith([this.#complete({ id: "", ...wish })]);
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
    const { table, latest } = this.#folded();
    const draft = this.#draft;
    const drafted = (seat) => (draft?.seat === seat ? draft.n : 0);
    // Others may have taken what an open draft counts on; its end will be refused.
    const total = ({ id, counters }) => Math.max(0, counters.energy + drafted(id));
    const totals = table.seats.map((seat) => [seat.id, total(seat)]);
    return { totals: new Map(totals), draft, latest: draft ? null : latest };
  }

  // The same until something but the draft changes.
  #folded() {
    if (this.#fold) return this.#fold;
    const { table, rows } = this.#foldWith([]);
    const pending = rows.map((row) => ({ ...row, mine: true }));
    this.#fold = { table, latest: this.rows.latest(this.state.game, pending) };
    return this.#fold;
  }

  #foldWith(more) {
    return foldPending(fromState(this.state), this.rows, [...this.outbox.unknown, ...more]);
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
