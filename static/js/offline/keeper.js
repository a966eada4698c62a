// Keeps what one tab does at one table: paint first, then commit. Whatever is done while a
// transaction is on its way is one step of the next. Where the database fails twice, the journal
// takes it, else memory alone; and the page is told.
import { comeAlong, commit, ALL as EVERYWHERE, noChanges } from "./commit.js";
import { draftsOf, load } from "./load.js";
import { Volatile } from "./volatile.js";

const WHY = { QuotaExceededError: "full", VersionError: "newer" };

const MOMENT = 250;
const REST = 30_000; // ms that a database which did not answer is left alone

/** For tables that nothing is kept of: those that are only watched. */
export const NOTHING = {
  open: async () => null,
  note() {},
  reread() {},
  move() {},
  secure() {},
  isSaved: false,
  drafts: async () => [],
  settled: async () => {},
  unsaved: { adding: new Map(), leaving: new Set() },
};

export class Keeper {
  #db;
  #journal;
  #now;
  #known;
  #tell;
  #changes = noChanges();
  #writing = null; // the changes on their way to disk
  #work = null;
  #open = false;
  #trouble = null; // why the last write failed
  #said = null;
  #drafted = null; // the id of the draft that is open
  #dirty = null; // since when something is not on disk (ms)
  #hung = null; // when the database did not answer (ms)

  /**
   * `known()` is {client, state, rows, ended, name} as the tab has it now.
   * `tell`: {mirror(kept), parked(entries, reason), volatile(why), spread()}: what a commit found;
   * what was put aside before; why nothing can be kept ("missing", "newer", "full", "failing", and
   * null once all is well); that other tabs have news.
   */
  constructor({ table, tab, db, journal, now, known, tell }) {
    Object.assign(this, { table, tab });
    this.#db = db;
    this.#journal = journal;
    this.#now = now;
    this.#known = known;
    this.#tell = tell;
  }

