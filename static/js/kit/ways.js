// The ways to the sheets: by the server where it can be asked, else by the kit, at once. A server
// that says nothing for long is not waited for.
import { htmx } from "../htmx.js";
import { morph } from "./morph.js";

const PATIENCE = 2500;
const LEDGER = 'a[data-hx-get*="/ledger?"]';
const ASKED =
  'form[method="post"][action^="/t/"]:not([data-entry], [data-take-all], [data-free-all])';

export class Ways {
  #painter;
  #alone;
  #sheet;
  #waiting = new Map(); // what htmx has asked for → the timer of our patience
  #late = new WeakSet(); // answers that nobody waits for any more
  #shown = null; // {address, table} of the sheet that the kit has drawn

  /** `alone()`: whether the server can't be asked. `sheet` is the one of elements/sheet.js. */
  constructor({ painter, alone, sheet, page = document }) {
    this.#painter = painter;
    this.#alone = alone;
    this.#sheet = sheet;
    const on = (name, action) =>
      page.addEventListener(`htmx:${name}`, (event) => action(event.detail.ctx, event));
    window.addEventListener("click", (event) => this.#click(event), true);
    window.addEventListener("submit", (event) => this.#submit(event), true);
    on("before:request", (ctx) => this.#asked(ctx));
    on("before:swap", (ctx, event) => this.#late.has(ctx) && event.preventDefault());
    on("after:swap", (ctx) => this.#answered(ctx));
    on("finally:request", (ctx) => this.#ended(ctx));
    sheet.closed(() => (this.#shown = null));
  }

  /** Lay a sheet over the table: "undo?entry=…". */
  open(address) {
    if (this.#alone()) return this.#here(address);
    const target = { target: "#sheet-body", swap: "innerHTML" };
    return htmx().then(
      (it) => it.ajax("GET", address, target),
      () => this.#here(address),
    );
  }

  /** What the kit has drawn keeps up with the table, and gives way to the server's. */
  follow(table, ask) {
    if (!this.#shown || this.#shown.table === table || this.#sheet.inHand()) return;
    const { address } = this.#shown;
    if (!this.#alone()) {
      this.#shown = null;
      ask(address);
    } else {
      this.#shown.table = table;
      this.#redraw(address).catch(() => {});
    }
  }

  async #redraw(address) {
    await this.#painter.ready(address);
    const drawn = this.#painter.sheet(address);
    if (!drawn || this.#shown?.address !== address) return;
    for (const each of drawn.querySelectorAll("[autofocus]")) each.removeAttribute("autofocus");
    const fresh = this.#sheet.body.cloneNode(false);
    fresh.append(drawn);
    morph(this.#sheet.body, fresh);
  }

  #click(event) {
    const link = event.target.closest?.(`a[data-hx-get*="/sheet/"], ${LEDGER}`);
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    // What the kit has drawn htmx knows nothing of.
    if (!link || !isPlain || (!this.#alone() && "htmxPowered" in link.dataset)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.open(link.dataset.hxGet).catch(() => {});
  }

  // Other forms than those of entries are the server's.
  #submit(event) {
    if (!event.target.matches(ASKED) || !this.#alone()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#here("links").catch(() => {});
  }

  async #here(address) {
    await this.#painter.ready(address);
    const drawn = this.#painter.sheet(address);
    if (!drawn) return;
    this.#sheet.show(drawn);
    this.#shown = { address, table: this.#painter.scene.table };
  }

  #asked(ctx) {
    if (ctx.follows || ctx.request.method !== "GET" || !isSheet(ctx)) return;
    this.#shown = null;
    this.#waiting.set(
      ctx,
      setTimeout(() => this.#giveUp(ctx), PATIENCE),
    );
  }

  #answered(ctx) {
    clearTimeout(this.#waiting.get(ctx));
    this.#waiting.delete(ctx);
  }

  #ended(ctx) {
    const isLost = this.#waiting.has(ctx) && !(ctx.response?.status < 500);
    this.#answered(ctx);
    if (isLost) this.#here(ctx.request.action).catch(() => {});
  }

  #giveUp(ctx) {
    this.#answered(ctx);
    this.#late.add(ctx);
    this.#here(ctx.request.action).catch(() => {});
  }
}

const isSheet = ({ target }) => target === "#sheet-body" || target?.id === "sheet-body";
