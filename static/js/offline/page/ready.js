// <offline-ready>: which languages this phone can show without a connection.
import { fetchPacks, onReady } from "./packs.js";

export class OfflineReady extends HTMLElement {
  #stop = () => {};

  connectedCallback() {
    this.#stop = onReady((ready) => this.#show(ready));
    this.addEventListener("click", this);
  }

  disconnectedCallback() {
    this.#stop();
    this.removeEventListener("click", this);
  }

  async handleEvent({ target }) {
    const row = target.closest("button")?.closest("[data-language]");
    if (!row) return;
    row.dataset.state = "loading";
    const { language } = row.dataset;
    const ready = await fetchPacks([language]);
    if (!ready[language]) row.dataset.state = "failed";
  }

  #show(ready) {
    this.dataset.known = "";
    for (const row of this.querySelectorAll("[data-language]"))
      row.dataset.state = ready[row.dataset.language] ? "ready" : "absent";
  }
}
