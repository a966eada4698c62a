// Effects in force and to be switched on, and the order that a player is asked for; as
// templates/tables/sheets/_effects.html and _order_of_effects.html draw them.
import { wishOf } from "../../elements/forms.js";
import { forecast, preselected } from "../../ledger/index.js";
import { MOST_EFFECTS } from "../../ledger/table.js";
import { fill, lift } from "../fill.js";
import { amountsWords, orderWords } from "../more.js";
import { liftOptions } from "./players.js";

const ORDERED = ["gain", "double", "proliferate"];

export function drawEffects(scene) {
  const { inForce } = scene.table;
  const copy = scene.kit.copy("sheet-effects");
  if (inForce.length >= MOST_EFFECTS)
    copy.querySelector("div.effects").replaceWith(scene.kit.copy("effects-full"));
  const list = lift(copy, "li.effect");
  const choose = liftOptions(scene, copy);
  if (!inForce.length) copy.querySelector("ul.effects").remove();
  for (const each of copy.querySelectorAll(".effect-card")) fillCard(scene, each);
  fill(copy, scene.tableValues);
  choose((select) => select.name === "controller" && scene.mine[0]?.id);
  if (inForce.length) list.put(inForce.map((each) => drawEffect(scene, list.rows[0], each)));
  return copy;
}

// An effect is named by the entry that switches it on.
function fillCard(scene, card) {
  const id = scene.tableValues.id();
  fill(card, { ...scene.tableValues, "effect.id": id, id });
}

function drawEffect(scene, specimen, effect) {
  const row = specimen.cloneNode(true);
  const [whose, untilTurn] = row.querySelectorAll(".effect__whose");
  if (effect.until !== "turn") untilTurn.remove();
  if (!(effect.target ?? effect.controller)) whose.remove();
  return fill(row, { ...scene.tableValues, ...scene.effectValues(effect) });
}

/** The outcomes of the entry that the address tells of, as the table is now: each once. */
export function drawOrderOfEffects(scene, asked) {
  const wish = wishOf(asked);
  const { refusal } = ORDERED.includes(wish.type) ? forecast(scene.table, wish) : {};
  if (refusal?.code !== "ORDER_REQUIRED")
    return scene.kit.draw("sheet-order-of-effects-none", scene.seatValues(scene.seat()));
  const { seat, outcomes } = refusal.params;
  const copy = scene.kit.copy("sheet-order-of-effects");
  const list = lift(copy, ".outcomes > form");
  const last = preselected(scene.table, refusal.params, scene.rows);
  const field = wish.type === "proliferate" ? `order.${seat}` : "order";
  fill(copy, scene.seatValues(scene.table.seat(seat)));
  list.put(
    outcomes.map((outcome) => {
      const form = drawOutcome(scene, list.rows[0], { ...outcome, asked, field });
      if (outcome === last) propose(form, copy);
      return form;
    }),
  );
  return copy;
}

function drawOutcome(scene, specimen, { amounts, order, asked, field }) {
  const form = specimen.cloneNode(true);
  const wishes = lift(form, 'input[name="~wish.name~"]');
  const effects = lift(form, 'input[name="~outcome.field~"]');
  fill(form, {
    ...scene.tableValues,
    "outcome.words": amountsWords(scene.table, amounts, scene.kit.say),
    "outcome.cards": orderWords(scene.table, order, scene.kit.say),
  });
  const draw = ({ rows, put }, all) =>
    put(all.map((values) => fill(rows[0].cloneNode(true), values)));
  draw(
    wishes,
    [...asked].map(([name, value]) => ({ "wish.name": name, "wish.value": value })),
  );
  draw(
    effects,
    order.map((id) => ({ "outcome.field": field, "effect.id": id })),
  );
  return form;
}

function propose(form, copy) {
  const button = form.querySelector("button");
  button.classList.add("button--main");
  button.setAttribute("autofocus", "");
  copy.querySelector(".sheet__title").removeAttribute("autofocus");
}
