// Several tabs of one browser: who is still there, whose turn it is to send, and the news between
// them. On plain http there are no locks: there a tab is gone whose draft was not touched for much
// longer than a draft stays open, and the server's replays are all the order that is needed.

const CHANNEL = "reservoir";
const DEAD = 6000;

const nameOf = (tab) => `reservoir tab ${tab}`;

/** This tab, for as long as its page is in use. `locks` is navigator.locks, where there is one. */
export class Presence {
  #locks;
  #now;
  #release = null;

  constructor({ tab, locks, now }) {
    this.tab = tab;
    this.#locks = locks;
    this.#now = now;
  }

  /** A lock would keep the page out of the browser's cache for Back: see leave(). */
  arrive() {
    if (this.#release) return;
    const stay = new Promise((done) => (this.#release = done));
    this.#locks?.request(nameOf(this.tab), () => stay).catch(() => {});
  }

  leave() {
    this.#release?.();
    this.#release = null;
  }

  /** Whether a tab is gone for good; `beat` is when it was last heard of (ms). */
  async isGone(tab, beat = 0) {
    if (!this.#locks) return Math.abs(this.#now() - beat) > DEAD;
    const free = (lock) => lock !== null;
    return await this.#locks.request(nameOf(tab), { ifAvailable: true }, free).catch(() => false);
  }
}

/**
 * One tab sends at a time. Refused twice, it sends all the same: some browsers leave the lock with
 * a page that is gone, and the server takes nothing twice.
 * `turn(action)` → what the action answers, or false when it is another tab's turn.
 */
export function turns(locks, name) {
  let refused = 0;
  return async (action) => {
    if (!locks) return await action();
    const isMine = (lock) => lock || ++refused >= 2;
    return await locks.request(name, { ifAvailable: true }, (lock) => {
      if (!isMine(lock)) return false;
      refused = 0;
      return action();
    });
  };
}

/** News for the other tabs; closed while the page is in the browser's cache for Back. */
export class Channel {
  #make;
  #open = null;

  /** `make(name)` gives a BroadcastChannel, or nothing. */
  constructor(make) {
    this.#make = make;
  }

  arrive(hear) {
    this.#open ??= this.#make(CHANNEL) ?? null;
    if (this.#open) this.#open.onmessage = ({ data }) => hear(data);
  }

  say(message) {
    this.#open?.postMessage(message);
  }

  leave() {
    this.#open?.close();
    this.#open = null;
  }
}
