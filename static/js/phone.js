// What this phone knows of one table: the confirmed state, what waits, the open draft. No DOM.
import { Drafting } from "./drafting.js";
import { Judge } from "./judging.js";
import { Rows } from "./memory.js";
import { isOlder } from "./offline/commit.js";
import { Heirs } from "./offline/heirs.js";
import { Keeper, NOTHING } from "./offline/keeper.js";
import { Outbox } from "./offline/outbox.js";

const BACK = 50; // rows before the page's own that Undo may need
const STORED = 100; // rows kept for a page with no network
const PATIENCE = 4000; // for a state as new as the page

export class Phone {
  #tools;
  #tell;
  #keeper;
  #heirs;
  #drafting;
  judge; // what it makes of all that
  #least; // a stored state that is behind the page is not to be shown
  rows = new Rows();

  /**
   * `seq` is that of the page as it came, `name` the table's, `tools` and `tell` as in
   * offline/outbox.js; tell.volatile(why) as in offline/keeper.js. `keeping`, where anything is to
   * be kept: {db, journal, tab, isGone(tab, beat), spread()}.
   */
  constructor({ table, client, seq = 0, name = null, tools, tell, keeping }) {
    this.#tools = tools;
    this.#tell = tell;
    this.#least = seq;
    const close = () => this.closeDraft();
    this.#drafting = new Drafting(tools, { keep: (draft) => this.#keep(draft), close });
    const outcome = (entry, row) => {
      this.rows.add({ ...entry, ...row, mine: true });
      tell.outcome(entry, row);
    };
    const restored = () => {
      this.rows.clear(this.state.seq - BACK);
      tell.restored();
    };
    const ears = { ...tell, outcome, restored, changed: () => this.#changed() };
    this.#keeper = keeping ? this.#keeperOf(table, name, keeping) : NOTHING;
    this.outbox = new Outbox({ table, client, tools, tell: ears, keeper: this.#keeper });
    this.judge = new Judge(this.outbox, this.rows, tell.changed);
    this.#heirs = new Heirs(this.#keeper, this.outbox, keeping?.isGone, tools.later);
    this.rows.clear(seq - BACK);
  }

  #keeperOf(table, name, { spread, ...keeping }) {
    const known = () => ({ ...this.outbox.known, rows: this.rows.newest(STORED), name });
    const tell = { ...this.#tell, spread, mirror: (kept) => this.#mirror(kept) };
    return new Keeper({ ...keeping, table, now: this.#tools.now, known, tell });
  }

  /**
   * Load what this browser keeps of the table; what was tapped before counts, too. `known` is what
   * the server calls this browser, `fallback()` its name where nobody has one.
   */
  async open(known, fallback = this.#tools.makeId) {
    const found = await this.#keeper.open(known, fallback);
    if (!found) return;
    const { record, entries } = found;
    if (record?.state) {
      const { seq } = record.state;
      this.rows.clear(entries.length ? seq : Math.max(seq, this.#least - BACK));
      for (const row of record.rows) this.rows.add(row);
    }
    this.outbox.load(found, this.rows);
    this.#tools.later(() => this.#makeDo(), PATIENCE);
    await this.#heirs.take(found.drafts);
  }

  // Better an older state than none.
  #makeDo() {
    this.#least = 0;
    this.#changed();
  }

  /** Another tab has written. */
  reread = () => this.#keeper.reread();

  /** The page goes out of sight with its draft closed, and may be killed. */
  hide() {
    this.outbox.flushLast();
    this.#keeper.secure();
  }

  /** What was put aside waits once more. */
  sendAgain() {
    this.outbox.stopped = false;
    this.reread();
    this.outbox.changed();
  }

  /** The page is looked at again: what have other tabs done, or left open? */
  look() {
    this.reread();
    this.#heirs.look();
  }

  #mirror(kept) {
    const { state, rows, ended } = kept.record;
    this.outbox.mirror(kept, this.rows);
    const { known } = this.outbox;
    const isNew = state && (!known.state || isOlder(known.state, state, ended));
    if (isNew && !known.ended.includes(state.epoch))
      this.hear({ ...state, entries: rows }, { floor: this.outbox.mark });
  }

  /** Whether it knows the table. */
  get known() {
    if (!this.state) return !this.outbox.joined;
    return this.state.seq >= this.#least;
  }

  /** Whether it can show the table. */
  get ready() {
    return this.known && this.judge.sees;
  }

  /** Whether it can judge what is done: until then a tap is an entry at once. */
  get judges() {
    return this.known && this.judge.knowsRules;
  }

  get state() {
    return this.outbox.state;
  }

  /** Whether the server has ever known this table; one begun with no network joins it later. */
  get joined() {
    return this.outbox.joined;
  }

  /** Whether all that was tapped is on this phone's disk. */
  get isSaved() {
    return this.#keeper.isSaved;
  }

  /** The table as it is to be drawn: what is confirmed, and all that waits on top (ledger/table.js). */
  get table() {
    return this.ready ? this.judge.folded.table : null;
  }

  /** Every row that this phone knows, oldest first, with all that waits. */
  get ledger() {
    return this.ready ? this.judge.folded.known() : [];
  }

  /** A state from the stream. */
  hear(state, about) {
    this.#least = 0;
    this.outbox.adopt(state, about);
    if (state.epoch === this.state.epoch) this.rows.hear(state.entries ?? [], state.seq);
    this.#changed();
  }

  /** One tap on a pad → the refusal, or null. */
  tap(seat, step) {
    if (!this.judges) return this.#early(seat, step) ?? null;
    if (!this.#drafting.is(seat)) this.closeDraft();
    const have = this.table.balance(seat, "energy");
    const { closed, refused } = this.#drafting.tap(seat, step, have, this.isTournament);
    if (closed) this.#enter(closed);
    return refused ?? null;
  }

  drafts = (seat) => this.#drafting.is(seat);
  cancelDraft = () => this.#drafting.take() !== null;

  /** In tournament mode a draft that is not done counts for nothing. */
  closeDraft() {
    return this.isTournament ? this.cancelDraft() : this.done();
  }

  /** The draft becomes an entry, unless its player has to choose first, or can't get it. */
  done() {
    const wish = this.#drafting.take();
    const isAsked = this.judges && this.table.inForce.length > 0;
    const refusal = wish && isAsked && this.#refusal(wish);
    if (refusal) this.#tell.refused(refusal, wish);
    else if (wish) this.#enter(wish);
  }

  get isTournament() {
    return this.table?.mode === "tournament";
  }

  /** A whole entry at once → the refusal that this phone is sure of, or null. */
  enter(wish) {
    this.closeDraft();
    const refusal = this.judges ? this.#refusal(wish) : null;
    if (!refusal) this.#enter(wish);
    return refusal;
  }

  /** The table goes on under another id; what waits is sent there. */
  move(table) {
    this.#keeper.move(table);
    Object.assign(this.outbox, { table, stopped: false });
    this.closeDraft();
    this.outbox.flush();
  }

  /** Whether nothing is left to send. */
  get settled() {
    return !this.#drafting.draft && !this.outbox.waiting.length;
  }

  #changed() {
    this.judge?.forget();
    this.#tell.changed();
  }

  #refusal = (wish) => this.judge.refusalOf(this.#complete({ ...wish, id: "" }));

  #early(seat, step) {
    this.#enter({ type: step < 0 ? "pay" : "gain", seat, kind: "energy", n: 1 });
  }

  /** What the face shows (facing.js). */
  face() {
    return this.judge.face(this.#drafting.draft, this.isTournament);
  }

  // What a tournament's player has not called done is nobody's to inherit.
  #keep(draft) {
    this.#tell.changed();
    const kept = this.isTournament ? null : draft;
    this.#keeper.note({ draft: kept && { id: kept.id, draft: kept, about: this.#about() } });
  }

  #enter = (wish) => this.outbox.add(this.#complete(wish));

  #complete(wish) {
    return { ...(this.ready && this.#about()), at: this.#tools.now(), ...wish };
  }

  // A game that waits to begin is the one that is played.
  #about() {
    const { game } = this.table;
    return { game, seen: this.state?.seq ?? 0 };
  }
}
