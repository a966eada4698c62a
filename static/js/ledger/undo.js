// Taking entries back, and how people settle what no longer held. As webapp/domain/takeback.py,
// undo.py, conflicts.py and settling.py.
import { FARTHEST, judge, obstacle, putRight, sightOf, wished } from "./energy.js";
import { MOST_WITH } from "./entries.js";
import { backTo, forwardTo, OF_A_GAME, PLAYS } from "./games.js";
import {
  accepted,
  amount,
  badField,
  Code,
  inverse,
  isAccepted,
  KINDS,
  moves,
  refusal,
  refused,
  together,
  withoutEffect,
} from "./table.js";

export function undo(table, entry, past) {
  const { plan, verdict } = takeBack(table, past, [entry.entry, ...entry.with]);
  if (verdict) return verdict;
  if (changesGame(plan)) return carriedOut(plan, accepted(table, plan.delta));
  const judged = judge(table, sightOf(table, entry, past), plan.delta);
  if (!judged.refusal) return carriedOut(plan, judged);
  return { ...judged, refusal: inWordsOfUndo(judged.refusal, table, plan, past) };
}

const carriedOut = (plan, verdict) => ({
  ...verdict,
  table: plan.table,
  compensates: plan.entries,
  marks: plan.marks,
});

// What was gained has been spent since: say on what. A payment redone is a payment.
function inWordsOfUndo(found, table, plan, past) {
  if (found.code !== Code.INSUFFICIENT || paysAgain(plan, table)) return found;
  return refusal(Code.UNDO_BELOW_ZERO, { entries: spentSince(table, plan, past) });
}

/** The entries that have spent what a plan would take back, newest first. */
function spentSince(table, plan, past) {
  const since = Math.max(past.find(plan.entries[0]).seq, table.seq - FARTHEST);
  const short = shortIn(table, plan);
  const lowers = (row) => short.some(([seat, kind]) => amount(row.delta, seat, kind) < 0);
  const later = past.after(since).filter((row) => isLivePlay(row, table, plan) && lowers(row));
  return later
    .map(({ id }) => id)
    .reverse()
    .slice(0, MOST_WITH);
}

function paysAgain(plan, table) {
  const short = shortIn(table, plan);
  const redone = plan.flips.filter(([row, undone]) => !undone && row.type !== "undo");
  return redone.some(([row]) => short.some(([seat, kind]) => amount(row.delta, seat, kind) < 0));
}

const shortIn = (table, plan) =>
  moves(plan.delta).filter(([seat, kind, n]) => table.balance(seat, kind) + n < 0);

function isLivePlay(row, table, plan) {
  const undone = plan.marks.get(row.id) ?? row.undone;
  return isAccepted(row) && PLAYS.includes(row.type) && row.game === table.game && !undone;
}

/** Answer an open conflict; the first answer that can be followed closes it. */
export function settle(table, entry, past) {
  const conflict = table.conflict(entry.entry);
  if (!conflict) return refused(table, refusal(Code.NO_CONFLICT));
  if (!conflict.answers.includes(entry.answer)) return refused(table, badField("answer", "choice"));
  const verdict = followed(table, entry, conflict, past);
  if (!isAccepted(verdict)) return verdict;
  return { ...verdict, table: verdict.table.withoutConflict(conflict.entry) };
}

function followed(table, entry, conflict, past) {
  if (entry.answer === "retry") return retried(table, entry, conflict, past);
  if (entry.answer === "total") return total(table, entry, conflict, past);
  return accepted(table);
}

function total(table, entry, { seat }, past) {
  const [sight, kind] = [sightOf(table, entry, past), KINDS[0]];
  const verdict = putRight(sight, { seat, kind, from: sight.balance(seat, kind), to: entry.to });
  if (verdict.outcome === "duplicate") return accepted(table);
  return verdict.refusal ? refused(table, verdict.refusal) : verdict;
}

// Judge the entry again at this place, after what was named has been taken back.
function retried(table, entry, conflict, past) {
  const row = past.find(conflict.entry);
  if (!row) return refused(table, refusal(Code.UNKNOWN_ENTRY));
  if (entry.undo && !mayBeNamed(entry.undo, past))
    return refused(table, refusal(Code.UNDO_NOT_POSSIBLE));
  const named = entry.undo ? [entry.undo] : [];
  if (row.type !== "undo") return movedAgain(table, row, named, past);
  return undoneAgain(table, conflict, [row.entry, ...row.with, ...named], past);
}

function movedAgain(table, row, named, past) {
  const { plan = nothingTakenBack(table), verdict } = takeBack(table, past, named);
  if (verdict && verdict.outcome !== "duplicate") return verdict;
  const against = obstacle(table, table, plan.delta);
  if (against) return refused(table, inWordsOfUndo(against, table, plan, past));
  const wish = wished(row, past);
  const still = obstacle(table, table.moved(plan.delta), wish);
  if (still) return refused(table, still);
  return carriedOut(plan, accepted(table, together(plan.delta, wish)));
}

function undoneAgain(table, conflict, wanted, past) {
  let { plan, verdict } = takeBack(table, past, wanted);
  if (plan && conflict.code === Code.UNDO_BELOW_ZERO) {
    ({ plan, verdict } = takeBack(table, past, [...wanted, ...spentSince(table, plan, past)]));
  }
  if (verdict) return refused(table, verdict.refusal ?? refusal(Code.UNDO_NOT_POSSIBLE));
  const against = obstacle(table, table, plan.delta);
  if (against) return refused(table, inWordsOfUndo(against, table, plan, past));
  return carriedOut(plan, accepted(table, plan.delta));
}

function mayBeNamed(id, past) {
  const row = past.find(id);
  return !row || ["gain", "pay", "correct"].includes(row.type);
}

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
  if (row.type !== "undo") return row.seat;
  const wish = wished(row, past);
  const lowered = (id) => moves({ [id]: wish[id] ?? {} }).some(([, , n]) => n < 0);
  const seats = table.seats.map(({ id }) => id);
  const touched = [row.entry, ...row.with].map((id) => past.find(id)?.delta ?? {});
  return seats.find(lowered) ?? seats.find((id) => touched.some((delta) => id in delta));
}

/** Nothing taken back yet. `flips` are [row, undone from now on]. */
const nothingTakenBack = (table) => ({
  table,
  delta: {},
  marks: new Map(),
  entries: [],
  flips: [],
});

/** Take back the first of the wanted entries, and the others with it → {plan} or {verdict}. */
function takeBack(table, past, wanted) {
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
      const tooMany = plan.flips.length + flips.length > MOST_FLIPS;
      if (!after || tooMany) return notPossible(table);
      plan = withEntry(plan, row, flips, after);
    }
  }
  return { plan };
}

const changesGame = (plan) => plan.flips.some(([row]) => row.type === "new_game");

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
