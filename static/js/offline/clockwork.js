// When to try: soon after a tap, after a failure with full jitter, and now and then all the same.

const SHORTEST = 500;
const SHORT = 1000;
const HOPEFUL = 20; // tries; a server that starts again is there by then
const LONGEST = 30_000;
const FAR = 600_000; // some proxies ask for a day

/** ms until the next try after so many that failed, at random: phones must not come in step. */
export function backOff(tries, random) {
  const longer = SHORT * 2 ** Math.max(0, tries - HOPEFUL);
  return random() * (tries ? Math.min(LONGEST, longer) : SHORTEST);
}

export class Clockwork {
  #tools;
  #go;
  #timer = null;
  #nudging = null;
  #pause = 0;
  #asked = 0; // ms, for how long
  #notBefore = 0;

  constructor(tools, go) {
    this.tries = 0;
    this.#tools = tools;
    this.#go = go;
  }

  /** In `wait` ms, unless a try is planned already: taps never shorten a back-off. */
  soon(wait) {
    this.#timer ??= this.#tools.later(() => {
      this.#timer = null;
      this.#go();
    }, wait);
  }

  /** Every `period` ms while `needed()`. */
  nudge(period, needed) {
    this.#nudging ??= this.#tools.later(() => {
      this.#nudging = null;
      if (!needed()) return;
      this.#go();
      this.nudge(period, needed);
    }, period);
  }

  /** True while the server's Retry-After lasts; the try after it is planned. */
  held() {
    const left = this.#notBefore - this.#tools.now();
    const isHeld = left > 0 && left <= this.#asked; // more: somebody has set the clock back
    this.#cancel();
    if (isHeld) this.soon(left);
    return isHeld;
  }

  reset() {
    this.tries = 0;
    this.#pause = 0;
  }

  /** Back off, or as long as the server asked for, but not for hours. */
  failed(retryAfter) {
    this.#asked = Math.min(FAR, retryAfter ?? 0);
    this.#pause = retryAfter === undefined ? backOff(this.tries, this.#tools.random) : this.#asked;
    this.#notBefore = this.#tools.now() + this.#asked;
    this.tries += 1;
  }

  /** Nothing failed, but it is not yet time. */
  wait(ms) {
    this.#pause = ms;
  }

  /** Plan the next try as the last one ended. */
  again() {
    this.#cancel();
    this.soon(this.#pause);
  }

  #cancel() {
    if (this.#timer !== null) this.#tools.cancel(this.#timer);
    this.#timer = null;
  }
}
