// A server's state as this phone reads it: the table as far as that is confirmed, for which no rules
// are needed.
import { aSeat, Table } from "./table.js";

/** What this phone calls itself and all others. */
export const ME = "me";
export const OTHER = "other";

/** The table of a server's state. What the state doesn't say stays unknown: the server judges. */
export function fromState(state) {
  const { game = "", seq = 0, mode = "casual", variant = "normal", life = null } = state;
  const { seats = [], conflicts = [], effects = [], resolutions = [], disputes = [] } = state;
  const { kinds = [], turn = null } = state;
  return new Table({
    ...{ game, seq, mode, variant, life, conflicts, kinds, turn },
    seats: seats.map(seatOf),
    effects: effects.map((effect) => ({ on: 0, onBy: null, off: 0, offBy: null, ...effect })),
    resolutions: resolutions.map((each) => ({ ...each, chosen: Number(each.chosen), closed: 0 })),
    disputes: disputes.map((each) => ({ ...each, game })),
    tallies: Object.fromEntries(seats.map(({ id, tally }) => [id, tally ?? {}])),
  });
}

function seatOf({ held, mine, counters, life, tally, ...seat }) {
  const holder = mine ? ME : held ? OTHER : null;
  const kept = { energy: 0, ...counters, ...(life !== undefined && { life }) };
  return aSeat({ ...seat, holder, counters: kept });
}
