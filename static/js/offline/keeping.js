// What a page needs so that its table is kept: the browser's own database, locks and channel.
import { database } from "./database.js";
import { Journal } from "./journal.js";
import { Channel, Presence, turns } from "./tabs.js";

/** One tab at one table. Its parts go to Phone: `keeping` as it wants it, `turn` into its tools. */
export class Keeping {
  #presence;
  #channel;
  #table;
  #asked = false;

  constructor(table, makeId, page = globalThis) {
    const { locks } = page.navigator;
    const tab = makeId();
    this.#table = table;
    this.#presence = new Presence({ tab, locks, now: () => Date.now() });
    this.#channel = new Channel((name) => page.BroadcastChannel && new BroadcastChannel(name));
    this.turn = turns(locks, `reservoir outbox ${table}`);
    this.keeping = {
      tab,
      db: database(),
      journal: new Journal(() => page.localStorage),
      isGone: (other, beat) => this.#presence.isGone(other, beat),
      spread: () => this.#channel.say({ type: "entries", table: this.#table }),
    };
  }

  /** The page is in use, from now on or again; `news()` when another tab has written. */
  arrive(news) {
    this.#presence.arrive();
    this.#channel.arrive(({ type, table }) => {
      if (type === "client" || (type === "entries" && table === this.#table)) news();
    });
  }

  /** The page goes into the browser's cache for Back, or for good: it holds nothing open. */
  leave() {
    this.#presence.leave();
    this.#channel.leave();
  }

  /** This browser is called otherwise from now on, at every table. */
  tellName() {
    this.#channel.say({ type: "client" });
  }

  move(table) {
    this.#table = table;
  }

  /** After the first tap: ask that what is kept here is not thrown away when space is short. */
  insist() {
    if (this.#asked) return;
    this.#asked = true;
    navigator.storage?.persist?.().catch(() => {});
  }
}
