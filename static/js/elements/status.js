// The line under the table's name.
import { attribute, write } from "./write.js";

const HICCUP = 3000; // a connection lost for less is not worth a word, nor what waits for less
const SPEAK = 1500;
const WORRIES = {
  missing: "volatile-missing",
  newer: "volatile-newer",
  full: "volatile-full",
  failing: "volatile-failing",
};

/** The calm line under the table's name: live, offline, what waits, and what there is to know. */
export class Status {
  #say;
  #line = document.getElementById("status");
  #lost = navigator.onLine ? null : true; // the timer of a lost connection, true once it is worth a word
  #note = "";
  #worry = ""; // why taps are not kept
  #slow = null; // the timer of what waits, true once it has waited for long
  #words = "";
  #telling = null;
  #told = false;

  constructor(say) {
    this.#say = say;
  }

  show(phone) {
    const { ready, joined, outbox } = phone;
    const offline = this.isOffline(phone);
    const connection = offline ? "offline" : ready && joined ? "live" : "connecting";
    const n = outbox.stopped ? 0 : this.#shown(outbox, offline, phone); // then it is put aside
    const count = n ? this.#say(joined ? "waiting" : "unshared", { n }) : "";
    const kept = this.#worry || (joined && count && phone.isSaved && this.#say("saved"));
    const live = outbox.stopped ? "" : this.#say(connection);
    const words = [live, count, kept, this.#note].filter(Boolean);
    write(this.#line, words.join(" · "));
    attribute(this.#line, "data-state", count ? "waiting" : connection);
    this.#tell(words.join(" · "), connection);
  }

  // To who listens, once it has been so for a moment: never per tap. That a page begins is no news.
  #tell(words, connection) {
    if (words === this.#words) return;
    this.#words = words;
    clearTimeout(this.#telling);
    const isNews = words !== this.#say("live") || this.#told;
    if (!isNews || connection === "connecting") return;
    this.#telling = setTimeout(() => {
      this.#told = true;
      write(document.getElementById("connection"), words);
    }, SPEAK);
  }

  // With a connection, what waits for less than a moment is on its way and not worth a word.
  #shown({ waiting }, offline, phone) {
    const isOld = waiting.some(({ at }) => Date.now() - at > HICCUP);
    if (isOld || !waiting.length) {
      if (this.#slow !== true) clearTimeout(this.#slow);
      this.#slow = isOld || null;
    }
    this.#slow ??= waiting.length ? setTimeout(() => this.#tire(phone), HICCUP) : null;
    return offline || this.#slow === true ? waiting.length : 0;
  }

  #tire(phone) {
    this.#slow = true;
    this.show(phone);
  }

  isOffline({ outbox: { failing } }) {
    return failing || this.#lost === true;
  }

  note(key) {
    this.#note = this.#say(key);
  }

  /** Why taps are not kept when the page closes; null when they are. */
  worry(why) {
    this.#worry = why ? this.#say(WORRIES[why]) : "";
  }

  lost(then) {
    this.#lost ??= setTimeout(() => {
      this.#lost = true;
      then();
    }, HICCUP);
  }

  found() {
    if (this.#lost !== true) clearTimeout(this.#lost);
    this.#lost = null;
  }
}
