// What a face shows of a folded table with a draft on top.
import { closeDraft } from "./ledger/index.js";

/**
 * Totals with all that waits and the draft, other counters, what Undo would take, and the draft
 * that waits for its second tap (`lasts`). `decide(wish)` → its row on top of all.
 */
export function faceOf({ table, latest, draft, lasts, decide }) {
  const got = draft && comesTo(draft, table, decide);
  const drafted = (seat) => (draft?.seat === seat ? got : 0);
  // Others may have taken what an open draft counts on; its end will be refused.
  const total = ({ id, counters }) => Math.max(0, counters.energy + drafted(id));
  const each = (value) => new Map(table.seats.map((seat) => [seat.id, value(seat)]));
  return {
    totals: each(total),
    counters: each(({ counters }) => counters),
    draft,
    open: lasts ? draft : null,
    latest: draft ? null : latest,
  };
}

// How far a draft moves the number: effects act once on the whole of it.
function comesTo(draft, table, decide) {
  if (draft.n < 0 || !table.inForce.length) return draft.n;
  const { outcome, delta, refusal } = decide(closeDraft(draft));
  if (refusal?.code === "CANT_GET") return 0;
  return outcome === "accepted" ? (delta[draft.seat]?.energy ?? 0) : draft.n;
}
