// Writes what the phone knows into the server's markup, by textContent; builds none.
import { retry } from "../device.js";
import { attribute, rewrite, write } from "./write.js";

const BADGE = 1500;
const SPEAK = 1500;
const MINUS = "−";

const signed = (n) => (n < 0 ? `${MINUS}${-n}` : `+${n}`);

export class Face {
  #root;
  #say;
  #badges = new Map(); // seat → {n, timer}
  #told = null; // totals at the last announcement
  #speaking = null;
  #knowsUndo = false;
  #rest = null; // what is to be shown once the numbers are

  constructor(root, say) {
    this.#root = root;
    this.#say = say;
  }

  /** The numbers at once: the next frame has them. All that is told of them comes after it. */
  show(face) {
    const { totals, draft, counters, open } = face;
    if (draft) this.#badge(draft);
    for (const [seat, total] of totals) this.#number(seat, total);
    for (const [seat, kinds] of counters ?? []) showChips(seat, kinds);
    this.#done(open);
    if (!this.#rest) afterPaint(() => this.#settle());
    this.#rest = face;
  }

  #settle() {
    const { totals, draft, latest, table } = this.#rest;
    this.#rest = null;
    this.#buttons(table);
    for (const [seat, total] of totals) this.#label(seat, total);
    this.#announce(totals);
    this.#undo(draft, latest);
  }

  // Few seats have cards.
  async #buttons(table) {
    if (!this.#root.querySelector("[data-played]")) return;
    const { showButtons } = await retry(() => import("./plays.js"));
    showButtons(table, this.#say, this.#root);
  }

  /** The join code, wherever it stands. */
  showCode(code) {
    for (const each of document.querySelectorAll("[data-join]")) write(each, code);
  }

  nameOf(seat) {
    return document.getElementById(`name-${seat}`)?.textContent.trim() ?? "";
  }

  #number(seat, total) {
    const element = document.getElementById(`seat-${seat}`);
    const number = element?.querySelector("[data-energy]");
    if (!number) return;
    const text = String(total);
    rewrite(number, text);
    attribute(number.parentElement, "data-digits", String(text.length));
    const badge = this.#badges.get(seat);
    rewrite(element.querySelector("[data-delta]"), badge?.n ? signed(badge.n) : "");
  }

  #done(open) {
    for (const button of this.#root.querySelectorAll("[data-done]")) {
      const isOpen = open?.seat === button.dataset.done;
      if (isOpen) rewrite(button.querySelector("[data-amount]"), signed(open.n));
      button.hidden = !isOpen;
    }
  }

  #label(seat, total) {
    const number = document.querySelector(`#seat-${seat} [data-energy]`);
    if (number) attribute(number, "aria-label", this.#say("energy", { n: total }));
  }

  // It stays a moment after the draft has closed.
  #badge({ seat, n }) {
    const before = this.#badges.get(seat);
    if (before?.n === n) return;
    clearTimeout(before?.timer);
    const timer = setTimeout(() => {
      this.#badges.delete(seat);
      const delta = document.querySelector(`#seat-${seat} [data-delta]`);
      if (delta) rewrite(delta, "");
    }, BADGE);
    this.#badges.set(seat, { n, timer });
  }

  #undo(draft, latest) {
    const button = this.#root.querySelector("[data-undo]");
    // Until this phone knows better, what the page came with stands.
    this.#knowsUndo ||= Boolean(draft ?? latest);
    if (!button || !this.#knowsUndo) return;
    button.disabled = !draft && !latest;
    if (latest) button.form.elements.namedItem("entry").value = latest.id;
    const what = draft ? this.#move(draft.seat, draft.n) : latest && this.#what(latest);
    const label = button.querySelector("[data-undo-label]") ?? button;
    rewrite(label, what ? this.#say("undo", { what }) : this.#say("undo-nothing"));
  }

  #what({ type, delta }) {
    if (type === "new_game") return this.#say("undo-game");
    const seats = Object.entries(delta);
    if (seats.length !== 1) return this.#say("undo-step");
    const [[seat, kinds]] = seats;
    if (Object.keys(kinds).length !== 1) return this.#say("undo-step");
    const [[kind, n]] = Object.entries(kinds);
    return this.#move(seat, n, kind);
  }

  #move(seat, n, kind = "energy") {
    const short = document.querySelector(`#seat-${seat} [data-kind="${kind}"]`)?.dataset.short;
    const change = short ? `${signed(n)} ${short}` : signed(n);
    const mine = this.#root.querySelectorAll("[data-seat][data-mine]");
    if (mine.length === 1 && mine[0].dataset.seat === seat) return change;
    return this.#say("undo-other", { name: this.nameOf(seat), change });
  }

  // One polite message for all that changed, when it has been quiet for a while.
  #announce(totals) {
    const before = this.#told ?? totals;
    this.#told ??= totals;
    const moved = [...totals].some(([seat, total]) => (before.get(seat) ?? 0) !== total);
    const key = JSON.stringify([...totals]);
    if (this.#speaking?.key === key) return;
    clearTimeout(this.#speaking?.timer);
    this.#speaking = moved ? { key, timer: setTimeout(() => this.#speak(totals), SPEAK) } : null;
  }

  #speak(totals) {
    const changes = [...totals].filter(([seat, total]) => this.#told.get(seat) !== total);
    const words = changes.map(([seat, n]) => {
      const delta = n - (this.#told.get(seat) ?? 0);
      const change = this.#say(delta > 0 ? "plus" : "minus", { n: Math.abs(delta) });
      const total = this.#say("energy", { n });
      return this.#say("announce", { name: this.nameOf(seat), total, change });
    });
    this.#told = totals;
    this.#speaking = null;
    write(document.getElementById("announce"), words.join(" "));
  }
}

// Chips that are there: those of a new kind come with the structure.
function showChips(seat, kinds) {
  for (const chip of document.querySelectorAll(`#seat-${seat} [data-kind]`)) {
    const n = kinds[chip.dataset.kind] ?? 0;
    const number = chip.querySelector("[data-n]");
    if (number.textContent === String(n)) continue;
    rewrite(number, String(n));
    rewrite(chip.querySelector("[data-words]"), `${chip.dataset.name}: ${n}`);
  }
}

// A page out of sight paints nothing, and shows it when it is back.
function afterPaint(action) {
  requestAnimationFrame(() => setTimeout(action));
}
