// What waits to be sent, in order, and what was sent lately: one tab's picture of the store. Every
// change of it is noted for disk in the same step.
import { Sent } from "../memory.js";

/** `keeper` as in keeper.js; `now()` in ms. */
export class Waiting {
  list = [];
  repeats = new Set(); // ids that a restored server has most likely; they keep their seq
  #sent = new Sent();
  #untold = new Map(); // id → entry whose outcome nobody has heard
  #keeper;
  #now;

  constructor(keeper, now) {
    this.#keeper = keeper;
    this.#now = now;
  }

  find(id) {
    return this.list.find((entry) => entry.id === id);
  }

  /** What the last page left, in front of what was tapped since; `journaled` is not in the store. */
  load({ client, entries, sent, journaled }) {
    const stored = new Set([...entries, ...sent].map(({ id }) => id));
    const lost = journaled.filter(({ id }) => !stored.has(id));
    const before = [...entries.map(({ entry }) => entry), ...lost];
    const isMine = (row) => row.client === client;
    this.#sent = new Sent(
      sent.filter(isMine),
      sent.filter((row) => !isMine(row)),
    );
    this.#repeat(entries);
    this.list = [...before, ...this.list];
    for (const entry of before) this.expect(entry);
    this.#keeper.note({ added: wishes(lost) });
    return before;
  }

  /** Its outcome is to be told. */
  expect(entry) {
    this.#untold.set(entry.id, entry);
  }

  add(entry) {
    this.expect(entry);
    this.list = [...this.list, entry];
    this.#keeper.note({ added: wishes([entry]) });
  }

  addInFront(entries) {
    this.list = [...entries, ...this.list];
    this.#keeper.note({ added: wishes(entries, true) });
  }

  /** → the entry that a row decides, where its outcome has not been told. */
  confirm({ id, outcome }) {
    this.leave(id);
    this.repeats.delete(id);
    const untold = outcome ? this.#untold.get(id) : undefined;
    if (untold) this.#untold.delete(id);
    return untold;
  }

  /** Confirmed: kept for a day in case the server comes back without it. */
  leave(id) {
    const entry = this.find(id);
    if (!entry) return;
    this.#without(entry);
    const at = this.#now();
    this.#sent.add(entry, at);
    this.#keeper.note({ sent: [[id, { entry, at }]] });
  }

  /** What was sent after a seq waits again, up to the ack as a replay. → these entries */
  giveBack(seq, ack) {
    const lacking = this.#sent.giveBack(seq, this.#now());
    for (const entry of lacking) if (entry.seq <= ack) this.repeats.add(entry.id);
    this.addInFront(lacking);
    this.#keeper.note({ restored: seq });
    return lacking;
  }

  /** The client that numbered what was sent is no more. */
  outlive() {
    this.#sent.outlive();
  }

  /** Put aside, for people to decide about. */
  park(entries, reason) {
    this.#keeper.note({ parked: entries.map((entry) => [entry.id, { entry, reason }]) });
  }

  remove(id) {
    const entry = this.find(id);
    if (entry) this.#without(entry);
    this.#untold.delete(id);
    return entry;
  }

  number(ack) {
    let next = ack + 1;
    for (const entry of this.list)
      if (!this.repeats.has(entry.id) || !(entry.seq <= ack)) entry.seq = next++;
  }

  /** What all tabs have stored, and around it what this one has not stored yet. */
  mirror(stored) {
    this.#repeat(stored);
    const { adding, leaving } = this.#keeper.unsaved;
    const here = new Map(this.list.map((entry) => [entry.id, entry]));
    const known = new Set(stored.map(({ id }) => id));
    const unsaved = this.list.filter(({ id }) => adding.has(id) && !known.has(id));
    const isFront = ({ id }) => adding.get(id).front;
    this.list = [
      ...unsaved.filter(isFront),
      ...stored.filter(({ id }) => !leaving.has(id)).map(({ id, entry }) => here.get(id) ?? entry),
      ...unsaved.filter((entry) => !isFront(entry)),
    ];
  }

  #repeat(rows) {
    for (const { id, repeats } of rows) if (repeats) this.repeats.add(id);
  }

  #without(entry) {
    this.list = this.list.filter((other) => other !== entry);
  }
}

/** What keeps a phone's seats its own under another name. */
export function seatTakes(state, { now, makeId }) {
  const { seats = [], seq: seen } = state ?? {};
  const mine = seats.filter((seat) => seat.mine);
  const common = { type: "seat_take", over: true, at: now(), seen };
  return mine.map(({ id: seat }) => ({ id: makeId(), ...common, seat }));
}

const wishes = (entries, front = false) => entries.map((entry) => [entry.id, { entry, front }]);
