// Every seat of a table, and what there is to settle, as templates/tables/_seats.html draws them.
import { fill, lift } from "./fill.js";

/** → a new <section id="seats">. */
export function drawSeats(scene) {
  const { kit, table, layout } = scene;
  const copy = kit.copy("seats");
  const conflicts = lift(copy, ".conflict");
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
  if (!table.conflicts.length) section.querySelector(".conflicts").remove();
  section.append(...table.seats.map((seat) => drawSeat(scene, seat)));
  return section;
}

function drawSeat(scene, seat) {
  const part = scene.layout === "pick" ? "pick" : "seat";
  const copy = scene.kit.draw(`${part}-${stateOf(scene, seat)}`, scene.seatValues(seat));
  copy.querySelector("[data-digits]").dataset.digits = String(seat.counters.energy).length;
  return copy.firstElementChild;
}

/** What a phone may do at a seat: it is mine, held, free, or its player left. */
export function stateOf(scene, seat) {
  if (seat.status === "left") return "left";
  if (scene.mine.includes(seat)) return "mine";
  return seat.holder ? "held" : "free";
}
