// What this phone can say of a wish before the server answers: pure, for the face and its sheets.
// A table is one of foldPending, a wish an entry without id, game and time.
import { move, shared } from "./energy.js";
import { readEntry } from "./entries.js";

/**
 * What counters would move → {delta, clamped, refusal}. `refusal` is null, or why none would;
 * ORDER_REQUIRED names the `seat` that is to be asked and its `outcomes`, [{amounts, order}].
 */
export function forecast(table, wish) {
  const me = { client: "", author: "", game: table.game, seen: table.seq, now: 0 };
  const entry = readEntry({ id: "", ...wish }, me);
  const none = { delta: {}, clamped: false };
  if (entry.malformed) return { ...none, refusal: entry.malformed };
  const { refusal = null, delta, clamped } = move(table, table, entry);
  return refusal ? { ...none, refusal } : { delta: shared(table, delta), clamped, refusal };
}

/**
 * The totals a draft {seat, kind, n} may lead to, smallest first: one, or one for each outcome that
 * the player will be asked for. `order` is a chosen one.
 */
export function draftedTotals(table, { seat, kind, n }, order = null) {
  const have = table.balance(seat, kind);
  // Others may have taken what an open draft counts on; its end will be refused.
  if (n <= 0) return [kind === "life" ? have + n : Math.max(0, have + n)];
  const { delta, refusal } = forecast(table, { type: "gain", seat, kind, n, order });
  const outcomes = refusal?.params.outcomes ?? [{ amounts: delta[seat] ?? {} }];
  return outcomes.map(({ amounts }) => have + (amounts[kind] ?? 0));
}

/**
 * Which of the outcomes to offer first: the last order that this player used, if it is one of them;
 * null in a tournament, where nothing is suggested. `rows` are those of the ledger, oldest first.
 */
export function preselected({ mode }, { seat, outcomes }, rows) {
  if (mode === "tournament") return null;
  const orderOf = (row) => (row.type === "proliferate" ? row.order?.[seat] : row.order);
  const used = (row) => row.outcome === "accepted" && (row.seat === seat || row.order?.[seat]);
  const last = rows.findLast((row) => used(row) && row.type !== "seat_order" && orderOf(row));
  return outcomes.find(({ order }) => last && `${order}` === `${orderOf(last)}`) ?? null;
}
