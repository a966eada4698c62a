// The outbox: entries made on this phone that the server has not confirmed.
// In order of seq, one flight at a time; an entry leaves only on a validated answer.
import { Overlap, Sent } from "../memory.js";
import { judge } from "../network.js";
import { Clockwork } from "./clockwork.js";

const BATCH = 100;
const DEBOUNCE = 150;
const NUDGE = 15_000;

/**
 * `tools`: {post(body, table) → {status, body, after} or rejects, now, later, cancel, random, makeId}.
 * `tell`: {changed(), outcome(entry, row), unread(entry), gone(status), restored(), renamed(id)}.
 */
export class Outbox {
  #tools;
  #tell;
  #clock;
  #pending = [];
  #sent = new Sent();
  #untold = new Map(); // id → entry whose outcome nobody has heard
  #overlap = new Overlap();
  #epochs = new Set(); // those before a restore: late words from them are ignored
  #size = BATCH;
  #flight = null;

  constructor({ table, client, tools, tell }) {
    this.table = table;
    this.client = client;
    this.state = null;
    this.stopped = false;
    this.#tools = tools;
    this.#tell = tell;
    this.#clock = new Clockwork(tools, () => this.flush());
  }

  /** How far this phone knows the table. */
  get mark() {
    return { epoch: this.state?.epoch, seq: this.state?.seq ?? 0 };
  }

  get waiting() {
    return this.#pending;
  }

  /** What waits and is not in the known state: to be shown on top of it. */
  get unknown() {
    return this.#pending.filter(({ id }) => !this.#overlap.has(id));
  }

  get failing() {
    return this.#clock.tries > 0;
  }

  get flying() {
    return this.#flight !== null;
  }

