// Counters beside energy, and proliferating; as templates/tables/sheets/_counter.html and
// _proliferate.html draw them.
import { PAID } from "../../ledger/table.js";
import { fill, lift } from "../fill.js";
import { liftOptions, playerValues } from "./players.js";

const PLACED = ["vorinclex-monstrous-raider", "innkeepers-talent"]; // they ask who puts them on

/** One kind of a seat by ?kind=, without one all of them. */
export function drawCounter(scene, asked) {
  const [seat, kind] = [scene.seat(asked.get("seat")), asked.get("kind")];
  if (!seat) return null;
  if (!kind) return drawAll(scene, seat);
  return scene.table.knows(kind) ? drawOne(scene, seat, kind) : null;
}

function drawOne(scene, seat, kind) {
  const { table } = scene;
  const n = table.balance(seat.id, kind);
  const copy = scene.kit.copy("sheet-counter");
  if (kind === "rad" && n) copy.querySelector(".form").after(scene.kit.copy("rad-step"));
  const drop = (selector) => copy.querySelector(selector)?.remove();
  const isAsked = kind !== "life" && table.inForce.some(({ card }) => PLACED.includes(card));
  if (!isAsked) drop("label:has(select)");
  if (!PAID.includes(kind)) drop('[value="pay"]');
  if (!n) drop(".ways__form");
  if (table.life === null) drop('[name="life"]');
  const choose = liftOptions(scene, copy);
  fill(copy, scene.counterValues(seat, kind));
  choose(() => seat.id);
  return copy;
}

function drawAll(scene, seat) {
  const copy = scene.kit.copy("sheet-counters");
  const ways = lift(copy, ".way");
  const doubled = lift(copy, '[name="kinds"]');
  const draw = ({ rows, put }, kinds) =>
    put(kinds.map((kind) => fill(rows[0].cloneNode(true), scene.counterValues(seat, kind))));
  const held = heldBy(scene, seat);
  if (!held.length) copy.querySelector('form:has([value="double"])').remove();
  fill(copy, { ...scene.seatValues(seat), "new.kind": makeKind });
  draw(ways, scene.kinds);
  if (held.length) draw(doubled, held);
  return copy;
}

/** Each player with what they have; who has nothing can't be chosen. */
export function drawProliferate(scene) {
  const copy = scene.kit.copy("sheet-proliferate");
  const list = lift(copy, ".checks > li");
  const by = scene.mine.length === 1 ? scene.mine[0].id : null;
  fill(copy, { ...scene.tableValues, "by.id": by });
  list.put(scene.players.map((seat) => drawPlayer(scene, list.rows, seat)));
  return copy;
}

function drawPlayer(scene, [withSome, withNone], seat) {
  const held = heldBy(scene, seat);
  const row = (held.length ? withSome : withNone).cloneNode(true);
  const list = lift(row, ".check__n");
  fill(row, playerValues(scene, seat));
  const [energy, other] = list.rows;
  const values = (kind) => ({ ...playerValues(scene, seat), ...scene.counterValues(seat, kind) });
  list.put(
    held.map((kind) => fill((kind === "energy" ? energy : other).cloneNode(true), values(kind))),
  );
  return row;
}

// Life is no counter.
const heldBy = ({ kinds, table }, { id }) =>
  ["energy", ...kinds].filter((kind) => kind !== "life" && table.balance(id, kind) > 0);

function makeKind() {
  const random = crypto.getRandomValues(new Uint8Array(6));
  return `custom:${[...random].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
