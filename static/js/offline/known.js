// What this phone knows of a table: the newest state, the ack in it, and which epochs are over.
import { Overlap } from "../memory.js";

export class Known {
  state = null;
  overlap = new Overlap();
  #epochs = new Set(); // those before a restore: late words from them are ignored

  /** How far the table is known. */
  get mark() {
    return { epoch: this.state?.epoch, seq: this.state?.seq ?? 0 };
  }

  get ack() {
    return this.state?.ack ?? 0;
  }

  get ended() {
    return [...this.#epochs];
  }

  /** Take up what was stored. */
  load(record) {
    this.state = record?.state ?? null;
    for (const epoch of record?.ended ?? []) this.#epochs.add(epoch);
    if (this.state) this.overlap.restart(this.state.seq);
  }

  isOver(epoch) {
    return this.#epochs.has(epoch);
  }

  /** Whether a state tells that the server was restored since `floor` was known. */
  isRestored({ epoch, seq }, floor) {
    if (!this.state) return false;
    return epoch !== this.state.epoch || (epoch === floor?.epoch && seq < floor.seq);
  }

  /** Take a state where it is no older than the one here, and the higher ack of both. */
  follow(state, floor, waiting) {
    const before = this.state ?? { seq: -1, ack: 0 };
    const ack = Math.max(state.ack, before.ack);
    const exact = state.entries && (floor?.epoch ?? state.epoch) === state.epoch;
    this.overlap.miss(state, ack, waiting);
    if (state.seq >= before.seq) this.overlap.hold(exact, ack, waiting);
    this.state = { ...(state.seq >= before.seq ? state : before), ack };
  }

  /** Begin anew with the state of a restored server, which most likely holds what its ack covers. */
  restart(state, waiting) {
    if (state.epoch !== this.state.epoch) this.#epochs.add(this.state.epoch);
    this.overlap.restart(state.seq);
    this.overlap.hold(false, state.ack, waiting);
    this.state = state;
  }

  /** Correct the ack. */
  count(ack) {
    if (this.state) this.state = { ...this.state, ack };
  }
}
