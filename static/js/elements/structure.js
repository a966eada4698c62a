// Markup of the server, fetched anew when it changes, but never under the player's hands.
import { htmx } from "../htmx.js";

const AGAIN = 3000;
const PAUSE = 1000;
const OF_THE_LEDGER = /\/(sheet\/(conflict|correct|ledger|order|pay|seat|undo)|ledger)(\?|$)/;

const shapeOf = ({ seats, conflicts }) =>
  JSON.stringify([seats.map(({ counters, ...seat }) => seat), conflicts]);

// Who sits where and what there is to settle. Not before the answer that may bring this phone's
// cookie.
export class Structure {
  #busy;
  #swapped;
  #seq;
  #drawn = null;
  #wanted = null;
  #asked = null;

  /** `seq` is that of the page as it came; `busy()` puts a change off until `settle()`. */
  constructor({ seq, busy, swapped }) {
    this.#seq = seq;
    this.#busy = busy;
    this.#swapped = swapped;
    document.addEventListener("htmx:after:swap", (event) => this.#isOurs(event) && this.#done());
    document.addEventListener(
      "htmx:finally:request",
      (event) => this.#isOurs(event) && this.#end(),
    );
  }

  follow(state) {
    this.#wanted = shapeOf(state);
    if (this.#drawn === null && state.seq === this.#seq) this.#drawn = this.#wanted;
    this.settle();
  }

  settle() {
    if (this.#asked || this.#wanted === this.#drawn || this.#busy()) return;
    this.#asked = this.#wanted;
    htmx().then(
      (it) => it.trigger("#seats", "structure"),
      () => this.#end(),
    );
  }

  #isOurs({ detail: { ctx } }) {
    return ctx.sourceElement?.id === "seats";
  }

  #done() {
    this.#drawn = this.#asked;
    this.#swapped();
  }

  #end() {
    const failed = this.#drawn !== this.#asked;
    this.#asked = null;
    if (failed) setTimeout(() => this.settle(), AGAIN);
    else this.settle();
  }
}

// The open sheet, where it tells of the ledger.
export class OpenSheet {
  #sheet = document.getElementById("sheet");
  #shown = null; // {address, target, swap} to draw it again
  #drawn = 0; // the seq that was known then
  #known = 0;
  #asking = false;
  #held = () => {};

  constructor() {
    if (!this.#sheet) return;
    document.addEventListener("htmx:before:swap", (event) => this.#judge(event));
    document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => this.#note(ctx));
    this.#sheet.addEventListener("focusout", () => setTimeout(() => this.follow(this.#known)));
    this.#sheet.addEventListener("close", () => (this.#shown = null));
  }

  follow(seq) {
    this.#known = seq;
    if (this.#asking || seq === this.#drawn || !this.#shown || this.#inHand()) return;
    this.#asking = true;
    const { address, target, swap } = this.#shown;
    const ask = (it) => it.ajax("GET", address, { target, swap, follows: seq });
    const rest = () =>
      setTimeout(() => {
        this.#asking = false;
        this.follow(this.#known);
      }, PAUSE);
    htmx().then(ask).then(rest, rest);
  }

  // Typed into, about to be, or something chosen.
  #inHand() {
    const fields = [...this.#sheet.querySelectorAll("input:not([type=hidden]), select")];
    return fields.some((field) => field === document.activeElement || isChanged(field));
  }

  #judge(event) {
    const { ctx, tasks } = event.detail;
    if (!ctx.follows) return;
    const isOld = ctx.request.action !== this.#shown?.address || this.#inHand();
    if (isOld || ctx.response.status !== 200) return event.preventDefault();
    for (const { fragment } of tasks) {
      for (const each of fragment.querySelectorAll("[autofocus]"))
        each.removeAttribute("autofocus");
    }
    this.#hold();
  }

  // What is read stays where it is, also with more above it.
  #hold() {
    const { top } = this.#sheet.getBoundingClientRect();
    const topOf = (element) => element.getBoundingClientRect().top;
    const rows = this.#sheet.scrollTop ? [...this.#sheet.querySelectorAll(".ledger__row")] : [];
    const row = rows.find((each) => each.getBoundingClientRect().bottom > top);
    const before = row && topOf(row);
    this.#held = () => {
      if (row?.isConnected) this.#sheet.scrollTop += topOf(row) - before;
    };
  }

  #note(ctx) {
    if (ctx.follows) {
      this.#drawn = ctx.follows;
      this.#held();
      if (document.activeElement === document.body) this.#sheet.querySelector("h2").focus();
      return;
    }
    const { action: address, method } = ctx.request;
    const id = ctx.target?.id;
    if (id !== "sheet-body" && id !== "ledger") return;
    this.#drawn = this.#known;
    const follows = method === "GET" && OF_THE_LEDGER.test(address);
    const swap = id === "ledger" ? "outerMorph" : "innerMorph";
    this.#shown = follows ? { address, target: `#${id}`, swap } : null;
  }
}

function isChanged(field) {
  if (field.type === "radio") return field.checked !== field.defaultChecked;
  return field.value !== (field.options?.[0].value ?? field.defaultValue);
}
