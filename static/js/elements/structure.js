// Who sits where and what there is to settle: markup of the server, fetched anew when it changes.
// Never under a finger, and not before the answer that may bring this phone's cookie.
import { htmx } from "../htmx.js";

const AGAIN = 3000;

const shapeOf = ({ seats, conflicts }) =>
  JSON.stringify([seats.map(({ counters, ...seat }) => seat), conflicts]);

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
