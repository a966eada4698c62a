// <live-table>: one table on this phone. It knows the page; what the phone knows is in ../phone.js.
import { clientId, keepAwake, keepClientId, makeId, watchPage } from "../device.js";
import { Live } from "../live.js";
import { post, stateAt, statusOf } from "../network.js";
import { Phone } from "../phone.js";
import { pageWords } from "../words.js";
import { ByHand } from "./by-hand.js";
import { Face, Status } from "./face.js";
import { takeOver } from "./forms.js";
import { Move } from "./move.js";
import { wirePads } from "./pads.js";
import { Refusals, wireSheet } from "./sheet.js";
import { OpenSheet, Structure } from "./structure.js";

const tools = {
  now: () => Date.now(),
  later: (action, wait) => setTimeout(action, wait),
  cancel: (timer) => clearTimeout(timer),
  random: Math.random,
  makeId,
};

export class LiveTable extends HTMLElement {
  #client = clientId(document.body.dataset.author, () => localStorage);
  #planned = false;
  #phone;
  #live;
  #face;
  #status;
  #sheet;
  #refusals;
  #structure;
  #openSheet;
  #pads;
  #move;
  #byHand;
  #opened = false;

  connectedCallback() {
    if (this.#phone) return;
    const { address, seq } = this.dataset;
    const say = pageWords();
    this.#phone = new Phone({
      table: address.slice(3),
      client: this.#client,
      seq: Number(seq),
      tools: { ...tools, post: (body, table) => post(`/t/${table}/entries`, body) },
      tell: this.#ears(),
    });
    this.#live = new Live({
      address: (name) => this.#data(name),
      floor: () => this.#phone.outbox.mark,
      tell: this.#feedEars(),
      tools: { ...tools, EventSource, status: statusOf, state: stateAt },
    });
    this.#move = new Move(this.#phone, (table) => this.#follow(table));
    this.#face = new Face(this, say);
    this.#status = new Status(say);
    this.#sheet = wireSheet();
    this.#byHand = new ByHand({
      phone: this.#phone,
      status: this.#status,
      address: () => this.dataset.address,
      settle: () => this.#structure.settle(),
    });
    this.#refusals = new Refusals((name) => this.#byHand.lay(name), say);
    this.#structure = new Structure({
      seq: Number(seq),
      alone: () => this.#byHand.alone,
      draw: () => this.#byHand.draw(),
      held: () => this.#pads.held,
      busy: () => this.#pads.held || this.#phone.outbox.flying || this.#move.begun,
      swapped: () => this.#show(),
    });
    this.#openSheet = new OpenSheet(this.#sheet);
    this.#listen();
    this.#live.open();
    keepAwake();
    if (this.#sheet) {
      this.#byHand.begin({
        sheet: this.#sheet,
        unknown: () => this.#opened && !this.#phone.ready,
        ask: (address) => this.#openSheet.take(address),
      });
    }
  }

  #data(name) {
    const client = this.dataset.role === "play" ? `c=${this.#client}&` : "";
    return `${this.dataset.address}/${name}?${client}after=${this.#phone.rows.last}`;
  }

  #ears() {
    return {
      changed: () => this.#plan(),
      // A conflict speaks for itself, on every phone.
      outcome: (entry, { outcome, refusal }) =>
        outcome === "refused" && this.#refusals.explain(refusal, entry),
      unread: () => this.#note("unread"),
      joined: () => this.#note("joined"),
      gone: () => this.#gone(),
      restored: () => this.#note("restored"),
      renamed: (client) => {
        this.#client = client;
        keepClientId(client, () => localStorage);
        this.#live.open();
      },
    };
  }

  #feedEars() {
    return {
      state: (state, floor) => this.#hear(state, floor),
      open: () => this.#phone.outbox.flush(),
      lost: () => this.#status.lost(() => this.#plan()),
      moved: (table) => this.#follow(table),
      gone: (status) => status !== 204 && this.#gone(),
    };
  }

  #listen() {
    this.#pads = wirePads(this, {
      tap: (pad) => this.#tap(pad),
      rest: () => this.#structure.settle(),
      tools,
    });
    takeOver({
      take: (wish, form) => this.#take(wish, form),
      seat: (seats) => this.#seat(seats),
    });
    this.dataset.outbox = "";
    for (const touch of ["pointerdown", "click"]) {
      document.addEventListener(touch, (event) => this.#elsewhere(event), true);
    }
    watchPage({
      hide: () => this.#hide(),
      leave: () => this.#leave(),
      wake: () => this.#wake(),
    });
  }

  #tap(pad) {
    this.#sheet?.close();
    const { seat } = pad.closest("[data-seat]").dataset;
    const refusal = this.#phone.tap(seat, Number(pad.dataset.pad));
    if (refusal) this.#refusals.show(refusal);
    else this.#refusals.clear();
    return !refusal;
  }

  #take(wish, form) {
    if (form.querySelector("[data-undo]") && this.#phone.cancelDraft()) return;
    this.#sheet?.close();
    this.#refusals.clear();
    const refusal = this.#phone.enter(wish);
    if (refusal) this.#refusals.explain(refusal, wish);
  }

  // One phone for all: with more than one seat of its own, the tiles come by themselves.
  #seat({ take, free }) {
    this.#sheet?.close();
    const enter = (type, seats) => seats.map((seat) => this.#phone.enter({ type, seat }));
    if (enter("seat_take", take).some(Boolean)) return;
    enter("seat_return", free);
  }

  // A touch on anything but its own pads and Undo closes the draft.
  #elsewhere({ target }) {
    const seat = target.closest?.("[data-pad]")?.closest("[data-seat]").dataset.seat;
    if (!target.closest?.("[data-undo]") && !this.#phone.drafts(seat)) this.#phone.closeDraft();
  }

  #hide() {
    this.#phone.closeDraft();
    this.#phone.outbox.flushLast();
    this.#live.hide();
  }

  // An open stream would keep the page out of the browser's cache for Back.
  #leave() {
    this.#hide();
    this.#live.close();
  }

  #wake() {
    this.#live.wake();
    this.#phone.outbox.flush();
  }

  #hear(state, floor) {
    const before = this.#phone.state;
    this.#status.found();
    this.#phone.hear(state, { floor, client: this.#client });
    this.#refusals.watchSeats(before, this.#phone.state, this.#face);
  }

  #follow(table) {
    this.dataset.address = this.#move.begin(table);
    if (!this.#move.end()) this.#live.open();
  }

  #gone() {
    document.querySelector("[data-gone]").hidden = false;
    this.#note("gone");
  }

  #note(key) {
    this.#status.note(key);
    this.#plan();
  }

  // Many changes at once are one look at the page.
  #plan() {
    if (this.#planned) return;
    this.#planned = true;
    queueMicrotask(() => this.#show());
  }

  #show() {
    this.#planned = false;
    if (this.#move.end()) return;
    this.#status.show(this.#phone);
    this.#byHand.follow();
    if (!this.#phone.ready) return;
    const { state } = this.#phone;
    this.#face.show(this.#phone.face());
    if (state?.code) this.#face.showCode(state.code);
    this.#structure.follow(this.#phone);
    this.#openSheet.follow(state?.seq ?? 0);
  }
}
