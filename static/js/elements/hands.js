// What fingers do at a table: tap, send a form, sit down, turn to something else.
import { retry } from "../device.js";
import { entriesOf, takeOver } from "./forms.js";
import { guess, wirePads } from "./pads.js";

export class Hands {
  #phone;
  #sheet;
  #refusals;
  #tapped;
  #reach;
  #unreached;
  #pads;

  /**
   * `tools` as pads.js needs them; `rest()` when no finger is on a pad, `tapped()` after each tap.
   * `reach()` → whether the server answers; `unreached()` says that this takes a connection.
   */
  constructor(root, { phone, sheet, refusals, tools, rest, tapped, reach, unreached }) {
    this.#phone = phone;
    this.#sheet = sheet;
    this.#refusals = refusals;
    this.#tapped = tapped;
    this.#reach = reach;
    this.#unreached = unreached;
    this.#pads = wirePads(root, { tap: (pad) => this.#tap(pad), rest, tools });
    takeOver({
      take: (wish, form) => this.#take(wish, form),
      seat: (seats) => this.#seat(seats),
    });
    root.addEventListener("click", (event) => this.#done(event));
    root.dataset.outbox = "";
    for (const touch of ["pointerdown", "click"]) {
      document.addEventListener(touch, (event) => this.#elsewhere(event), true);
    }
  }

  /** Whether a finger rests on a pad. */
  get held() {
    return this.#pads.held;
  }

  #tap(pad) {
    if (!this.#phone.judges && pad.form?.method === "get") return false; // a second tap is needed
    this.#sheet?.close();
    const { seat } = pad.closest("[data-seat]").dataset;
    const refusal = this.#phone.tap(seat, Number(pad.dataset.pad));
    this.#tapped();
    if (refusal) this.#refusals.show(refusal);
    else this.#refusals.clear();
    return this.#phone.judges ? !refusal : guess(pad);
  }

  #take(wish, form) {
    if (form.querySelector("[data-undo]") && this.#phone.cancelDraft()) return;
    if (wish.type === "play") this.#play(wish, form);
    else this.#enter(entriesOf(wish));
  }

  async #play(wish, form) {
    await this.#phone.judge.learned;
    const { playsOf } = await retry(() => import("./plays.js"));
    const entries = playsOf(wish, form, this.#phone.table);
    if (entries) this.#enter(entries);
    else if (await this.#reach())
      form.submit(); // only the server knows what it is
    else this.#unreached();
  }

  #enter(entries) {
    this.#sheet?.close();
    this.#refusals.clear();
    for (const entry of entries) {
      const refusal = this.#phone.enter(entry);
      if (refusal) return this.#refusals.explain(refusal, entry);
    }
  }

  // The second, deliberate tap of tournament mode.
  #done({ target }) {
    if (target.closest?.("[data-done]")) this.#phone.done();
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
    if (this.#phone.isTournament) return;
    const seat = target.closest?.("[data-pad]")?.closest("[data-seat]").dataset.seat;
    if (!target.closest?.("[data-undo]") && !this.#phone.drafts(seat)) this.#phone.closeDraft();
  }
}
