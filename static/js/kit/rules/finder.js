// Finding a card whose buttons a seat is to show; as templates/tables/sheets/_pin.html draws it.
import { keptNames, ownNames } from "../../card-names.js";
import { fill, lift } from "../fill.js";
import { cardValues } from "../pins.js";

const MOST = 20;
let finder = null; // once there is something to find

export function drawPin(scene, asked) {
  const seat = scene.seat(asked.get("seat"));
  if (!seat) return null;
  const copy = scene.kit.draw("sheet-pin", scene.seatValues(seat));
  const [field, hits] = [copy.querySelector('[name="q"]'), copy.querySelector("#pin-hits")];
  field.addEventListener("input", async () => {
    finder ??= finderOf(scene);
    const find = await finder;
    hits.replaceChildren(drawHits(scene, seat, field.value.trim(), find));
  });
  copy.querySelector("form[role=search]").addEventListener("submit", (e) => e.preventDefault());
  return copy;
}

// With no worker only the names in the reader's language are here.
const finderOf = ({ cards }) =>
  keptNames().catch(() =>
    ownNames(Object.entries(cards.cards).map(([slug, { name }]) => [slug, name])),
  );

function drawHits(scene, seat, query, find) {
  const found = find(query, scene.language).slice(0, MOST);
  if (!found.length) return query ? scene.kit.draw("pin-hits-none", { query }) : "";
  const copy = scene.kit.copy("pin-hits");
  const list = lift(copy, "li");
  list.put(found.map((hit) => drawHit(scene, list.rows[0], seat, hit)));
  return copy;
}

function drawHit(scene, specimen, seat, { slug, language, text }) {
  const values = cardValues(scene, slug);
  const isOther = language !== values["pin.lang"];
  const other = { "hit.other": isOther ? text : null, "hit.lang": isOther ? language : null };
  return fill(specimen.cloneNode(true), { ...scene.seatValues(seat), ...values, ...other });
}
