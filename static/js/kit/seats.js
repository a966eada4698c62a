// Every seat of a table, and what there is to settle, as templates/tables/_seats.html draws them.
import { fill, lift } from "./fill.js";

/** → a new <section id="seats">. */
export function drawSeats(scene) {
  const { kit, table, layout } = scene;
  const copy = kit.copy("seats");
  const conflicts = lift(copy, "[data-conflict]");
  const dying = lift(copy, "[data-dying]");
  const effects = lift(copy, "[data-effect]");
  const resolutions = lift(copy, "[data-resolution]");
  fill(copy, scene.tableValues);
  const section = copy.firstElementChild;
  section.dataset.layout = layout;
  section.dataset.count = table.seats.length;
  if (layout !== "pick") section.querySelector(".pick").remove();
  conflicts.put(
    table.conflicts.map((each) =>
      fill(conflicts.rows[0].cloneNode(true), scene.conflictValues(each)),
    ),
  );
  const words = table.variant === "2hg" ? [kit.copy("dying-2hg").firstElementChild] : dying.rows;
  dying.put(scene.dying.map((seat) => fill(words[0].cloneNode(true), scene.seatValues(seat))));
  effects.put(
    table.inForce.map((each) => fill(effects.rows[0].cloneNode(true), scene.effectValues(each))),
  );
  resolutions.put(
    scene.resolving.map((each) =>
      scene.pins.drawResolution(scene, resolutions.rows[0].cloneNode(true), each),
    ),
  );
  drawInUse(scene, section);
  section.append(...table.seats.map((seat) => drawSeat(scene, seat)));
  const [own] = layout === "seat" ? scene.mine : [];
  if (own?.pins.length) section.append(scene.pins.drawPins(scene, own));
  return section;
}

// What few tables have in force goes where there is none of it.
function drawInUse(scene, section) {
  const { table } = scene;
  const drop = (selector) => section.querySelector(selector)?.remove();
  const turn = table.turn && table.seat(table.turn);
  if (turn) fill(section.querySelector("[data-turn]"), scene.seatValues(turn));
  else drop("[data-turn]");
  if (turn && scene.next) fill(section.querySelector("[data-pass]"), scene.nextValues);
  else drop("[data-pass]");
  if (table.mode !== "tournament") drop("[data-tournament]");
  if (!table.conflicts.length) drop(".conflicts__list");
  if (!section.querySelector(".in-force > *")) drop(".in-force");
  if (!section.querySelector(".conflicts > *")) drop(".conflicts");
}

function drawSeat(scene, seat) {
  const part = scene.layout === "pick" ? "pick" : "seat";
  const mode = scene.table.mode === "tournament" ? "-tournament" : "";
  const copy = scene.kit.copy(`${part}-${stateOf(scene, seat)}${mode}`);
  const tokens = lift(copy, ".token");
  const [counter, cards] = tokens.rows;
  fill(copy, scene.seatValues(seat));
  tokens.put([
    ...scene.kindsOf(seat).map((kind) => drawToken(scene, counter, seat, kind)),
    ...(scene.layout === "tiles" && seat.pins.length ? [drawCount(scene, cards, seat)] : []),
  ]);
  if (!copy.querySelector(".token")) copy.querySelector(".seat__counters").remove();
  copy.querySelector("[data-digits]").dataset.digits = String(seat.counters.energy).length;
  return copy.firstElementChild;
}

function drawToken(scene, specimen, seat, kind) {
  const token = fill(specimen.cloneNode(true), scene.counterValues(seat, kind));
  const isDeadly = kind === "poison" && scene.dying.includes(seat);
  token.toggleAttribute("data-deadly", isDeadly);
  return token;
}

// On a tile there is room for how many cards there are.
function drawCount(scene, specimen, seat) {
  const token = fill(specimen.cloneNode(true), scene.seatValues(seat));
  token.querySelector("[data-n]").textContent = seat.pins.length;
  return token;
}

/** What a phone may do at a seat: it is mine, held, free, or its player left. */
export function stateOf(scene, seat) {
  if (seat.status === "left") return "left";
  if (scene.mine.includes(seat)) return "mine";
  return seat.holder ? "held" : "free";
}
