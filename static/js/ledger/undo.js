// Undo, and how people settle a conflict. As webapp/domain/undo.py and settling.py.
import { judge, obstacle, putRight, sightOf, wished } from "./energy.js";
import { MOST_WITH } from "./entries.js";
import { PLAYS } from "./games.js";
import { badField, Code, refusal } from "./refusals.js";
import { accepted, amount, isAccepted, KINDS, moves, refused, together } from "./table.js";
import { changesGame, nothingTakenBack, takeBack } from "./takeback.js";

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
  const start = past.find(plan.entries[0]);
  const short = shortIn(table, plan);
  const lowers = (row) => short.some(([seat, kind]) => amount(row.delta, seat, kind) < 0);
  const later = past.after(start.seq).filter((row) => isLivePlay(row, table, plan) && lowers(row));
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
  if (entry.undo && !mayBeNamed(entry.undo, past)) return refused(table, refusal(Code.UNDO_NOT_POSSIBLE));
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
