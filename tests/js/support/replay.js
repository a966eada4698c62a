// Decides the ledgers of a JSON file, [[{client, raw}]], and prints what came of each.
import { readFileSync, writeFileSync } from "node:fs";
import { Ledger } from "../../../static/js/ledger/decide.js";
import { readEntry } from "../../../static/js/ledger/entries.js";

/** A ledger in which those entries were decided; one whose id is there already is left alone. */
export function replay(posted) {
  const ledger = new Ledger();
  for (const { client, raw } of posted) {
    const { game, seq: seen } = ledger.table;
    if (!ledger.find(raw.id))
      ledger.add(readEntry(raw, { client, author: client, game, seen, now: 0 }));
  }
  return ledger;
}

const ROW = [
  ...["id", "seq", "type", "game", "at", "seen", "outcome", "delta", "totals", "flags"],
  ...["refusal", "compensates", "undone"],
];

const rowOf = (row) => Object.fromEntries(ROW.map((field) => [field, row[field]]));

// Fields in the spelling of Python.
const snake = (fields) =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

function tableOf(table) {
  const { seats, effects, resolutions, lastTurn } = table;
  const parts = { seats, effects, resolutions };
  const told = Object.entries(parts).map(([name, list]) => [name, list.map(snake)]);
  return { ...snake(table), ...Object.fromEntries(told), last_turn: snake(lastTurn) };
}

const told = ({ rows, table }) => ({ rows: rows.map(rowOf), table: tableOf(table) });

if (process.argv[1].endsWith("replay.js")) {
  const [, , from, to] = process.argv;
  const ledgers = JSON.parse(readFileSync(from, "utf8"));
  writeFileSync(to, JSON.stringify(ledgers.map((posted) => told(replay(posted)))));
}
