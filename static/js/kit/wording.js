// What rows are called, by the server's own sentences (webapp/views/kit_words.py). As
// webapp/views/wording.py.
import { moreWords, neededBy } from "./more.js";
import { seatName } from "./names.js";
import { NEEDED as OF_RULES, ruleWords } from "./rule-words.js";

const DEEPEST = 2; // people undo each other's undos for long
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

/** One sentence for a row of the ledger. `find(id)` looks up what an undo took back. */
export function rowWords(row, table, find, say, depth = DEEPEST) {
  const needed = NEEDED[row.type] ?? neededBy(row.type) ?? OF_RULES[row.type];
  const isRead = !row.malformed && needed?.every((field) => (row[field] ?? null) !== null);
  if (!isRead) return say("row.unread");
  const name = row.seat ? seatName(table, row.seat, say) : "";
  if (row.type in OF_RULES) return ruleWords(row, table, find, say);
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
