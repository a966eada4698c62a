// Markup of the server, fetched anew when it changes, but never under the player's hands; where the
// server can't be asked, the kit draws it.
import { htmx } from "../htmx.js";
import { DEADLY } from "../ledger/table.js";

const AGAIN = 3000;
const PAUSE = 1000;
const OF_THE_LEDGER =
  /\/(sheet\/(card|conflict|correct|counter|effects|ledger|order|pay|proliferate|seat|teams|turn|undo)|ledger)(\?|$)/;

// A state of the server says who holds a seat in other words than the fold.
const seatOf = ({ id, name, colour, shape, status, holder, held, mine }) => [
  ...[id, name, colour, shape, status],
  held ?? holder !== null,
  mine ?? holder === "me",
];

// Which kinds a seat shows, and whether they lose it the game; how many, the face writes by itself.
function chipsOf({ id, team, counters }, { seats, variant }) {
  const kinds = Object.keys(counters).filter((kind) => kind !== "energy" && kind !== "life");
  const mates = seats.filter((s) => s.id === id || (variant === "2hg" && team && s.team === team));
  const poison = mates.reduce((sum, mate) => sum + (mate.counters.poison ?? 0), 0);
  return [
    kinds.filter((kind) => counters[kind]).sort(),
    poison >= DEADLY[variant ?? "normal"],
    team,
  ];
}

const goesOn = ({ id, chosen, paid }) => [id, Boolean(chosen), paid ?? null];

const shapeOf = (it) =>
  JSON.stringify([
    it.seats.map((seat) => [seatOf(seat), chipsOf(seat, it), seat.pins ?? []]),
    it.conflicts,
    (it.resolutions ?? []).filter(({ closed }) => !closed).map(goesOn),
    (it.inForce ?? it.effects ?? []).map(({ id, card }) => [id, card]),
    [it.mode, it.variant, it.turn ?? null],
  ]);

// Who sits where and what there is to settle. Not before the answer that may bring this phone's
// cookie.
export class Structure {
  #tools;
  #seq;
  #phone = null;
  #drawn = null;
  #asked = null;
  #byHand = false; // drawn by the kit: the server's is to come

  /**
   * `seq` is that of the page as it came; `busy()` puts a change off until `settle()`, `held()` also
   * one by hand. `alone()`: the server can't be asked, and `draw()` does it here; false: not yet.
   */
  constructor({ seq, ...tools }) {
    this.#seq = seq;
    this.#tools = tools;
    document.addEventListener("htmx:after:swap", (event) => this.#isOurs(event) && this.#done());
    document.addEventListener(
      "htmx:finally:request",
      (event) => this.#isOurs(event) && this.#end(),
    );
  }

  follow(phone) {
    this.#phone = phone;
    const { state } = phone;
    if (this.#drawn === null && state?.seq === this.#seq) this.#drawn = shapeOf(state);
    this.settle();
  }

  settle() {
    if (!this.#phone?.table) return;
    const { alone, held, busy } = this.#tools;
    if (alone() || this.#isEmpty) {
      if (!held()) this.#drawHere();
      if (alone()) return;
    }
    if (!this.#phone.state) return;
    const wanted = shapeOf(this.#phone.state);
    if (this.#asked || (wanted === this.#drawn && !this.#byHand) || busy()) return;
    this.#asked = wanted;
    htmx().then(
      (it) => it.trigger("#seats", "structure"),
      () => this.#end(),
    );
  }

  get #isEmpty() {
    return !document.querySelector("#seats > [data-seat]");
  }

  #drawHere() {
    const wanted = shapeOf(this.#phone.table);
    if (wanted === this.#drawn || !this.#tools.draw()) return;
    this.#drawn = wanted;
    this.#byHand = true;
    this.#tools.swapped();
  }

  #isOurs({ detail: { ctx } }) {
    return ctx.sourceElement?.id === "seats";
  }

  #done() {
    this.#drawn = this.#asked;
    this.#byHand = false;
    this.#tools.swapped();
  }

  #end() {
    const failed = this.#drawn !== this.#asked || this.#byHand;
    this.#asked = null;
    if (failed) setTimeout(() => this.settle(), AGAIN);
    else this.settle();
  }
}

// The open sheet, where it tells of the ledger.
export class OpenSheet {
  #sheet;
  #dialog = document.getElementById("sheet");
  #shown = null; // {address, target, swap} to draw it again
  #drawn = 0; // the seq that was known then
  #known = 0;
  #asking = false;
  #held = () => {};

  /** `sheet` is that of sheet.js, null on a page without one. */
  constructor(sheet) {
    this.#sheet = sheet;
    if (!sheet) return;
    document.addEventListener("htmx:before:swap", (event) => this.#judge(event));
    document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => this.#note(ctx));
    this.#dialog.addEventListener("focusout", () => setTimeout(() => this.follow(this.#known)));
    this.#dialog.addEventListener("close", () => (this.#shown = null));
  }

  follow(seq) {
    this.#known = seq;
    if (this.#asking || seq === this.#drawn || !this.#shown || this.#sheet.inHand()) return;
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

  /** Take over a sheet that the kit has drawn. */
  take(address) {
    this.#shown = { address, target: "#sheet-body", swap: "innerMorph" };
    this.#drawn = -1;
    this.follow(this.#known);
  }

  #judge(event) {
    const { ctx, tasks } = event.detail;
    if (!ctx.follows) return;
    const isOld = ctx.request.action !== this.#shown?.address || this.#sheet.inHand();
    if (isOld || ctx.response.status !== 200) return event.preventDefault();
    for (const { fragment } of tasks) {
      for (const each of fragment.querySelectorAll("[autofocus]"))
        each.removeAttribute("autofocus");
    }
    this.#hold();
  }

  // What is read stays where it is, also with more above it.
  #hold() {
    const { top } = this.#dialog.getBoundingClientRect();
    const topOf = (element) => element.getBoundingClientRect().top;
    const rows = this.#dialog.scrollTop ? [...this.#dialog.querySelectorAll(".ledger__row")] : [];
    const row = rows.find((each) => each.getBoundingClientRect().bottom > top);
    const before = row && topOf(row);
    this.#held = () => {
      if (row?.isConnected) this.#dialog.scrollTop += topOf(row) - before;
    };
  }

  #note(ctx) {
    if (ctx.follows) {
      this.#drawn = ctx.follows;
      if (!OF_THE_LEDGER.test(ctx.request.action)) this.#shown = null;
      this.#held();
      if (document.activeElement === document.body) this.#dialog.querySelector("h2").focus();
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
