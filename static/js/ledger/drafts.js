// Drafts: taps on one seat and kind within the window are one entry that is not yet made. Pure: the
// time is an argument, and whoever holds the draft keeps what comes back.
import { Code, MOST, ofKind, PAID, refusal } from "./table.js";

export const WINDOW = 700; // milliseconds

/**
 * One tap → {draft, closed?, refused?}. `draft` is {seat, kind, n, at} or null, `n` the sum of the
 * taps; `step` is ±1, `have` what is there without the draft. `closed` is the wish of a draft that
 * this tap ended; a refused tap leaves the draft as it was.
 */
export function tap(draft, seat, kind, step, at, have) {
  if (draft && !continues(draft, seat, kind, at)) return tapAnew(draft, seat, kind, step, at, have);
  const n = (draft?.n ?? 0) + step;
  const refused = refusalOf(kind, have, n);
  if (refused) return { draft, refused };
  return { draft: n === 0 ? null : { seat, kind, n, at } };
}

/** The entry a draft stands for, without id, game and time. */
export function closeDraft({ seat, kind, n }) {
  const down = PAID.includes(kind) ? "pay" : "lose";
  return { type: n > 0 ? "gain" : down, seat, kind, n: Math.abs(n) };
}

function tapAnew(old, seat, kind, step, at, have) {
  const there = old.seat === seat && old.kind === kind ? have + old.n : have;
  return { ...tap(null, seat, kind, step, at, there), closed: closeDraft(old) };
}

function continues(draft, seat, kind, at) {
  return draft.seat === seat && draft.kind === kind && at - draft.at <= WINDOW;
}

function refusalOf(kind, have, n) {
  const total = have + n;
  if (total < 0 && kind !== "life")
    return refusal(Code.INSUFFICIENT, { have, need: -n, ...ofKind(kind) });
  return Math.abs(total) > MOST ? refusal(Code.TOO_MANY, { max: MOST }) : null;
}
