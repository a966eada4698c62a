// What taking entries back does, and what conflicts are. As takeback.py and conflicts.py.
import { wished } from "./energy.js";
import { backTo, forwardTo, OF_A_GAME } from "./games.js";
import { Code, refusal } from "./refusals.js";
import { inverse, isAccepted, moves, refused, together, withoutEffect } from "./table.js";

export const MOST_CONFLICTS = 50;

const ANSWERS = {
  INSUFFICIENT: ["twin", "drop", "retry", "total"],
  UNDO_BELOW_ZERO: ["drop", "retry", "total"],
  PLAYER_LEFT: ["drop", "retry"],
};

/** The conflict that a row is about. */
export function conflictOf(table, row, past) {
  const { code, params } = row.refusal;
  const below = row.type === "correct" && code === Code.INSUFFICIENT;
  const answers = below ? ["drop", "total"] : ANSWERS[code];
  return { entry: row.id, seat: seatOf(table, row, past), code, params, answers };
}

function seatOf(table, row, past) {
  if (row.type !== "undo") return row.seat;
  const wish = wished(row, past);
  const lowered = (id) => moves({ [id]: wish[id] ?? {} }).some(([, , n]) => n < 0);
  const seats = table.seats.map(({ id }) => id);
  const touched = [row.entry, ...row.with].map((id) => past.find(id)?.delta ?? {});
  return seats.find(lowered) ?? seats.find((id) => touched.some((delta) => id in delta));
}

/** Nothing taken back yet. `flips` are [row, undone from now on]. */
export const nothingTakenBack = (table) => ({
  table,
  delta: {},
  marks: new Map(),
  entries: [],
  flips: [],
});

/** Take back the first of the wanted entries, and the others with it → {plan} or {verdict}. */
export function takeBack(table, past, wanted) {
  let plan = nothingTakenBack(table);
  for (const id of wanted) {
    const row = past.find(id);
    if (!row) return { verdict: refused(table, refusal(Code.UNKNOWN_ENTRY)) };
    if (!isAccepted(row) || !OF_A_GAME.includes(row.type)) return notPossible(table);
    const flips = flipsOf(row, past, plan.marks);
    if (!flips && id === wanted[0] && plan.entries.length === 0) {
      return { verdict: withoutEffect(table, "duplicate") };
    }
    if (flips) {
      const after = tableAfter(plan.table, row, flips, past, wanted.length === 1);
      if (!after) return notPossible(table);
      plan = withEntry(plan, row, flips, after);
    }
  }
  return { plan };
}

export const changesGame = (plan) => plan.flips.some(([row]) => row.type === "new_game");

const notPossible = (table) => ({ verdict: refused(table, refusal(Code.UNDO_NOT_POSSIBLE)) });

// Every row that is undone or live again once this one is undone; null if it can't be.
function flipsOf(first, past, marks) {
  const flipped = new Map();
  const flips = [];
  const waiting = [[first, true]];
  while (waiting.length > 0) {
    const [row, undone] = waiting.pop();
    const now = flipped.get(row.id) ?? marks.get(row.id) ?? row.undone;
    if (now === undone) return null;
    flipped.set(row.id, undone);
    flips.push([row, undone]);
    const below = row.compensates.map((id) => past.find(id)).filter((found) => found);
    if (!undone) below.reverse();
    for (const next of below) waiting.push([next, !undone]);
  }
  return flips;
}

function tableAfter(table, row, flips, past, alone) {
  const begun = flips.find(([flipped]) => flipped.type === "new_game");
  if (begun) return alone ? otherGame(table, row, begun, past) : null;
  if (row.game !== table.game) return null;
  let after = table;
  for (const [flipped, undone] of flips) {
    if (after && flipped.type === "settle") after = settled(after, flipped.entry, undone, past);
  }
  return after;
}

function otherGame(table, row, [{ id, game }, undone], past) {
  if (table.game !== (undone ? id : game) || table.lastPlay > row.seq) return null;
  return undone ? backTo(table, game, past) : forwardTo(table, id, past);
}

function settled(table, entry, undone, past) {
  if (!undone) return table.conflict(entry) ? table.withoutConflict(entry) : null;
  const row = past.find(entry);
  if (!row?.refusal || table.conflicts.length >= MOST_CONFLICTS) return null;
  return table.with({ conflicts: [...table.conflicts, conflictOf(table, row, past)] });
}

function withEntry(plan, row, flips, table) {
  return {
    table,
    delta: together(plan.delta, inverse(row.delta)),
    marks: new Map([...plan.marks, ...flips.map(([flipped, undone]) => [flipped.id, undone])]),
    entries: [...plan.entries, row.id],
    flips: [...plan.flips, ...flips],
  };
}
