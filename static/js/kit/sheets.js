// The sheets that a phone draws by itself, as templates/tables/sheets/ has them; and what it says
// of those that only the server can fill.
import { MOST_WITH } from "../ledger/readers.js";
import { MOST_SEATS } from "../ledger/table.js";
import { fill, lift } from "./fill.js";
import { LedgerScene } from "./ledger-scene.js";
import { drawLedger, drawRow } from "./rows.js";
import { stateOf } from "./seats.js";

/**
 * "seat?seat=…" → what to lay over the table: a fragment; null for an address that has no sheet.
 * `known` as for a Scene; `more`: the sheets of the rules (rules/index.js), null where they are not
 * to be had.
 */
export function drawSheet(known, address, more = null) {
  const scene = new LedgerScene(known);
  const { pathname, searchParams: asked } = new URL(address, location.origin);
  const name = pathname.split("/").at(-1);
  const draw = OF_RULES.has(name) ? (more?.[name] ?? plain("no-connection")) : SHEETS[name];
  return draw?.(scene, asked) ?? null;
}

/** Whether the sheet of an address is one that few tables need. */
export const isOfRules = (address) =>
  OF_RULES.has(new URL(address, location.origin).pathname.split("/").at(-1));

const plain = (name) => (scene) => scene.kit.draw(`sheet-${name}`, scene.tableValues);

const ofSeat = (draw) => (scene, asked) => {
  const seat = scene.seat(asked.get("seat"));
  return seat && draw(scene, seat, asked);
};

const OF_RULES = new Set([
  ...["card", "counter", "crew", "effects", "order-of-effects", "pin"],
  ...["proliferate", "teams", "tournament", "turn", "why"],
]);

const SHEETS = {
  "add-seat": plain("add-seat"),
  conflict: drawConflict,
  correct: ofSeat(drawCorrect),
  forget: (scene) => plain(scene.joined ? "no-connection" : "forget-here")(scene),
  ledger: drawLedger,
  links: plain("no-connection"),
  menu: drawMenu,
  "new-game": (scene) => plain(scene.alone ? "new-game" : "others-play")(scene),
  order: drawOrder,
  pay: ofSeat(drawPay),
  seat: ofSeat(drawSeatSheet),
  share: drawShare,
  undo: drawUndo,
};

function drawCorrect(scene, seat, asked) {
  const values = scene.counterValues(seat, asked.get("kind") ?? "energy");
  const isEnergy = values["counter.kind"] === "energy";
  return scene.kit.draw("sheet-correct", isEnergy ? { ...values, "counter.name": null } : values);
}

function drawMenu(scene) {
  const copy = scene.kit.copy("sheet-menu");
  const { length } = scene.table.seats;
  const drop = (selector) => copy.querySelector(selector)?.remove();
  if (length >= MOST_SEATS) drop('[href$="/sheet/add-seat"]');
  if (length < 2) drop('[href$="/sheet/order"]');
  return drawOnePhone(scene, copy);
}

/** What to do with one phone for all, or with one for each; the other one goes. */
function drawOnePhone(scene, copy) {
  const { free, mine, layout } = scene;
  const take = lift(copy, "[data-take-all] [data-take]");
  const give = lift(copy, "[data-free-all] [data-free]");
  fill(copy, scene.tableValues);
  const each = (list, seats) =>
    list.put(seats.map((seat) => fill(list.rows[0].cloneNode(true), scene.seatValues(seat))));
  each(take, free);
  each(give, mine);
  const isTiles = layout === "tiles";
  if (isTiles && !free.length) copy.querySelector("[data-take-all]").remove();
  if (!isTiles) copy.querySelector("[data-free-all]").remove();
  return copy;
}

function drawSeatSheet(scene, seat) {
  const copy = scene.kit.copy("sheet-seat");
  const state = stateOf(scene, seat);
  const own = state === "free" ? (["", "-one"][scene.mine.length] ?? "-more") : "";
  copy.querySelector(".sitting").replaceWith(scene.kit.copy(`sitting-${state}${own}`));
  const ways = scene.kit.copy(seat.pins.length ? "seat-ways-cards" : "seat-ways");
  copy.querySelector(".ways").replaceWith(seat.status === "left" ? "" : ways);
  const spent = scene.table.tallies[seat.id]?.energy?.spent ?? 0;
  const isTold = spent > 0 && seat.status === "active";
  fill(copy, { ...scene.seatValues(seat), "seat.spent": isTold ? spent : null });
  for (const [name, value] of Object.entries({ colour: seat.colour, shape: seat.shape })) {
    copy.querySelector(`[name="${name}"][value="${value}"]`).toggleAttribute("checked", true);
  }
  return copy;
}

