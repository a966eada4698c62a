// Turns, and what each player has got and spent in this one: paid or lost, corrections apart. As
// webapp/domain/turns.py.
import { ended } from "./parts.js";
import { accepted, Code, moves, refusal, refused, together } from "./table.js";

/** The entries whose moves belong to the game: what is corrected or taken back counts nowhere. */
export const COUNTED = [
  ...["gain", "pay", "lose", "proliferate", "double"],
  ...["effect_on", "resolution_choose"],
];

/** Another turn begins: tallies start at nothing, and what lasted for the turn is over. */
export function turn(table, { seat, author }) {
  if (seat && !table.seat(seat)) return refused(table, refusal(Code.UNKNOWN_SEAT));
  if (seat && !table.isHere(seat)) return refused(table, refusal(Code.PLAYER_LEFT));
  const now = table.seq + 1;
  return accepted(
    begun(
      ended(table, now, author, ({ until }) => until === "turn"),
      now,
      seat,
    ),
  );
}

/** The table as a turn begins: nothing has moved in it yet. */
export function begun(table, seq, seat) {
  const { turn, turnAt, tallies } = table;
  return table.with({
    turn: seat,
    turnAt: seq,
    tallies: {},
    lastTurn: { at: turnAt, seat: turn, tallies },
  });
}

/** The turn that began at `seq` goes on from the one before; null if it can't. */
export function unbegun(table, seq) {
  const { lastTurn: past } = table;
  if (!past || table.turnAt !== seq) return null;
  const tallies = summed(past.tallies, table.tallies);
  return table.with({ turn: past.seat, turnAt: past.at, tallies, lastTurn: null });
}

/** The table with a row's own moves in its tallies, and without those that it takes back. */
export function counted(table, row, marks, past) {
  let tallies = summed(table.tallies, tallied(ofTheGame(row, past), 1));
  for (const [id, undone] of marks) {
    const flipped = past.find(id);
    if (flipped && flipped.seq > table.turnAt)
      tallies = summed(tallies, tallied(ofTheGame(flipped, past), undone ? -1 : 1));
  }
  return table.with({ tallies });
}

function ofTheGame(row, past) {
  if (COUNTED.includes(row.type)) return row.delta;
  if (row.type !== "settle" || row.answer !== "retry") return {};
  const back = row.compensates.map((id) => past.find(id)).filter((found) => found);
  return together(row.delta, ...back.map(({ delta }) => delta));
}

// A delta as tallies are: seat → kind → {got, spent}.
function tallied(delta, times) {
  const told = {};
  for (const [seat, kind, n] of moves(delta)) {
    told[seat] = { ...told[seat], [kind]: { [n > 0 ? "got" : "spent"]: times * Math.abs(n) } };
  }
  return told;
}

function summed(one, other) {
  const sums = { ...one };
  for (const [seat, kinds] of Object.entries(other)) {
    const there = { ...sums[seat] };
    for (const [kind, moved] of Object.entries(kinds)) {
      const { got = 0, spent = 0 } = there[kind] ?? {};
      const now = { got: got + (moved.got ?? 0), spent: spent + (moved.spent ?? 0) };
      there[kind] = withoutZeros(now, (n) => n);
    }
    sums[seat] = withoutZeros(there, notEmpty);
  }
  return withoutZeros(sums, notEmpty);
}

const notEmpty = (object) => Object.keys(object).length > 0;

const withoutZeros = (object, isKept) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => isKept(value)));
