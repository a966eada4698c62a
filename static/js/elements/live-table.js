// <live-table>: one table on this phone. It knows the page; what the phone knows is in ../phone.js.
import { clientId, isHidden, keepAwake, keepClientId, retry, tools, watchPage } from "../device.js";
import { Live } from "../live.js";
import { answers, post, stateAt, statusOf } from "../network.js";
import { Keeping } from "../offline/keeping.js";
import { Phone } from "../phone.js";
import { pageWords } from "../words.js";
import { ByHand } from "./by-hand.js";
import { Face } from "./face.js";
import { Hands } from "./hands.js";
import { Move } from "./move.js";
import { Refusals, wireSheet } from "./sheet.js";
import { Status } from "./status.js";
import { OpenSheet, Structure } from "./structure.js";

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
  #hands;
  #move;
  #keeping;
  #byHand;
  #opened = false;
  opening = null; // kept when it knows what this browser keeps

  connectedCallback() {
    const { address, seq } = this.dataset;
    if (this.#phone || !address) return;
    const say = pageWords();
    const table = address.slice(3);
    if (this.dataset.role === "play") this.#keeping = new Keeping(table, tools.makeId);
    const { keeping, turn } = this.#keeping ?? {};
    this.#phone = new Phone({
      table,
      client: this.#client,
      seq: Number(seq ?? 0),
      name: seq === undefined ? null : this.querySelector("h1")?.textContent,
      tools: { ...tools, turn, post: (body, to) => post(`/t/${to}/entries`, body) },
      tell: this.#ears(),
      keeping,
    });
    this.#live = new Live({
      address: (name) => this.#data(name),
      floor: () => this.#phone.outbox.mark,
      tell: this.#feedEars(),
      tools: { ...tools, EventSource, isHidden, status: statusOf, state: stateAt },
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
      held: () => this.#hands.held,
      busy: () => this.#hands.held || this.#phone.outbox.flying || this.#move.begun,
      swapped: () => this.#show(),
    });
    this.#openSheet = new OpenSheet(this.#sheet);
    this.#listen();
    this.opening = this.#open();
    keepAwake();
    if (this.#sheet) {
      this.#byHand.begin({
        sheet: this.#sheet,
        unknown: () => this.#opened && !this.#phone.known,
        ask: (address) => this.#openSheet.take(address),
      });
    }
  }

  /** The ledger's rules are here (ledger/index.js). */
  learn(rules) {
    this.#phone?.judge.learn(rules);
  }

  // What this browser keeps comes first: the stream says whose ack it is to bring.
  async #open() {
    this.#keeping?.arrive(() => this.#phone.reread());
    await this.#phone.open(document.body.dataset.author, () => this.#client);
    this.#opened = true;
    this.#call(this.#phone.outbox.client);
    this.#phone.outbox.flush();
    this.#stream();
    this.#plan();
  }

  // Nobody has heard yet of a table that was begun with no network.
  #stream() {
    if (this.#opened && this.#phone.joined) this.#live.wake();
  }

  #join() {
    this.#note("joined");
    this.#stream();
  }

  #call(client) {
    this.#client = client;
    keepClientId(client, () => localStorage);
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
      refused: (refusal, wish) => this.#refusals.explain(refusal, wish),
      parked: () => this.#showParked(),
      volatile: (why) => {
        this.#status.worry(why);
        this.#plan();
      },
      joined: () => this.#join(),
      gone: () => this.#gone(),
      restored: () => this.#note("restored"),
      renamed: (client) => {
        this.#call(client);
        this.#keeping?.tellName();
        this.#stream();
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
    this.#hands = new Hands(this, {
      phone: this.#phone,
      sheet: this.#sheet,
      refusals: this.#refusals,
      tools,
      rest: () => this.#structure.settle(),
      tapped: () => this.#keeping?.insist(),
      reach: () => answers(this.#data("state")),
      unreached: () => this.#byHand.lay("links").catch(() => {}),
    });
    watchPage({
      hide: () => this.#hide(),
      leave: () => this.#leave(),
      wake: () => this.#wake(),
    });
  }

  /** Close the draft and send what waits: the page is about to load anew. */
  sendNow() {
    this.#phone.closeDraft();
    this.#phone.outbox.flush();
  }

  #hide() {
    this.#phone.closeDraft();
    this.#phone.hide();
    this.#live.hide();
  }

  // An open stream would keep the page out of the browser's cache for Back.
  #leave() {
    this.#hide();
    this.#live.close();
    this.#keeping?.leave();
  }

  #wake() {
    this.#keeping?.arrive(() => this.#phone.reread());
    this.#phone.look();
    this.#stream();
    this.#phone.outbox.flush();
  }

  #hear(state, floor) {
    const before = this.#phone.state;
    this.#status.found();
    this.#phone.hear(state, { floor, client: this.#client });
    this.#refusals.watchSeats(before, this.#phone.state, this.#face);
  }

  #follow(table) {
    this.#keeping?.move(table);
    this.dataset.address = this.#move.begin(table);
    if (!this.#move.end()) this.#live.open();
  }

  #gone() {
    document.querySelector("[data-gone]").hidden = false;
    this.#note("gone");
  }

  // What can't be sent is shown where people can decide about it.
  async #showParked() {
    const { showParked } = await retry(() => import("./parked.js"));
    await showParked(this.#phone.outbox.table, { again: () => this.#phone.sendAgain() });
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
