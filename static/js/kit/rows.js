// The ledger, from the rows that this phone knows; as templates/ledger/ draws it.
import { fill, lift } from "./fill.js";

const MOST = 100; // rows at once

/** → what stands in the sheet. */
export function drawLedger(scene) {
  const { kit, rows } = scene;
  if (!rows.length) return kit.draw("ledger-empty", scene.tableValues);
  const copy = kit.copy("sheet-ledger");
  const list = lift(copy, ".ledger__row");
  fill(copy, scene.tableValues);
  const shown = rows.slice(-MOST).reverse();
  list.put(shown.map((row) => drawLine(scene, list.rows, row)));
  // The first entry of every table is its beginning.
  if (shown.at(-1).type !== "open") copy.querySelector("#ledger").append(kit.copy("older"));
  return copy;
}

function drawLine(scene, [alone, withOthers], row) {
  const needsMore = scene.short([row]).length > 0;
  const line = (needsMore ? withOthers : alone).cloneNode(true);
  if (!scene.isUndoable(row)) line.querySelector(".row__undo").remove();
  drawRow(scene, line, row);
  return line;
}

/** Fill the one row in a copy; other holes stay. */
export function drawRow(scene, copy, row) {
  const changes = lift(copy, ".row__change");
  const notes = lift(copy, ".row__note");
  const isUndone = Boolean(row.undone);
  fill(copy, scene.rowValues(row));
  copy.querySelector(".row").toggleAttribute("data-undone", isUndone);
  if (!isUndone) copy.querySelector(".row__undone").remove();
  const moved = scene.changes(row);
  changes.put(
    moved.map((values) =>
      fill(changes.rows[Number(values["change.kind"] !== "energy")].cloneNode(true), values),
    ),
  );
  if (!moved.length) copy.querySelector(".row__changes").remove();
  notes.put(scene.notes(row).map((note) => fill(notes.rows[0].cloneNode(true), { note })));
}
