// The cards of a seat: all of them, one, or one button with what it asks; when to crew, and why.
// As templates/tables/sheets/_card.html, _crew.html and _why.html draw them.
import { buttons, haveOf } from "../../ledger/actions.js";
import { fill, lift } from "../fill.js";
import { buttonValues, cardValues, drawPins, fillCard } from "../pins.js";
import { eachPlayer } from "./players.js";

const ANYONE = "target_player";

/** The card of ?card= at a seat, and its button of ?button=; without one all cards there. */
export function drawCard(scene, asked) {
  const [seat, slug] = [scene.seat(asked.get("seat")), asked.get("card")];
  if (!seat) return null;
  if (!slug) return drawAll(scene, seat);
  if (!scene.card(slug) && !seat.pins.includes(slug)) return null;
  const key = asked.get("button");
  return key ? drawButton(scene, seat, slug, key) : drawOne(scene, seat, slug);
}

export const drawCrew = (scene, asked) => ofSeat(scene, asked, "sheet-crew");

/** The answer to ?of=; without one that about energy itself. */
export const drawWhy = (scene, asked) =>
  ofSeat(scene, asked, `sheet-why-${asked.get("of") ?? "energy"}`);

function ofSeat(scene, asked, part) {
  const seat = scene.seat(asked.get("seat"));
  return seat && scene.kit.has(part) ? scene.kit.draw(part, scene.seatValues(seat)) : null;
}

function drawAll(scene, seat) {
  const copy = scene.kit.copy("sheet-cards");
  const list = lift(copy, ".pins");
  fill(copy, scene.seatValues(seat));
  list.put([drawPins(scene, seat)]);
  return copy;
}

function drawOne(scene, seat, slug) {
  const card = scene.card(slug);
  const copy = scene.kit.copy("sheet-card");
  const drop = (selector) => copy.querySelector(selector)?.remove();
  if (!seat.pins.includes(slug)) drop(".ways__form");
  if (card?.crew === undefined) drop('[href*="/sheet/crew"]');
  if (!card) for (const each of ['[href*="/cards/"]', '[href*="/sheet/why"]']) drop(each);
  fillCard(scene, copy, seat, slug, { note: ".sheet__note", button: ".pin > *" });
  return copy;
}

function drawButton(scene, seat, slug, key) {
  const have = haveOf(scene.table, seat.id, slug);
  const button = buttons(scene.card(slug) ?? {}, have).find((each) => each.key === key);
  if (!button) return null;
  const copy = scene.kit.copy("sheet-card-button");
  const lists = liftAsked(copy, button);
  const values = buttonValues(scene, button);
  const only = button.only ? scene.cards.say(`only.${button.only}`) : null;
  fill(copy, {
    ...scene.seatValues(seat),
    ...cardValues(scene, slug),
    ...values,
    "button.only": only,
  });
  const { "button.words": words, "button.short": short } = values;
  copy.querySelector(".sheet__lead").textContent = short ? `${words} · ${short}` : words;
  copy.querySelector(".button--main").toggleAttribute("disabled", short !== "");
  for (const { need, rows, put } of lists) put(ASKED[need.ask](scene, rows[0], seat, need));
  return copy;
}

// What the button asks for stays; the choices in it are put in once the copy is filled.
function liftAsked(copy, { needs }) {
  const lists = [];
  for (const field of copy.querySelectorAll("[data-ask]")) {
    const need = needs.find(({ ask }) => ask === field.dataset.ask);
    if (!need) field.remove();
    else if (ASKED[need.ask]) lists.push({ need, ...lift(field, ".check") });
  }
  if (!needs.some(({ ask }) => ask === "targets"))
    copy.querySelector(".sheet__note:has(a)").remove();
  return lists;
}

const ASKED = { targets: askTargets, player: askWhom, players: askWhom, amounts: askAmounts };

function askTargets({ cards: { say } }, row, _seat, { options }) {
  return options.map((target, place) => {
    const values = { target, "target.words": say(`targets.${target}`) };
    const choice = fill(row.cloneNode(true), values);
    choice.querySelector("input").toggleAttribute("autofocus", place === 0);
    return choice;
  });
}

function askWhom(scene, row, seat, { options }) {
  const others = scene.players.filter(({ id }) => options.includes(ANYONE) || id !== seat.id);
  return eachPlayer(scene, row, others);
}

function askAmounts(scene, row, seat, { most }) {
  const kinds = ["energy", ...scene.kinds].filter((kind) => kind !== "life");
  const values = (kind) => ({ ...scene.counterValues(seat, kind), "need.most": most ?? "" });
  return kinds.map((kind) => fill(row.cloneNode(true), values(kind)));
}
