// When what waits travels, and what the answers mean.
import { judge } from "../network.js";
import { Clockwork } from "./clockwork.js";

const BATCH = 100;
const BYTES = 60_000; // of the 64 KB that the server takes and a closing page may still send
const DEBOUNCE = 150;
const NUDGE = 15_000;
const TURN = 1000; // until another tab's turn to send is over, most likely

/**
 * `tools` as in outbox.js. `outbox` is asked for `table`, `client`, `mark`, `waiting` and
 * `sendable`, and told departed(), taken(), lacks(), rename(), unfit(), gone() and changed().
 */
export class Flights {
  #tools;
  #outbox;
  #settled;
  #clock;
  #size = BATCH;
  #flight = null;

  /** `settled()` is kept when what waits has its place in the store. */
  constructor(outbox, tools, settled) {
    this.#outbox = outbox;
    this.#tools = tools;
    this.#settled = settled;
    this.#clock = new Clockwork(tools, () => this.flush());
  }

  get failing() {
    return this.#clock.tries > 0;
  }

  get flying() {
    return this.#flight !== null;
  }

  /** Soon, and now and then until nothing waits. */
  plan() {
    // What no answer told, the stream may have told: then nothing fails any more.
    if (!this.#outbox.waiting.length) return this.#clock.reset();
    if (this.#outbox.stopped) return;
    this.#clock.soon(DEBOUNCE);
    this.#clock.nudge(NUDGE, () => this.#outbox.waiting.length > 0);
  }

  /** Send what waits, whatever the back-off says, but never before a Retry-After. */
  flush() {
    if (this.#flight || !this.#outbox.sendable || this.#clock.held()) return;
    this.#flight = this.#go().then(() => this.#land());
  }

  /** The page may be killed: send all of it at once, even beside a flight. Replays are safe. */
  flushLast() {
    if (!this.#outbox.sendable || (!this.#flight && this.#clock.held())) return;
    const flight = this.#fly(batchOf(this.#outbox.waiting, BATCH));
    this.#flight ??= flight.then(() => this.#land());
  }

  async #go() {
    await this.#settled();
    const { turn = (action) => action() } = this.#tools;
    const send = async () => {
      const batch = batchOf(this.#outbox.waiting, this.#size);
      if (batch.length && this.#outbox.sendable) await this.#fly(batch);
      return true;
    };
    if ((await turn(send).catch(send)) === false) this.#clock.wait(TURN);
  }

  async #fly(entries) {
    const { client, table, mark } = this.#outbox;
    const flight = { client, floor: mark, batch: entries.map((entry) => ({ ...entry })) };
    this.#outbox.departed(entries);
    const post = { v: 1, client, entries: flight.batch };
    const answer = await this.#tools.post(post, table).catch(() => ({ status: 0 }));
    const verdict = judge(answer, table);
    if (verdict.kind === "gone" && table !== this.#outbox.table) return this.#clock.failed(0);
    if (client === this.#outbox.client || verdict.kind === "taken") this.#act(verdict, flight);
  }

  #land() {
    this.#flight = null;
    if (this.#outbox.waiting.length && !this.#outbox.stopped) this.#clock.again();
    this.#outbox.changed();
  }

  #act(verdict, { batch, client, floor }) {
    if (verdict.kind === "taken") this.#taken(verdict, { batch, client, floor });
    else if (verdict.kind === "unfit") this.#shrink(batch);
    else if (verdict.kind === "gone") this.#outbox.gone(verdict.status);
    else {
      this.#clock.failed(verdict.after);
      if (verdict.kind === "gap") this.#outbox.lacks(verdict.expect - 1, floor);
      else if (verdict.kind === "conflict" && this.#isOthers(batch)) this.#outbox.rename();
    }
  }

  // Another phone has this one's name; else an ack that came meanwhile has moved the count on.
  #isOthers(batch) {
    return batch[0].seq > this.#outbox.ack || batch.some(({ id }) => this.#outbox.repeats(id));
  }

  #taken(answer, flight) {
    const decided = this.#outbox.taken(answer, flight);
    this.#size = Math.min(BATCH, this.#size * 2);
    if (decided) this.#clock.reset();
    else this.#clock.failed();
  }

  // Too much, or something broken in it: smaller, until the one at fault stands alone.
  #shrink(batch) {
    this.#clock.reset();
    this.#size = Math.max(1, batch.length >> 1);
    if (batch.length === 1) this.#outbox.unfit(batch[0]);
  }
}

/** The first of them, at most so many, and no more than one post may weigh. */
function batchOf(entries, size) {
  const batch = [];
  let bytes = 0;
  for (const entry of entries.slice(0, size)) {
    bytes += new TextEncoder().encode(JSON.stringify(entry)).length;
    if (batch.length && bytes > BYTES) break;
    batch.push(entry);
  }
  return batch;
}
