// What a face shows of a folded table with a draft on top.

/**
 * Totals with all that waits and the draft, other counters, what Undo would take, and the draft
 * that waits for its second tap (`lasts`); and the table itself. `leadsTo(table, draft)` is the
 * ledger's draftedTotals.
 */
export function faceOf({ table, latest, draft, lasts, leadsTo }) {
  const total = ({ id, counters }) =>
    draft?.seat === id ? drafted(table, draft, leadsTo) : counters.energy;
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
function drafted(table, draft, leadsTo) {
  const totals = leadsTo(table, draft);
  return totals.length === 1 ? totals[0] : table.balance(draft.seat, draft.kind) + draft.n;
}
