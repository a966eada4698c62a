// The cards of a seat, and what resolves, as templates/seats/_pins.html and
// templates/tables/_resolutions.html draw them.
import { buttonWords } from "../card-words.js";
import { buttons, choices, haveOf } from "../ledger/actions.js";
import { fill, lift } from "./fill.js";

/** → a new <ul class="pins"> of a seat. */
export function drawPins(scene, seat) {
  const copy = scene.kit.copy("pins");
  const list = lift(copy, ".pin");
  fill(copy, scene.seatValues(seat));
  list.put(seat.pins.map((slug) => drawPin(scene, list.rows[0].cloneNode(true), seat, slug)));
  return copy.firstElementChild;
}

function drawPin(scene, row, seat, slug) {
  const where = { note: ".pin__note", button: ".pin__buttons > *" };
  const offered = fillCard(scene, row, seat, slug, where);
  if (!offered.length) row.querySelector(".pin__buttons").remove();
  return row;
}

/**
 * Fill a copy about one card at a seat: what is by hand, and the buttons it has there now → those.
 * `where`: the selectors of their specimens.
 */
export function fillCard(scene, copy, seat, slug, { note, button }) {
  const card = scene.card(slug);
  const notes = lift(copy, note);
  const list = lift(copy, button);
  fill(copy, { ...scene.seatValues(seat), ...cardValues(scene, slug) });
  const words = card
    ? (card.by_hand ?? []).map((reason) => scene.cards.say(`by-hand.${reason}`))
    : unknown(scene);
  notes.put(words.map((each) => fill(notes.rows[0].cloneNode(true), { "pin.note": each })));
  const offered = card ? buttons(card, haveOf(scene.table, seat.id, slug)) : [];
  list.put(offered.map((each) => drawButton(scene, list.rows, seat, slug, each)));
  return offered;
}

/** One spell or ability that resolves; `row` is the copy of its specimen. */
export function drawResolution(scene, row, { id, seat: of, card: slug, chosen, paid }) {
  const [seat, card] = [scene.table.seat(of), scene.card(slug)];
  const list = lift(row, ".resolution__choices > *");
  const say = card && scene.cards.say;
  const leads = card && paid !== null ? leadsTo(card) : null;
  fill(row, {
    ...scene.seatValues(seat),
    ...cardValues(scene, slug),
    "resolution.id": id,
    "resolution.leads": leads ? say(`then.${leads}`) : null,
  });
  const isOver = Boolean(chosen) || !scene.table.isResolving(id);
  const left = choices(card, haveOf(scene.table, seat.id, slug), isOver);
  const resolution = { "resolution.id": id };
  const draw = (button) => fill(drawButton(scene, list.rows, seat, slug, button), resolution);
  list.put(left.map(draw));
  return row;
}

const unknown = (scene) => [scene.kit.say("unknown-card")];

export function cardValues(scene, slug) {
  const card = scene.card(slug);
  const nameless = [scene.kit.say("rule.no-card"), scene.language]; // only programs open such a one
  const [name, lang] = card?.name ?? (slug ? [slug, "en"] : nameless);
  const played = card ? JSON.stringify({ actions: card.actions, effect: card.effect }) : "";
  return { "pin.slug": slug ?? "", "pin.name": name, "pin.lang": lang, "pin.played": played };
}

function leadsTo({ actions = [] }) {
  const steps = actions.flatMap(({ do: all = [] }) => all);
  return steps.find(({ then }) => then)?.then ?? null;
}

// The first specimen is a form of its own, the second asks for something first.
function drawButton(scene, [plain, asking], seat, slug, button) {
  const [need] = button.needs;
  const copy = (need ? asking : plain).cloneNode(true);
  const values = buttonValues(scene, button);
  fill(copy, { ...scene.seatValues(seat), ...cardValues(scene, slug), ...values });
  const short = values["button.short"];
  const face = copy.matches("[data-button]") ? copy : copy.querySelector("[data-button]");
  const gains = ["get", "get_equal", "get_x", "may_get"].includes(button.deeds[0].word);
  face.classList.toggle("card-button--get", gains);
  if (face.matches("button")) face.disabled = short !== "";
  else face.toggleAttribute("data-unable", short !== "");
  return copy;
}

/** A button, and the number that it asks for. */
export function buttonValues({ cards: { say } }, { key, when, deeds, needs, missing, blocked }) {
  const need = needs.find(({ ask }) => ask === "number") ?? needs[0];
  const short = missing ? say("asked.missing", { n: missing }) : "";
  return {
    "button.key": key,
    "button.words": buttonWords({ when, deeds }, say),
    "button.short": blocked ? say("asked.blocked") : short,
    "need.least": need?.least ?? 0,
    "need.most": need?.most ?? "",
    "need.words": say(need?.of ? `of.${need.of}` : "asked.how-much"),
  };
}
