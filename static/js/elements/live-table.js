// <live-table>: one table on this phone. Knows the page; what the phone knows is in ../phone.js.
import { clientId, keepClientId, makeId } from "../ids.js";
import { Live } from "../live.js";
import { post, statusOf } from "../network.js";
import { Phone } from "../phone.js";
import { pageWords } from "../words.js";
import { Face } from "./face.js";
import { takeOver } from "./forms.js";
import { wirePads } from "./pads.js";
import { Refusals } from "./refusals.js";
import { wireSheet } from "./sheet.js";
import { Structure } from "./structure.js";
import { keepAwake } from "../device.js";

const BACK = 50; // rows before the page's own that Undo may need
const HICCUP = 3000; // a connection lost for less is not worth a word
const timers = {
  now: () => Date.now(),
  later: (action, wait) => setTimeout(action, wait),
  cancel: (timer) => clearTimeout(timer),
};

export class LiveTable extends HTMLElement {
  #say = pageWords();
  #client = clientId(document.body.dataset.author, () => localStorage);
  #face = new Face(this, this.#say);
  #sheet = wireSheet();
  #refusals = new Refusals(this.dataset.address, this.#say);
  #planned = false;
  #lost = null;
  #note = "";
  #phone;
  #live;
  #structure;
  #grips;

  connectedCallback() {
    if (this.#phone) return;
    const { address, seq } = this.dataset;
    const tools = {
      ...timers,
      random: Math.random,
      makeId: () => makeId(),
      post: (body) => post(`${address}/entries`, body),
    };
    this.#phone = new Phone({ table: address.slice(3), client: this.#client, tools, tell: this.#tell() });
    this.#phone.rows.last = Math.max(0, Number(seq) - BACK);
    this.#structure = new Structure({
      seq: Number(seq),
      busy: () => this.#grips.held || this.#phone.outbox.flying,
      swapped: () => this.#show(),
    });
    this.#live = new Live({
      address: () => `${address}/events?c=${this.#client}&after=${this.#phone.rows.last}`,
      floor: () => this.#phone.state?.seq ?? 0,
      tell: {
        state: (state, floor) => this.#hear(state, floor),
        open: () => this.#phone.outbox.flush(),
        lost: () => this.#lose(),
        gone: (status) => this.#remark(status === 204 ? "" : "gone"),
      },
      tools: { ...timers, EventSource, status: statusOf, random: Math.random },
    });
    this.#wire();
    this.#live.open();
    keepAwake();
  }

  #tell() {
    return {
      changed: () => this.#plan(),
      outcome: (entry, { refusal }) => refusal && this.#refusals.explain(refusal, entry),
      parked: () => this.#remark("parked"),
      gone: () => this.#remark("gone"),
      restored: () => this.#remark("restored"),
      renamed: (client) => {
        this.#client = client;
        keepClientId(client, () => localStorage);
        this.#live.open();
      },
    };
  }

  #wire() {
    const ready = () => this.dataset.role === "play" && this.#phone.ready;
    this.#grips = wirePads(this, {
      ready,
      tap: (pad) => this.#tap(pad),
      rest: () => this.#structure.settle(),
      tools: timers,
    });
    takeOver({
      ready,
      take: (wish, form) => this.#take(wish, form),
      rescue: (wish) => this.#phone.outbox.add(wish),
    });
    for (const touch of ["pointerdown", "click"]) {
      document.addEventListener(touch, (event) => this.#elsewhere(event), true);
    }
    document.addEventListener("visibilitychange", () =>
      document.visibilityState === "hidden" ? this.#hide() : this.#wake(),
    );
    window.addEventListener("pagehide", () => this.#hide());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.#wake());
    window.addEventListener("online", () => this.#wake());
  }

  #tap(pad) {
    this.#sheet.close();
    const refusal = this.#phone.tap(pad.closest("[data-seat]").dataset.seat, Number(pad.dataset.pad));
    if (refusal) this.#refusals.show(refusal);
    else this.#refusals.clear();
    return !refusal;
  }

  #take(wish, form) {
    const undoes = form.querySelector("[data-undo]") !== null;
    if (undoes && this.#phone.cancelDraft()) return;
    const refusal = this.#phone.enter(wish);
    this.#sheet.close();
    this.#refusals.clear();
    if (refusal) this.#refusals.explain(refusal, wish);
  }

  // A touch on anything but its pads and Undo closes the draft.
  #elsewhere({ target }) {
    const seat = target.closest?.("[data-pad]")?.closest("[data-seat]")?.dataset.seat;
    if (target.closest?.("[data-undo]") || this.#phone.drafts(seat)) return;
    this.#phone.closeDraft();
  }

  #hide() {
    this.#phone.closeDraft();
    this.#phone.outbox.flushLast();
    this.#live.hide();
  }

  #wake() {
    this.#live.wake();
    this.#phone.outbox.flush();
  }

  #hear(state, floor) {
    this.#found();
    const before = this.#phone.state;
    this.#phone.hear(state, { floor, client: this.#client });
    this.#refusals.watchSeats(before, this.#phone.state, (id) => this.#face.nameOf(id));
  }

  #lose() {
    this.#lost ??= setTimeout(() => {
      this.#lost = true;
      this.#plan();
    }, HICCUP);
  }

  #found() {
    if (this.#lost !== true) clearTimeout(this.#lost);
    this.#lost = null;
  }

  #remark(key) {
    this.#note = key && this.#say(key);
    this.#plan();
  }

  // Many changes at once are one look at the page.
  #plan() {
    if (this.#planned) return;
    this.#planned = true;
    queueMicrotask(() => {
      this.#planned = false;
      this.#show();
    });
  }

  #show() {
    const { waiting, failing } = this.#phone.outbox;
    const offline = this.#lost === true || failing;
    const words = [
      offline ? this.#say("offline") : this.#phone.ready ? this.#say("live") : this.#say("connecting"),
      offline && waiting.length ? this.#say("waiting", { n: waiting.length }) : "",
      this.#note,
    ];
    const mood = !offline ? "live" : waiting.length ? "waiting" : "offline";
    this.#face.status(mood, words.filter(Boolean).join(" · "));
    if (!this.#phone.ready) return;
    this.#face.show(this.#phone.face());
    this.#structure.follow(this.#phone.state);
  }
}