  /** Put an entry at the end. It gets its seq now, or with the first state. */
  add(wish) {
    const entry = { id: this.#tools.makeId(), ...wish };
    this.#untold.set(entry.id, entry);
    this.#pending.push(entry);
    this.#number();
    this.#plan();
    this.#tell.changed();
    return entry;
  }

  /** Send what waits, whatever the back-off says, but never before a Retry-After. */
  flush() {
    if (this.stopped || this.#flight || !this.state || !this.#pending.length) return;
    if (this.#clock.held()) return;
    this.#flight = this.#fly(this.#pending.slice(0, this.#size)).then(() => this.#land());
  }

  /** The page may be killed: send all of it at once, even beside a flight. Replays are safe. */
  flushLast() {
    if (!this.#flight || this.stopped) this.flush();
    else if (this.#pending.length) this.#fly(this.#pending.slice(0, BATCH));
  }

  /**
   * Take a state and its ack in one step, unless a newer one is here.
   * `floor` is the mark that was known when it was asked for: a seq below it means that the server
   * was restored. `client` is whose ack it carries.
   */
  adopt(state, { floor, client = this.client } = {}) {
    if (this.#epochs.has(state.epoch)) return;
    const ack = client === this.client ? (state.ack ?? 0) : 0;
    if (this.#isRestored(state, floor)) this.#restore({ ...state, ack });
    else this.#follow({ ...state, ack }, floor);
    this.#plan();
    this.#tell.changed();
  }

  #isRestored({ epoch, seq }, floor) {
    if (!this.state) return false;
    return epoch !== this.state.epoch || (epoch === floor?.epoch && seq < floor.seq);
  }

  // A row names its entry: an own tap never counts twice, whichever answer comes first.
  #follow(state, floor) {
    for (const row of state.entries ?? []) this.#confirm(row);
    const known = this.state ?? { seq: -1, ack: 0 };
    const ack = Math.max(state.ack, known.ack);
    const exact = state.entries && (floor?.epoch ?? state.epoch) === state.epoch;
    this.#overlap.miss(state, ack, this.#pending);
    if (state.seq >= known.seq) this.#overlap.hold(exact, ack, this.#pending);
    this.state = { ...(state.seq >= known.seq ? state : known), ack };
    this.#number();
  }

  // What the server once confirmed and has lost by the ack is sent again; ids make that safe.
  #restore(state) {
    if (state.epoch !== this.state.epoch) this.#epochs.add(this.state.epoch);
    for (const entry of this.#pending) if (entry.seq <= state.ack) this.#drop(entry);
    this.#pending = [...this.#sent.giveBack(state.ack), ...this.#pending];
    for (const entry of this.#pending) entry.seen = Math.min(entry.seen ?? state.seq, state.seq);
    this.#overlap.restart(state.seq);
    this.state = state;
    this.#number();
    for (const row of state.entries ?? []) this.#confirm(row);
    this.#tell.restored();
  }

  #confirm(row) {
    const entry = this.#pending.find(({ id }) => id === row.id);
    if (entry) this.#drop(entry);
    const untold = this.#untold.get(row.id);
    if (!untold || !row.outcome) return;
    this.#untold.delete(row.id);
    this.#tell.outcome(untold, row);
  }

  #drop(entry) {
    this.#pending = this.#pending.filter((other) => other !== entry);
    this.#sent.add(entry, this.#tools.now());
  }

  // From the ack on: what has no seq yet, and what the entries of another tab have overtaken.
  #number() {
    if (!this.state) return;
    let next = this.state.ack + 1;
    for (const entry of this.#pending) entry.seq = next++;
  }

  #plan() {
    if (!this.#pending.length || this.stopped) return;
    this.#clock.soon(DEBOUNCE);
    this.#clock.nudge(NUDGE, () => this.#pending.length > 0);
  }

  async #fly(entries) {
    const { client, table } = this;
    const flight = { client, floor: this.mark, batch: entries.map((entry) => ({ ...entry })) };
    this.#overlap.fly(entries);
    const post = { v: 1, client, entries: flight.batch };
    const answer = await this.#tools.post(post, table).catch(() => ({ status: 0 }));
    const verdict = judge(answer, table);
    if (verdict.kind === "gone" && table !== this.table) return this.#clock.failed(0);
    if (client === this.client || verdict.kind === "taken") this.#act(verdict, flight);
  }

  #land() {
    this.#flight = null;
    if (this.#pending.length && !this.stopped) this.#clock.again();
    this.#tell.changed();
  }

  #act(verdict, flight) {
    if (verdict.kind === "taken") this.#taken(verdict, flight);
    else if (verdict.kind === "gap") this.#gap(verdict.expect, flight.floor);
    else if (verdict.kind === "conflict") this.#clash(flight.batch);
    else if (verdict.kind === "unfit") this.#shrink(flight.batch);
    else if (verdict.kind === "gone") this.#stop(verdict.status);
    else this.#clock.failed(verdict.after);
  }

  #taken({ ack, outcomes, state }, { batch, client, floor }) {
    if (this.#epochs.has(state.epoch)) return this.#clock.failed();
    const rows = new Map(outcomes.map((row) => [row.id, row]));
    const decided = batch.filter(({ id, seq }) => seq <= ack || rows.has(id));
    for (const { id } of decided) this.#confirm(rows.get(id) ?? { id });
    this.adopt({ ...state, ack }, { floor, client });
    this.#size = Math.min(BATCH, this.#size * 2);
    if (decided.length) this.#clock.reset();
    else this.#clock.failed();
  }

  // The server knows fewer than this phone thought: what it lacks goes first.
  #gap(expect, { epoch }) {
    this.#clock.failed();
    if (epoch !== this.state.epoch) return;
    this.state = { ...this.state, ack: expect - 1 };
    const lacking = this.#sent.giveBack(expect - 1);
    this.#overlap.lack(lacking);
    this.#pending = [...lacking, ...this.#pending];
    this.#number();
  }

  #clash([{ seq }]) {
    if (seq > this.state.ack) this.#rename();
    else this.#clock.failed(); // an ack that came meanwhile has moved the count on
  }

  // Another phone speaks with this one's name (a restored or copied storage): become a new one.
  #rename() {
    const { seats, seq: seen } = this.state;
    const common = { type: "seat_take", over: true, at: this.#tools.now(), seen };
    const takes = seats
      .filter(({ mine }) => mine)
      .map(({ id: seat }) => ({ id: this.#tools.makeId(), ...common, seat }));
    this.client = this.#tools.makeId();
    this.state = { ...this.state, ack: 0 };
    this.#sent.outlive();
    this.#pending = [...takes, ...this.#pending];
    this.#number();
    this.#clock.failed();
    this.#tell.renamed(this.client);
  }

  // Too much, or something broken in it: smaller, until the one at fault stands alone.
  #shrink(batch) {
    this.#clock.reset();
    this.#size = Math.max(1, batch.length >> 1);
    if (batch.length > 1) return;
    const [{ id }] = batch;
    this.#pending = this.#pending.filter((entry) => entry.id !== id);
    this.#number();
    if (this.#untold.delete(id)) this.#tell.unread(batch[0]);
  }

  #stop(status) {
    this.stopped = true;
    this.#tell.gone(status);
  }
}
