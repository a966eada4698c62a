// What lies over the table: the bottom sheet, and refusals.
import { addressOf } from "./forms.js";

const REST = 450;

let wired = null;

/** The sheet of this page; whoever needs it first wires it, htmx or the table. */
export const wireSheet = () => (wired ??= wire(document));

// htmx fills #sheet-body, the dialog opens, and gives the focus back when it closes.
function wire(page) {
  const dialog = page.getElementById("sheet");
  if (!dialog) return null;
  const body = page.getElementById("sheet-body");

  page.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target === body && !ctx.follows) rise();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
  // It is told a moment late: the next sheet may lie there by then.
  dialog.addEventListener("close", (event) => {
    if (dialog.open) event.stopImmediatePropagation();
    else body.replaceChildren();
  });
  // What htmx sends, where no outbox took it over before.
  page.addEventListener("submit", ({ target }) => target.matches("[data-entry]") && close());

  /** Close the sheet, also the one that a new table shows half open. */
  function close() {
    if (dialog.open) dialog.close();
  }

  function rise() {
    if (!dialog.matches(":modal")) {
      dialog.open = false; // half open at a new table
      dialog.showModal();
    }
    dialog.scrollTop = 0;
  }

  return {
    body,
    close,
    /** Lay nodes over the table. */
    show(nodes) {
      body.replaceChildren(nodes);
      rise();
      body.querySelector("[autofocus]")?.focus();
    },
    /** Half open: the pads stay in reach beside it. */
    showHalf(nodes) {
      body.replaceChildren(nodes);
      dialog.open = true;
    },
    get isHalf() {
      return dialog.open && !dialog.matches(":modal");
    },
    /** Typed into, about to be, or something chosen or laid open. */
    inHand() {
      if (dialog.querySelector("details[open]")) return true;
      const fields = [...dialog.querySelectorAll("input:not([type=hidden]), select")];
      return fields.some((field) => field === document.activeElement || isChanged(field));
    },
    closed: (action) => dialog.addEventListener("close", action),
  };
}

function isChanged(field) {
  if (field.type === "radio") return field.checked !== field.defaultChecked;
  return field.value !== (field.options?.[0].value ?? field.defaultValue);
}

// Why not: copies the server's words for a refusal, with its ruling, and fills in the figures.
export class Refusals {
  #open;
  #say;
  #resting;
  #box = document.getElementById("refusal");
  #ousted = document.querySelector("[data-ousted]");

  /** `open(address)` lays a sheet over the table; rejects where that can't be. */
  constructor(open, say) {
    this.#open = open;
    this.#say = say;
    this.#box?.addEventListener("click", (event) => {
      if (!event.target.closest("[data-dismiss]")) return;
      event.preventDefault();
      this.clear();
    });
  }

  clear() {
    this.#box?.replaceChildren();
  }

  show({ code, params }) {
    const template = document.querySelector(`template[data-refusal="${code}"]`);
    if (!template) return;
    const copy = template.content.cloneNode(true);
    for (const hole of copy.querySelectorAll("[data-fill]")) {
      hole.textContent = params[hole.dataset.fill] ?? "";
    }
    this.#box.replaceChildren(copy);
    // With large text the page is longer than the screen, and its head may be out of sight.
    this.#box.scrollIntoView({ block: "nearest" });
    this.#rest();
  }

  // For a moment it lets fingers through: they were on their way to a pad.
  #rest() {
    clearTimeout(this.#resting);
    this.#box.dataset.fresh = "";
    this.#resting = setTimeout(() => delete this.#box.dataset.fresh, REST);
  }

  /** Where there is a way out, its sheet asks; otherwise the refusal says why. */
  explain(refusal, wish) {
    const { entry, seat } = wish;
    if (refusal.code === "ORDER_REQUIRED")
      return this.#ask(addressOf("order-of-effects", wish), refusal);
    if (refusal.code === "SEAT_HELD") this.#ask(`seat?seat=${seat}`, refusal);
    else if (refusal.code === "UNDO_BELOW_ZERO") this.#ask(`undo?entry=${entry}`, refusal);
    else this.show(refusal);
  }

  /** Another phone has taken a seat of this one over, or this one has it back. */
  watchSeats(before, now, face) {
    const wasMine = (before?.seats ?? []).filter(({ mine }) => mine).map(({ id }) => id);
    const other = now.seats.find(({ id, held, mine }) => held && !mine && wasMine.includes(id));
    if (other) {
      const words = this.#say("ousted", { name: face.nameOf(other.id) });
      this.#ousted.querySelector("p").textContent = words;
      this.#ousted.querySelector("[name=seat]").value = other.id;
      this.#ousted.hidden = false;
    } else if (this.#ousted && now.seats.some(({ mine }) => mine)) this.#ousted.hidden = true;
  }

  #ask(sheet, refusal) {
    this.#open(sheet).catch(() => this.show(refusal));
  }
}
