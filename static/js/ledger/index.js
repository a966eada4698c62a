// The ledger's rules for this phone: pure, no DOM, the same as webapp/domain (docs/ledger.md).
// Here: the confirmed state with this phone's unsent entries on top of it.
import { Ledger } from "./decide.js";
import { readEntry } from "./entries.js";
import { isPlay } from "./games.js";
import { ME, OTHER } from "./state.js";
import { isAccepted } from "./table.js";

export * from "./forecast.js";
export { fromState } from "./state.js";

// What this phone can judge by itself; the rest is for the server, which knows every row.
const SURE = new Set([
  "INSUFFICIENT",
  "BAD_FIELD",
  "TOO_MANY",
  "SEATS_FULL",
  "SEAT_HELD",
  "PLAYER_LEFT",
  "UNDO_BELOW_ZERO",
  "CANT_GET",
  "ORDER_REQUIRED",
  "NOT_RESOLVING",
  "ALREADY_CHOSEN",
  "BELOW_MIN",
  "NO_COUNTERS",
  "TEAM_POISON_TWICE",
  "UNKNOWN_EFFECT",
]);

export const isSure = ({ outcome, refusal }) => outcome === "refused" && SURE.has(refusal.code);

/**
 * Decide entries (as they will be sent) on top of a table → {table, rows, known()}, which gives all
 * rows there are.
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

// What a state doesn't say, as far as the rows tell it.
function informed(table, past) {
  const rows = past.after(0).filter((row) => isAccepted(row) && row.game === table.game);
  const begun = past.find(table.game);
  const live = rows.filter(({ undone }) => !undone);
  const last = (is) => live.findLast(is)?.seq ?? 0;
  const chose = (id) => last((row) => row.type === "resolution_choose" && row.resolution === id);
  return table.with({
    previous: begun?.type === "new_game" ? begun.game : "",
    since: begun?.seq ?? 0,
    lastPlay: rows.findLast((row) => isPlay(row, table))?.seq ?? 0,
    turnAt: last(({ type }) => type === "turn") || (begun?.seq ?? 0),
    effects: [...endedLately(table, live), ...table.effects.map((each) => dated(each, rows))],
    resolutions: table.resolutions.map((each) =>
      each.chosen ? { ...each, chosen: chose(each.id) || 1 } : each,
    ),
  });
}

// Who has switched an effect on, and when; by Melira's, the entry gave it its id.
function dated(effect, rows) {
  const { id } = effect;
  const on = rows.find((row) => row.id === id || (row.type === "effect_on" && row.effect === id));
  return on ? { ...effect, on: on.seq, onBy: on.author } : effect;
}

// Those that somebody has switched off may be seen yet by what waits.
function endedLately(table, rows) {
  const off = rows
    .filter(({ type }) => type === "effect_off")
    .map((row) => {
      const begun = rows.find((on) => on.type === "effect_on" && on.effect === row.effect);
      if (!begun || table.effects.some(({ id }) => id === row.effect)) return null;
      const { effect: id, card, controller = null, target = null, until = null } = begun;
      const ended = { off: row.seq, offBy: row.author };
      return { id, card, controller, target, until, on: begun.seq, onBy: begun.author, ...ended };
    });
  return off.filter((effect) => effect);
}

function mine(raw, { game, seq }) {
  return readEntry(raw, { client: ME, author: ME, game, seen: seq, now: raw.at ?? 0 });
}

// Fields that rows leave out where they say nothing.
const PLAIN = { flags: [], delta: {}, refusal: null, undone: false, with: [], also: [], pay: null };

function rowOf(row) {
  if (!row) return null;
  const plain = { ...PLAIN, ...(row.type === "proliferate" && { order: {} }), ...row };
  return { ...plain, author: row.mine ? ME : OTHER, compensates: compensatedBy(plain) };
}

function compensatedBy(row) {
  if (row.outcome !== "accepted") return [];
  if (row.compensates) return row.compensates;
  if (row.type === "undo") return [row.entry, ...row.with];
  return row.type === "settle" && row.undo ? [row.undo] : [];
}
