// The ledger's rules for this phone: pure, no DOM, the same as webapp/domain (docs/ledger.md).
// Here: the confirmed state with this phone's unsent entries on top of it.
import { Ledger } from "./decide.js";
import { readEntry } from "./entries.js";
import { isPlay } from "./games.js";
import { aSeat, Table } from "./table.js";

export { closeDraft, tap, WINDOW } from "./drafts.js";

// What this phone can judge by itself; the rest is for the server, which knows every row.
const SURE = new Set([
  "INSUFFICIENT",
  "BAD_FIELD",
  "TOO_MANY",
  "SEATS_FULL",
  "SEAT_HELD",
  "PLAYER_LEFT",
  "UNDO_BELOW_ZERO",
]);

const ME = "me";
const OTHER = "other";

export const isSure = ({ outcome, refusal }) => outcome === "refused" && SURE.has(refusal.code);

/** The table of a server's state. What the state doesn't say stays unknown: the server judges. */
export function fromState({ game = "", seq = 0, seats = [], conflicts = [] }) {
  return new Table({ game, seq, seats: seats.map(seatOf), conflicts });
}

/**
 * Decide entries (as they will be sent) on top of a table → {table, rows, known(): all rows there are}.
 * `past` has find(id) and after(seq) over rows of the state's form; none it does not know.
 */
export function foldPending(table, past, entries) {
  const before = past.after(0).map(rowOf); // once: each entry looks back at them
  const known = {
    find: (id) => rowOf(past.find(id)),
    after: (seq) => before.slice(before.findLastIndex((row) => row.seq <= seq) + 1),
  };
  const ledger = new Ledger(informed(table, known), known);
  for (const raw of entries) ledger.add(mine(raw, ledger.table));
  return { table: ledger.table, rows: ledger.rows, known: () => ledger.after(0) };
}

// What a state doesn't say of its game, as far as the rows tell it.
function informed(table, past) {
  const begun = past.find(table.game);
  const lastPlay = past.after(0).findLast((row) => isPlay(row, table))?.seq ?? 0;
  const previous = begun?.type === "new_game" ? begun.game : "";
  return table.with({ previous, since: begun?.seq ?? 0, lastPlay });
}

function mine(raw, { game, seq }) {
  return readEntry(raw, { client: ME, author: ME, game, seen: seq, now: raw.at ?? 0 });
}

function seatOf({ id, name, colour, shape, status, held, mine, counters }) {
  const holder = mine ? ME : held ? OTHER : null;
  return aSeat({ id, name, colour, shape, status, holder, counters: { energy: 0, ...counters } });
}

function rowOf(row) {
  if (!row) return null;
  const plain = { flags: [], delta: {}, refusal: null, undone: false, with: [], ...row };
  return { ...plain, author: row.mine ? ME : OTHER, compensates: compensatedBy(plain) };
}

function compensatedBy(row) {
  if (row.outcome !== "accepted") return [];
  if (row.compensates) return row.compensates;
  if (row.type === "undo") return [row.entry, ...row.with];
  return row.type === "settle" && row.undo ? [row.undo] : [];
}
