// What seats, rows and conflicts are called, by the server's own sentences (webapp/views/
// kit_words.py). As webapp/views/wording.py.

import { moreWords, neededBy } from "./more.js";
import { seatName } from "./names.js";

export { seatName };

const DEEPEST = 2; // people undo each other's undos for long
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const ENOUGH = 0.85; // of a unit, to speak in it
const NEEDED = {
  gain: ["seat", "n"],
  pay: ["seat", "n"],
  correct: ["seat", "to"],
  undo: ["entry"],
  settle: ["answer"],
  seat_add: ["seat"],
  seat_rename: ["seat"],
  seat_take: ["seat"],
  seat_leave: ["seat"],
  seat_return: ["seat"],
  seat_order: ["order"],
  new_game: [],
  open: [],
};

/** How long ago that was, roughly; milliseconds. */
export function ago(at, now, language) {
  const past = Math.ceil(Math.max(0, now - at) / 1000);
  const [unit, seconds] = UNITS.find(([, length]) => past / length >= ENOUGH) ?? UNITS.at(-1);
  const count = Math.max(unit === "second" ? 0 : 1, Math.round(past / seconds));
  return new Intl.RelativeTimeFormat(language).format(-count, unit);
}

/** One sentence for a row of the ledger. `find(id)` looks up what an undo took back. */
export function rowWords(row, table, find, say, depth = DEEPEST) {
  const needed = NEEDED[row.type] ?? neededBy(row.type);
  const isRead = !row.malformed && needed?.every((field) => (row[field] ?? null) !== null);
  if (!isRead) return say("row.unread");
  const name = row.seat ? seatName(table, row.seat, say) : "";
  if (neededBy(row.type) || isOther(row)) return moreWords(row, table, find, say);
  if (row.type === "undo") return depth ? undoWords(row, table, find, say, depth) : "…";
  if (row.type === "settle") return say(`row.settle.${row.answer}`, { total: String(row.to) });
  if (row.type === "seat_rename" && row.name) return say("row.seat_rename", { name: row.name });
  if (row.type === "correct") {
    return say("row.correct", { name, before: String(row.from), after: String(row.to) });
  }
  return say(`row.${keyOf(row)}`, { n: row.n, count: String(row.n), name });
}

const MOVES = ["gain", "pay", "correct"];
const isOther = ({ type, kind, also }) =>
  MOVES.includes(type) && (kind !== "energy" || also?.length > 0);

function keyOf({ type, over }) {
  if (type === "seat_rename") return "seat_look";
  return type === "seat_take" && over ? "seat_over" : type;
}

function undoWords(row, table, find, say, depth) {
  const undone = find(row.entry);
  const what = undone ? rowWords(undone, table, find, say, depth - 1) : "…";
  // The names in it are kept apart already.
  return say("row.undo").replace("{what}", () => what);
}

/** What became of a row, and what people may want to look at again. */
export const noteWords = ({ outcome, flags = [] }, say) =>
  [say(`outcome.${outcome}`), ...flags.map((flag) => say(`flag.${flag}`))].filter(Boolean);

/** What no longer fits, in one sentence. */
export function conflictWords({ seat, code, params, answers }, table, say) {
  const kinds = { PLAYER_LEFT: "left", UNDO_BELOW_ZERO: "undo" };
  const kind = kinds[code] ?? (answers.includes("twin") ? "pay" : "correct");
  const figures = { have: String(params.have), need: String(params.need) };
  return say(`conflict.${kind}`, { name: seatName(table, seat, say), ...figures });
}
