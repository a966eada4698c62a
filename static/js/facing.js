// What a face shows of a folded table with a draft on top.
import { draftedTotals } from "./ledger/index.js";

/**
 * Totals with all that waits and the draft, other counters, what Undo would take, and the draft
 * that waits for its second tap (`lasts`); and the table itself.
 */
export function faceOf({ table, latest, draft, lasts }) {
  const total = ({ id, counters }) =>
    draft?.seat === id ? drafted(table, draft) : counters.energy;
  const each = (value) => new Map(table.seats.map((seat) => [seat.id, value(seat)]));
  return {
    table,
    totals: each(total),
    counters: each(({ counters }) => counters),
    draft,
    open: lasts ? draft : null,
    latest: draft ? null : latest,
  };
}

// Effects act once on the whole of a draft; where a player will be asked, it counts as tapped.
function drafted(table, draft) {
  const totals = draftedTotals(table, draft);
  return totals.length === 1 ? totals[0] : table.balance(draft.seat, draft.kind) + draft.n;
}