  /** What there is, as load.js says; `drafts` and what a journal kept beside it. */
  async open(known, fallback) {
    const about = { table: this.table, known, fallback, now: this.#now() };
    const found = await this.#insist((tx) => load(tx, about));
    const jotted = this.#journal.read(this.table);
    const drafts = newest(found.drafts, [...jotted.drafts, ...jotted.struck]);
    this.#open = true;
    const aside = found.parked.map(({ entry }) => entry);
    if (aside.length) this.#tell.parked(aside, found.parked[0].reason);
    return { ...found, journaled: jotted.entries.sort(bySeq), drafts };
  }

  // What can't even be read is read no more: from here on in memory.
  async #insist(work) {
    if (!this.#db.lasts) this.#say("missing");
    try {
      return await this.#db.write(EVERYWHERE, work);
    } catch (fault) {
      this.#say(WHY[fault.name] ?? "failing");
      this.#db = new Volatile();
      return await this.#db.write(EVERYWHERE, work);
    }
  }

  /** Something was done: {added, sent, parked, …} as in commit.js; lists of [id, value]. */
  note(done) {
    const [into, { draft }] = [this.#changes, done];
    for (const id of done.struck ?? []) into.struck.add(id);
    if (draft === null && this.#drafted) into.struck.add(this.#drafted);
    if (draft !== undefined) [into.draft, this.#drafted] = [draft, draft?.id ?? null];
    for (const [id, wish] of done.added ?? []) into.added.set(id, wish);
    for (const [id] of done.added ?? []) into.struck.delete(id);
    for (const [tab, entry] of done.adopted ?? []) into.adopted.set(tab, entry);
    if (done.moved) comeAlong(into);
    for (const name of ["sent", "parked"])
      for (const [id, value] of done[name] ?? []) {
        into[name].set(id, value);
        into.added.delete(id);
      }
    into.state ||= Boolean(done.state);
    into.forced ||= Boolean(done.forced);
    if (done.restored !== undefined)
      into.restored = Math.min(done.restored, into.restored ?? Number.POSITIVE_INFINITY);
    for (const name of ["renamed", "moved"]) into[name] ??= done[name] ?? null;
    this.#begin();
  }

  /** Another tab has written. */
  reread() {
    this.#changes.state ||= true;
    this.#begin();
  }

  /** The table has another link from now on. */
  move(table) {
    this.note({ moved: this.table });
    this.table = table;
  }

  /**
   * Kept when what waits has its place on disk, or when that could not be written. What has arrived
   * is not waited for: sent once more, it is a replay.
   */
  async settled() {
    if (isSomething(this.#changes)) this.#begin();
    if ([this.#writing, this.#changes].some((changes) => changes && givesPlaces(changes)))
      await this.#work;
  }

  /** The page may be killed: what is not on disk yet is in the journal, too. */
  secure() {
    for (const changes of [this.#writing, this.#changes].filter(Boolean))
      if (this.#open && isSomething(changes)) this.#jot(changes);
  }

  /** Whether what was done is on disk; what is just being written counts. */
  get isSaved() {
    return this.#db.lasts && (this.#dirty === null || this.#now() - this.#dirty < MOMENT);
  }

  /** What the store does not know yet: {adding: id → {front}, leaving: ids}. */
  get unsaved() {
    const both = [this.#writing, this.#changes].filter(Boolean);
    const adding = new Map(both.flatMap(({ added }) => [...added]));
    const gone = ({ sent, parked }) => [...sent.keys(), ...parked.keys()];
    return { adding, leaving: new Set(both.flatMap(gone)) };
  }

  /** What other tabs have open, or have left open; no `draft` where it is no more. */
  drafts() {
    const left = this.#db.read(["drafts"], (tx) => draftsOf(tx, this.table)).catch(() => []);
    const { struck } = this.#journal.read(this.table);
    return left.then((drafts) => newest(drafts, struck).filter(({ tab }) => tab !== this.tab));
  }

  #begin() {
    this.#dirty ??= this.#now();
    if (!this.#open) return;
    if (this.#rests) this.#spare();
    else this.#work ??= this.#run().finally(() => (this.#work = null));
  }

  // Nobody waits for it again and again: until then the journal takes what is done, at once.
  get #rests() {
    return this.#hung !== null && Math.abs(this.#now() - this.#hung) < REST;
  }

  #spare() {
    if (!this.#jot(this.#changes)) this.#say(this.#trouble);
  }

  async #run() {
    await null; // after the paint that is planned
    while (isSomething(this.#changes)) {
      const changes = this.#changes;
      this.#writing = changes;
      this.#changes = noChanges();
      const kept = await this.#write(changes);
      this.#writing = null;
      if (!kept) return this.#fall(changes);
      this.#dirty = isSomething(this.#changes) ? this.#now() : null;
      this.#stand(changes);
      if (!this.#changes.moved) this.#tell.mirror(kept); // what comes along is not there yet
      if (kept.changed) this.#tell.spread();
    }
  }

  #write(changes) {
    const { table, tab } = this;
    const now = this.#now();
    return this.#db
      .write(EVERYWHERE, (tx) => commit(tx, { table, tab, changes, known: this.#known(), now }))
      .catch((fault) => {
        this.#trouble = WHY[fault.name] ?? "failing";
        this.#hung = fault.name === "TimeoutError" ? this.#now() : null;
        return null;
      });
  }

  // Where the database lasts, the journal is not needed any more.
  #stand(changes) {
    const { added, draft } = changes;
    const none = draft === undefined ? undefined : null;
    if (this.#db.lasts) this.#jot({ ...changes, draft: none }, [...added.keys()], true);
    else this.#jot(changes, [], true);
    if (this.#db.lasts) this.#say(null);
  }

  // Tried again with the next change, or when the outbox next tries.
  #fall(changes) {
    const later = this.#changes;
    this.#changes = changes;
    this.note({ ...later, draft: later.draft });
    const isKept = this.#jot(changes);
    if (!isKept || this.#trouble !== "failing") this.#say(this.#trouble);
  }

  // `known`: the database has the same.
  #jot({ added, sent, parked, adopted, draft, struck }, done = [], known = false) {
    const { table, tab } = this;
    const entries = [...added].filter(([id]) => !done.includes(id)).map(([, { entry }]) => entry);
    const gone = [...sent.keys(), ...parked.keys(), ...done];
    const heirless = [...adopted.keys()];
    const about = { table, tab, added: entries, gone, draft, heirless };
    const over = draft === undefined ? undefined : null;
    about.struck = !known && struck.size ? { beat: this.#now() } : over;
    return this.#journal.write(about);
  }

  #say(why) {
    if (why === this.#said) return;
    this.#said = why;
    this.#tell.volatile(why);
  }
}

// What is in the journal came after what the database took last.
function newest(drafts, jotted) {
  const newer = new Set(jotted.map(({ tab }) => tab));
  return [...drafts.filter(({ tab }) => !newer.has(tab)), ...jotted];
}

const bySeq = (a, b) => (a.seq ?? Infinity) - (b.seq ?? Infinity) || a.at - b.at;

// Entries get their seq with these.
const givesPlaces = ({ added, adopted, parked, restored, renamed, moved, forced }) =>
  [added, adopted, parked].some(({ size }) => size) ||
  restored !== null ||
  Boolean(renamed || moved || forced);

function isSomething({ added, sent, parked, adopted, draft, struck, ...flags }) {
  const some = [added, sent, parked, adopted].some(({ size }) => size);
  return Boolean(some || draft !== undefined || Object.values(flags).some(Boolean));
}
