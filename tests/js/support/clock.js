// Time for tests: it passes only when told to, and promises settle in between.

export class FakeClock {
  #timers = new Map();
  #next = 1;
  time = 1_000_000;

  now = () => this.time;

  later = (action, wait) => {
    this.#timers.set(this.#next, { action, due: this.time + wait });
    return this.#next++;
  };

  cancel = (timer) => this.#timers.delete(timer);

  get planned() {
    return [...this.#timers.values()].map(({ due }) => due - this.time).sort((a, b) => a - b);
  }

  async pass(span) {
    const end = this.time + span;
    await settle();
    for (;;) {
      const [id, first] =
        [...this.#timers].sort((a, b) => a[1].due - b[1].due || a[0] - b[0])[0] ?? [];
      if (!first || first.due > end) break;
      this.#timers.delete(id);
      this.time = Math.max(this.time, first.due);
      first.action();
      await settle();
    }
    this.time = end;
  }
}

/** Everything that waits only for promises has happened. */
export const settle = () => new Promise((done) => setImmediate(done));