function drawPay(scene, seat, asked) {
  const values = scene.seatValues(seat);
  const copy = scene.kit.draw("sheet-pay", values);
  if (asked.get("n")) copy.querySelector('[name="n"]').setAttribute("value", asked.get("n"));
  if (scene.table.mode !== "tournament") copy.querySelector("[data-cue]").remove();
  const n = seat.counters.energy;
  const has = { name: values["seat.name"], n, count: String(n) };
  copy.querySelector('[data-say="has"]').textContent = scene.kit.say("has", has);
  return copy;
}

function drawOrder(scene) {
  const copy = scene.kit.copy("sheet-order");
  const list = lift(copy, ".order__row");
  const [first, middle, last] = list.rows;
  const { seats } = scene.table;
  fill(copy, scene.tableValues);
  list.put(
    seats.map((seat, place) => {
      const row = place === 0 ? first : place === seats.length - 1 ? last : middle;
      return drawPlace(scene, row.cloneNode(true), seat, place);
    }),
  );
  return copy;
}

function drawPlace(scene, row, seat, place) {
  const ids = scene.table.seats.map(({ id }) => id);
  const steps = place === 0 ? [1] : [-1, 1];
  for (const [i, form] of [...row.querySelectorAll("form")].entries()) {
    const order = [...ids];
    [order[place], order[place + steps[i]]] = [order[place + steps[i]], order[place]];
    const fields = lift(form, '[name="order"]');
    fields.put(
      order.map((id) => {
        const field = fields.rows[0].cloneNode(true);
        field.setAttribute("value", id);
        return field;
      }),
    );
  }
  return fill(row, scene.seatValues(seat));
}

function drawConflict(scene, asked) {
  const conflict = scene.table.conflict(asked.get("entry"));
  if (!conflict) return plain("settled")(scene);
  const mayBeTwin = conflict.answers.includes("twin");
  const copy = scene.kit.copy(mayBeTwin ? "sheet-conflict" : "sheet-conflict-undo");
  const payments = scene.payments([conflict.seat]);
  const choices = lift(copy, "option");
  fill(copy, scene.conflictValues(conflict));
  for (const form of copy.querySelectorAll(".answers form")) {
    const { value } = form.elements.namedItem("answer");
    const isEmpty = value === "retry" && mayBeTwin && !payments.length;
    if (!conflict.answers.includes(value) || isEmpty) form.remove();
  }
  choices.put(
    payments.map((row) => fill(choices.rows[0].cloneNode(true), scene.paymentValues(row))),
  );
  return copy;
}

function drawUndo(scene, asked) {
  const row = scene.find(asked.get("entry"));
  if (!row) return plain("no-connection")(scene);
  const short = scene.short([row]);
  const payments = short.length ? scene.payments(short, row.seq) : [];
  const taken = payments.slice(0, MOST_WITH);
  const isEnough = !scene.short([row, ...taken]).length;
  const some = payments.length > taken.length ? "-some" : "";
  const kind = !scene.isUndoable(row) ? "-not" : isEnough ? some : "-never";
  const copy = scene.kit.copy(`sheet-undo${kind}`);
  const quotes = lift(copy, ".sheet__quote");
  const withs = lift(copy, '[name="with"]');
  drawRow(scene, copy, row);
  for (const list of [quotes, withs].filter(({ rows }) => rows.length)) {
    list.put(taken.map((each) => fill(list.rows[0].cloneNode(true), scene.paymentValues(each))));
  }
  const said = copy.querySelector("[data-say]");
  const count = { n: taken.length, count: String(taken.length) };
  if (said) said.textContent = scene.kit.say(said.dataset.say, count);
  if (!taken.length) said?.remove();
  if (scene.changes(row).length !== 1) copy.querySelector('[href*="/sheet/correct"]')?.remove();
  return copy;
}

function drawShare(scene) {
  return ofLink(scene, scene.kit.draw("sheet-share", scene.tableValues));
}

/** Half a screen at a table just begun. */
export function drawHalf(known) {
  const scene = new LedgerScene(known);
  return drawOnePhone(scene, ofLink(scene, scene.kit.copy("half")));
}

function ofLink(scene, copy) {
  const others = [scene.joined ? "[data-unjoined]" : "[data-joined]"];
  if (scene.online) others.push("p[data-joined]");
  for (const each of copy.querySelectorAll(others.join())) each.remove();
  return copy;
}
