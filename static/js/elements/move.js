// A new link to play: whoever made it, and every phone that holds a seat, goes on under it.
import { sendForm } from "../network.js";

/** The way from one link to the next: the page follows when nothing waits on it any more. */
export class Move {
  #phone;
  #to = null;
  #left = false;
  #rest = null; // whoever made the new link is going to share it

  /** `made(table)` is told the id that a form with data-move brought; what else it brings is a page. */
  constructor(phone, made, page = document) {
    this.#phone = phone;
    page.addEventListener("submit", (event) => {
      if (!event.target.matches("form[data-move]")) return;
      event.preventDefault();
      this.#ask(event.target, event.submitter, made);
    });
  }

  get begun() {
    return this.#to !== null;
  }

  /** Everything that waits goes to `table` from here on, and the page follows as soon as it can. */
  begin(table) {
    const address = `/t/${table}`;
    this.#to = address + (this.#rest ?? location.search);
    this.#phone.move(table);
    return address;
  }

  /** Whether the page is leaving now. Asked for twice, it would begin anew. */
  end() {
    if (!this.begun || !this.#phone.settled) return false;
    if (!this.#left) location.replace(this.#to);
    this.#left = true;
    return true;
  }

  // Twice would be two new links. Without network nothing has changed.
  async #ask(form, button, made) {
    button.disabled = true;
    this.#rest = "/share";
    try {
      const { table } = await sendForm(form);
      if (table) made(table);
      else form.submit();
    } catch {
      button.disabled = false;
      this.#rest = null;
    }
  }
}
