// Undo, and how people settle what no longer held. As webapp/domain/undo.py and settling.py.
import { play, putRight } from "./energy.js";
import { MOST_WITH } from "./readers.js";
import { allSeen, FARTHEST, judge, obstacle, sightOf, wholeOf } from "./sight.js";
import {
  accepted,
  amount,
  badField,
  Code,
  isAccepted,
  moves,
  ofKind,
  PLAYS,
  refusal,
  refused,
  together,
} from "./table.js";
import { changesGame, nothingTakenBack, takeBack } from "./takeback.js";
import { COUNTED } from "./turns.js";

export function undo(table, entry, past) {
  const wanted = [...wholeOf(entry.entry, table, past), ...entry.with];
  const { plan, verdict } = takeBack(table, past, wanted, entry.author);
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
  const entries = spentSince(table, plan, past);
  return refusal(Code.UNDO_BELOW_ZERO, { entries, ...ofKind(found.params.kind ?? "energy") });
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
  moves(plan.delta).filter(
    ([seat, kind, n]) => kind !== "life" && table.balance(seat, kind) + n < 0,
  );

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

function total(table, entry, { seat, params }, past) {
  const [sight, kind] = [sightOf(table, entry, past), params.kind ?? "energy"];
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
  const named = entry.undo ? wholeOf(entry.undo, table, past) : [];
  if (row.type !== "undo") return movedAgain(table, entry, row, named, past);
  const again = [...wholeOf(row.entry, table, past), ...row.with];
  return undoneAgain(table, entry, conflict, [...again, ...named], past);
}

function movedAgain(table, entry, row, named, past) {
  const { plan = nothingTakenBack(table), verdict } = takeBack(table, past, named, entry.author);
  if (verdict && verdict.outcome !== "duplicate") return verdict;
  const against = obstacle(table, table, plan.delta);
  if (against) return refused(table, inWordsOfUndo(against, table, plan, past));
  const before = plan.table.moved(plan.delta);
  const again = play(before, row, allSeen(before, row));
  if (again.refusal) return refused(table, again.refusal);
  // What it has done beside moving counters stays done; they are moved when it is concluded.
  const kept = again.table.with({ seats: plan.table.seats });
  const delta = together(plan.delta, again.delta);
  return carriedOut({ ...plan, table: kept }, accepted(table, delta));
}

function undoneAgain(table, { author }, conflict, wanted, past) {
  let { plan, verdict } = takeBack(table, past, wanted, author);
  if (plan && conflict.code === Code.UNDO_BELOW_ZERO) {
    const all = [...wanted, ...spentSince(table, plan, past)];
    ({ plan, verdict } = takeBack(table, past, all, author));
  }
  if (verdict) return refused(table, verdict.refusal ?? refusal(Code.UNDO_NOT_POSSIBLE));
  const against = obstacle(table, table, plan.delta);
  if (against) return refused(table, inWordsOfUndo(against, table, plan, past));
  return carriedOut(plan, accepted(table, plan.delta));
}

function mayBeNamed(id, past) {
  const row = past.find(id);
  return !row || [...COUNTED, "correct"].includes(row.type);
}
