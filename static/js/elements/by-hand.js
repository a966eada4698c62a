// Where the server can't be asked, the kit draws the table (../kit/index.js). It is not needed for
// the first look, so it comes once the page is there; the shell has nothing else, and waits for it.
import { retry } from "../device.js";
import { htmx } from "../htmx.js";

export class ByHand {
  #phone;
  #status;
  #address;
  #settle;
  #kit = null;

  /** `address()` is the table's, `settle()` has the seats looked at again. */
  constructor({ phone, status, address, settle }) {
    this.#phone = phone;
    this.#status = status;
    this.#address = address;
    this.#settle = settle;
  }

  /** Whether the server can't be asked. */
  get alone() {
    if (!this.#kit) return false;
    return !this.#phone.joined || this.#status.isOffline(this.#phone);
  }

  /** `more`: {sheet, unknown, ask} of kit/index.js. */
  async begin(more) {
    if (!document.querySelector("template[data-kit]")) await loaded();
    const { wireKit } = await retry(() => import("../kit/index.js"));
    this.#kit = wireKit({ phone: this.#phone, alone: () => this.alone, ...more });
    this.follow();
    this.#settle();
  }

  follow() {
    this.#kit?.follow();
  }

  /** Draw all seats; false while there is nothing to draw with. */
  draw() {
    const { painter } = this.#kit ?? {};
    if (painter?.isReady) painter.seats();
    else painter?.ready().then(this.#settle, () => {});
    return painter?.isReady ?? false;
  }

  /** Lay a sheet over the table: "undo?entry=…". Rejects where that can't be. */
  async lay(name) {
    const address = `/f${this.#address()}/sheet/${name}`;
    if (this.#kit) return this.#kit.open(address);
    return (await htmx()).ajax("GET", address, { target: "#sheet-body", swap: "innerHTML" });
  }
}

function loaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((done) => addEventListener("load", () => setTimeout(done), { once: true }));
}
