// The outbox: entries made on this phone that the server has not confirmed, in order of seq. An
// entry leaves only on a validated answer, or for a shelf where people find it. waiting.js has the
// list, keeper.js brings it to disk, flights.js to the server.
import { Flights } from "./flights.js";
import { NOTHING } from "./keeper.js";
import { Known } from "./known.js";
import { seatTakes, Waiting } from "./waiting.js";

/**
 * `tools`: {post(body, table) → {status, body, after} or rejects, now, later, cancel, random, makeId,
 * turn?(action), see tabs.js}.
 * `tell`: {changed(), outcome(entry, row), parked(entries, reason), gone(status), restored(),
 * renamed(id), joined()}. Reasons: "unread" (the server can't read it), "gone" (its table is).
 */
export class Outbox {
  #tools;
  #tell;
  #keeper;
  #flights;
  #waiting;
  #known = new Known();

  constructor({ table, client, tools, tell, keeper = NOTHING }) {
    this.table = table;
    this.client = client;
    this.stopped = false;
    this.joined = true; // a table begun with no network does so with its first post
    this.#tools = tools;
    this.#tell = tell;
    this.#keeper = keeper;
    this.#waiting = new Waiting(keeper, () => tools.now());
    this.#flights = new Flights(this, tools, () => keeper.settled());
  }

  get state() {
    return this.#known.state;
  }

  /** How far this phone knows the table. */
  get mark() {
    return this.#known.mark;
  }

  get ack() {
    return this.#known.ack;
  }

  /** For the store: {client, state, ended: epochs that are over}. */
  get known() {
    return { client: this.client, state: this.state, ended: this.#known.ended };
  }

  get waiting() {
    return this.#waiting.list;
  }

  /** What waits and is not in the known state: to be shown on top of it. */
  get unknown() {
    return this.waiting.filter(({ id }) => !this.#known.overlap.has(id) && !this.repeats(id));
  }

  /** Whether an entry is sent again only to be sure that a restored server has it. */
  repeats(id) {
    return this.#waiting.repeats.has(id);
  }

  get sendable() {
    return !this.stopped && this.waiting.length > 0 && (this.state !== null || !this.joined);
  }

  get failing() {
    return this.#flights.failing;
  }

  get flying() {
    return this.#flights.flying;
  }

  /** Take up what the last page left (load.js); `rows` as for mirror(). */
  load(found, rows) {
    const { client, was, record } = found;
    this.client = client;
    this.joined = record?.joined ?? true;
    this.#known.load(record);
    this.#known.overlap.fly(this.#waiting.load(found)); // each may have been on its way
    this.#decide(this.waiting, rows);
    if (was && was !== client) this.#become(client);
    this.#number();
    this.#keeper.note({ state: true });
    this.changed();
  }

  /** Put an entry at the end. It gets its seq now, or with the first state. */
  add(wish) {
    const entry = { id: this.#tools.makeId(), ...wish };
    this.#waiting.add(entry);
    this.#number();
    this.changed();
    return entry;
  }

  /** The draft of a tab that is gone becomes its entry, whichever tab finds it first. */
  inherit(tab, entry, jotted = false) {
    this.#waiting.expect(entry);
    this.#keeper.note({ adopted: [[tab, entry]] });
    if (jotted) this.add(entry);
  }

  flush = () => this.#flights.flush();
  flushLast = () => this.#flights.flushLast();

  /**
   * Take a state and its ack in one step, unless a newer one is here.
   * `floor` is the mark that was known when it was asked for: a seq below it means that the server
   * was restored. `client` is whose ack it carries.
   */
  adopt(state, { floor, client = this.client } = {}) {
    if (this.#known.isOver(state.epoch)) return;
    const ack = client === this.client ? (state.ack ?? 0) : 0;
    const forced = this.#known.isRestored(state, floor);
    if (forced) this.#restore({ ...state, ack });
    else this.#follow({ ...state, ack }, floor);
    this.#keeper.note({ state: true, forced });
    if (!this.joined) {
      this.joined = true;
      this.#tell.joined();
    }
    this.changed();
  }

  /** What all tabs have stored; what `rows` tell of it is decided, unless the server has lost it. */
  mirror({ entries, record, client, was }, rows) {
    if (this.stopped) return;
    this.#waiting.mirror(entries);
    if (client !== this.client) this.#follows(client, was === client ? record.state?.ack : null);
    this.#decide(entries, rows);
    this.#number();
    this.changed();
  }

  #decide(entries, rows) {
    const decided = entries.map(({ id }) => rows.find(id)).filter((row) => row?.outcome);
    for (const row of decided) if (!this.#known.overlap.has(row.id)) this.#confirm(row);
  }

  changed() {
    this.#flights.plan();
    this.#tell.changed();
  }

  // A row names its entry: an own tap never counts twice, whichever answer comes first.
  #follow(state, floor) {
    for (const row of state.entries ?? []) this.#confirm(row);
    this.#known.follow(state, floor, this.waiting);
    this.#number();
  }

  // All of the last day is sent again, whatever the ack says: two phones may have had one name.
  #restore(state) {
    this.#waiting.giveBack(0, state.ack);
    for (const entry of this.waiting) entry.seen = Math.min(entry.seen ?? state.seq, state.seq);
    this.#known.restart(state, this.waiting);
    this.#number();
    for (const row of state.entries ?? []) this.#confirm(row);
    this.#tell.restored();
  }

  #confirm(row) {
    const untold = this.#waiting.confirm(row);
    if (untold) this.#tell.outcome(untold, row);
  }

  // From the ack on: what has no seq yet, and what the entries of another tab have overtaken.
  #number() {
    if (this.state || !this.joined) this.#waiting.number(this.ack);
  }

