// Time that passes only when told to; between two timers everything that can happen has happened.

export class Time {
  #timers = new Map(); // number → {action, due, owner}
  #next = 1;
  #work = 0; // transactions on their way to disk
  ms = 0;

  /** Timers of an owner, who may be gone before they are due. */
  later(owner, action, wait) {
    this.#timers.set(this.#next, { action, due: this.ms + Math.max(0, wait), owner });
    return this.#next++;
  }

  cancel(timer) {
    this.#timers.delete(timer);
  }

  forget(owner) {
    for (const [id, timer] of this.#timers) if (timer.owner === owner) this.#timers.delete(id);
  }

  async pass(span) {
    const end = this.ms + span;
    await this.settle();
    for (let first = this.#first(); first && first[1].due <= end; first = this.#first()) {
      this.#timers.delete(first[0]);
      this.ms = Math.max(this.ms, first[1].due);
      first[1].action();
      await this.settle();
    }
    this.ms = end;
  }

  /** Until nothing is on its way but what waits for time or for the network. */
  async settle() {
    do await new Promise((done) => setImmediate(done));
    while (this.#work);
  }

  /** Work that settle() waits for. */
  async during(promise) {
    this.#work += 1;
    try {
      return await promise;
    } finally {
      this.#work -= 1;
    }
  }

  reset(ms) {
    this.#timers.clear();
    this.ms = ms;
  }

  #first() {
    let first = null;
    for (const timer of this.#timers) if (!first || timer[1].due < first[1].due) first = timer;
    return first;
  }
}

/** Randomness from a seed. */
export function dice(seed) {
  let state = Math.imul(seed + 1, 2654435761);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
