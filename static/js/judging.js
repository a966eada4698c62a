// What this phone makes of what it knows: the confirmed state with all that waits on top. The
// ledger's rules come a moment after the first look: nothing can be judged without them, and nothing
// that waits be shown.
import { faceOf } from "./facing.js";
import { fromState } from "./ledger/state.js";

export class Judge {
  #outbox;
  #rows;
  #changed;
  #rules = null;
  #fold = null;
  #come;
  /** Kept when the rules are here. */
  learned = new Promise((come) => (this.#come = come));

  constructor(outbox, rows, changed) {
    this.#outbox = outbox;
    this.#rows = rows;
    this.#changed = changed;
  }

  /** Take up the rules (ledger/index.js). */
  learn(rules) {
    this.#rules = rules;
    this.forget();
    this.#come();
    this.#changed();
  }

  get knowsRules() {
    return this.#rules !== null;
  }

  /** Whether the table can be shown. */
  get sees() {
    return this.knowsRules || !this.#outbox.unknown.length;
  }

  /** Something has changed. */
  forget() {
    this.#fold = null;
  }

  /** {table, known(): all rows, latest: what Undo would take}; the same until something changes. */
  get folded() {
    if (this.#fold) return this.#fold;
    const { table, rows, known } = this.#foldWith([]);
    const pending = rows.map((row) => ({ ...row, mine: true }));
    this.#fold = { table, known, latest: this.#rows.latest(table.game, pending) };
    return this.#fold;
  }

  /** What the face shows with a draft on top (facing.js). */
  face(draft, lasts) {
    return faceOf({ ...this.folded, draft, lasts, leadsTo: this.#rules?.draftedTotals });
  }

  /** The refusal of an entry that this phone is sure of, or null. */
  refusalOf(entry) {
    const row = this.#foldWith([entry]).rows.at(-1);
    return this.#rules.isSure(row) ? row.refusal : null;
  }

  #foldWith(more) {
    const state = fromState(this.#outbox.state ?? {});
    if (!this.#rules) return { table: state, rows: [], known: () => [] };
    return this.#rules.foldPending(state, this.#rows, [...this.#outbox.unknown, ...more]);
  }
}