  // Another tab has given this browser another name, here (then it has an ack) or at another table.
  #follows(client, ack) {
    if (ack == null) this.#become(client);
    else this.#callMe(client, ack);
    this.#tell.renamed(client);
  }

  // Under another name the count begins anew, and the seats are to be taken over.
  #become(client) {
    const takes = seatTakes(this.state, this.#tools);
    this.#callMe(client, 0);
    this.#waiting.addInFront(takes);
    this.#number();
    this.#keeper.note({ state: true, forced: true });
  }

  #callMe(client, ack) {
    this.client = client;
    this.#known.count(ack);
    this.#waiting.outlive();
  }

  departed(entries) {
    this.#known.overlap.fly(entries);
  }

  /** → whether the answer has decided anything. */
  taken({ ack, outcomes, state }, { batch, client, floor }) {
    if (this.#known.isOver(state.epoch)) return false;
    const rows = new Map(outcomes.map((row) => [row.id, row]));
    const decided = batch.filter(({ id, seq }) => seq <= ack || rows.has(id));
    for (const { id } of decided) this.#confirm(rows.get(id) ?? { id });
    this.adopt({ ...state, ack }, { floor, client });
    return decided.length > 0;
  }

  /** The server knows fewer than this phone thought: what it lacks goes first. */
  lacks(ack, { epoch }) {
    if (epoch !== this.state?.epoch) return;
    this.#known.count(ack);
    this.#known.overlap.lack(this.#waiting.giveBack(ack, ack));
    this.#number();
    this.#keeper.note({ state: true, forced: true });
  }

  /** Another phone speaks with this one's name (a restored or copied storage): become a new one. */
  rename() {
    const was = this.client;
    this.#become(this.#tools.makeId());
    this.#keeper.note({ renamed: was });
    this.#tell.renamed(this.client);
  }

  /** It can't be read, and would block all others. */
  unfit({ id }) {
    const entry = this.#waiting.remove(id);
    if (entry) this.#park([entry], "unread");
    this.#number();
  }

  /** The table is no longer at this link. */
  gone(status) {
    this.stopped = true;
    this.#park(this.waiting, "gone");
    this.#tell.gone(status);
  }

  #park(entries, reason) {
    if (!entries.length) return;
    this.#waiting.park(entries, reason);
    this.#tell.parked(entries, reason);
  }
}
