// What taking entries back does: exact inverses, and which entries are undone or live after it; the
// conflicts that this opens again. As webapp/domain/takeback.py and conflicts.py.
import { backTo, forwardTo } from "./games.js";
import { ended, flippedChoice, flippedEffects } from "./parts.js";
import { wholeOf, wished } from "./sight.js";
import {
  Code,
  inverse,
  isAccepted,
  moves,
  refusal,
  refused,
  together,
  UNDOABLE,
  withoutEffect,
} from "./table.js";
import { unbegun } from "./turns.js";

export const MOST_CONFLICTS = 50;
const MOST_FLIPS = 200; // a chain costs a look-up a link

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
  const named = namedSeat(table, row);
  if (named) return named;
  const wish = wished(row, table, past);
  const lowered = (id) => moves({ [id]: wish[id] ?? {} }).some(([, , n]) => n < 0);
  const seats = table.seats.map(({ id }) => id);
  const wanted = row.type === "undo" ? [...wholeOf(row.entry, table, past), ...row.with] : [];
  const touched = wanted.map((id) => past.find(id)?.delta ?? {});
  return seats.find(lowered) ?? seats.find((id) => touched.some((delta) => id in delta));
}

// The seat that an entry is about by itself; of several, one that has left.
function namedSeat(table, { type, seat, seats, target, controller, resolution }) {
  const left = (among) => among.find((id) => id && !table.isHere(id));
  if (type === "proliferate") return left(seats) ?? seats[0];
  if (type === "effect_on") return left([target, controller]) ?? target ?? controller;
  return type === "resolution_choose" ? table.resolution(resolution)?.seat : seat;
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
export function takeBack(table, past, wanted, by) {
  let plan = nothingTakenBack(table);
  for (const id of wanted) {
    const row = past.find(id);
    if (!row) return { verdict: refused(table, refusal(Code.UNKNOWN_ENTRY)) };
    if (!isAccepted(row) || !UNDOABLE.includes(row.type)) return notPossible(table);
    const flips = flipsOf(row, past, plan.marks);
    if (!flips && id === wanted[0] && plan.entries.length === 0) {
      return { verdict: withoutEffect(table, "duplicate") };
    }
    if (flips) {
      const after = tableAfter(plan.table, row, flips, past, { by, alone: wanted.length === 1 });
      const tooMany = plan.flips.length + flips.length > MOST_FLIPS;
      if (!after || tooMany) return notPossible(table);
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
  while (waiting.length > 0 && flips.length <= MOST_FLIPS) {
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

function tableAfter(table, row, flips, past, { by, alone }) {
  const begun = flips.find(([flipped]) => flipped.type === "new_game");
  if (begun) return alone ? otherGame(table, row, begun, past, by) : null;
  if (row.game !== table.game) return null;
  const flip = (after, [flipped, undone]) => after && flippedRow(after, flipped, undone, past, by);
  return flips.reduce(flip, table);
}

// What a row has done beside moving counters, undone or done again.
function flippedRow(table, row, undone, past, by) {
  const { type, seq } = row;
  const chosen = flippedChoice(table, row, undone);
  const after = chosen && flippedEffects(chosen, seq, undone, table.seq + 1, by);
  if (!after) return null;
  if (type === "settle") return settled(after, row.entry, undone, past);
  if (type === "effect_off" && !undone) return ended(after, seq, by, ({ id }) => id === row.effect);
  if (type === "turn") return undone ? unbegun(after, seq) : null;
  return after;
}

function otherGame(table, row, [{ id, game }, undone], past, by) {
  if (table.game !== (undone ? id : game) || table.lastPlay > row.seq) return null;
  return undone ? backTo(table, game, past) : forwardTo(table, id, past, by);
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
