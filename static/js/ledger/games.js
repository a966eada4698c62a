// Games and seats: how a game begins, ends and is reopened, which one an entry belongs to, and who
// sits at the table. As webapp/domain/games.py and seats.py.
import { closed, ended, flippedEffects, reopened } from "./parts.js";
import { sightOf } from "./sight.js";
import {
  accepted,
  aSeat,
  badField,
  COLOURS,
  Code,
  change,
  inverse,
  isAccepted,
  MOST_SEATS,
  PLAYS,
  refusal,
  refused,
  SHAPES,
  together,
  UNDOABLE,
  withoutEffect,
} from "./table.js";
import { begun, unbegun } from "./turns.js";

export const OF_A_GAME = [
  ...UNDOABLE,
  ...["resolution_open", "resolution_close", "dispute", "dispute_end"],
];

export function openTable(table, entry) {
  if (table.game) return refused(table, refusal(Code.ALREADY_OPEN));
  const seats = entry.seats.reduce((before, wish) => [...before, seated(before, wish)], []);
  const { id: game, name, life } = entry;
  const opened = table.with({ name, game, seats, since: table.seq + 1, life });
  return accepted(opened, lifeAtStart(opened));
}

// What brings every player to the life one starts with, where the table keeps life.
const lifeAtStart = ({ seats, life }) =>
  together(...seats.map(({ id, counters }) => change(id, "life", life - (counters.life ?? 0))));

export function newGame(table, entry, past) {
  if (entry.game !== table.game) return withoutEffect(table, "duplicate");
  if (sightOf(table, entry, past).unseen.some((row) => isPlay(row, table))) {
    return refused(table, refusal(Code.OTHERS_PLAYED));
  }
  const after = table.with({
    game: entry.id,
    previous: table.game,
    since: table.seq + 1,
    conflicts: [],
    shelved: table.conflicts,
    disputes: table.doubts,
  });
  return accepted(swept(after, entry.author), everythingGone(table));
}

// The table as a game begins: effects and resolutions are over, nothing has moved.
const swept = (table, author) =>
  begun(closed(ended(table, table.since, author), table.since), table.since, null);

/** A game's own id, also where it is called by its twin's; null when no such game is known. */
export function ownId(table, game, past) {
  if (game === table.game) return game;
  const row = past.find(game);
  if (!row || (row.type !== "open" && row.type !== "new_game")) return null;
  if (row.outcome === "duplicate") return row.game === table.previous ? table.game : game;
  return isAccepted(row) ? game : null;
}

/** The table in the game before, as it was left: its conflicts and effects, its turn. */
export function backTo(table, game, past) {
  const { since, shelved } = table;
  const back = inGame(table, game, past).with({ conflicts: shelved, shelved: [] });
  const again = reopened(flippedEffects(back, since, true, table.seq + 1, "") ?? back, since);
  return unbegun(again, since) ?? again;
}

/** The table in a game that had been undone, once more. */
export function forwardTo(table, game, past, author) {
  const { conflicts: shelved, doubts: disputes } = table;
  const again = inGame(table, game, past).with({ conflicts: [], shelved, disputes });
  return swept(again, author);
}

export const isPlay = (row, table) =>
  isAccepted(row) && PLAYS.includes(row.type) && row.game === table.game;

function inGame(table, game, past) {
  const row = past.find(game);
  const previous = row?.type === "new_game" ? row.game : "";
  return table.with({ game, previous, since: row?.seq ?? 0 });
}

function everythingGone(table) {
  const gone = table.seats.map(({ id, counters: { life, ...others } }) =>
    inverse({ [id]: others }),
  );
  return together(...gone, lifeAtStart(table));
}

/** A new seat beside others: where no colour or shape is wished, the first that is free. */
function seated(seats, { seat, name = null, colour = null, shape = null }) {
  const free = (field, all) => all.find((one) => !seats.some((other) => other[field] === one));
  return aSeat({
    id: seat,
    name,
    colour: colour ?? free("colour", COLOURS),
    shape: shape ?? free("shape", SHAPES),
  });
}

export function addSeat(table, entry) {
  if (table.seat(entry.seat)) return refused(table, badField("seat", "taken"));
  if (table.seats.length >= MOST_SEATS) return refused(table, refusal(Code.SEATS_FULL));
  const after = table.with({ seats: [...table.seats, seated(table.seats, entry)] });
  return accepted(after, change(entry.seat, "life", table.life ?? 0));
}

export function renameSeat(table, entry) {
  const seat = table.seat(entry.seat);
  if (!seat) return unknown(table);
  const { name, colour, shape } = entry;
  return accepted(
    table.withSeat({
      ...seat,
      name: name ?? seat.name,
      colour: colour ?? seat.colour,
      shape: shape ?? seat.shape,
    }),
  );
}

export function takeSeat(table, entry) {
  const seat = table.seat(entry.seat);
  if (!seat) return unknown(table);
  if (seat.status !== "active") return refused(table, refusal(Code.PLAYER_LEFT));
  const others = seat.holder !== null && seat.holder !== entry.author;
  if (others && !entry.over) return refused(table, refusal(Code.SEAT_HELD));
  return accepted(table.withSeat({ ...seat, holder: entry.author }));
}

export function leaveSeat(table, entry) {
  const seat = table.seat(entry.seat);
  if (!seat) return unknown(table);
  if (seat.status !== "active") return refused(table, refusal(Code.PLAYER_LEFT));
  const leaving = { status: "left", holder: null, leftAt: table.seq + 1, leftBy: entry.author };
  return accepted(table.withSeat({ ...seat, ...leaving }));
}

export function returnToSeat(table, entry) {
  const seat = table.seat(entry.seat);
  if (!seat) return unknown(table);
  const holder = seat.holder === entry.author ? null : seat.holder;
  return accepted(table.withSeat({ ...seat, status: "active", holder }));
}

export function orderSeats(table, { order }) {
  const seats = order.map((id) => table.seat(id));
  const once = new Set(order).size === order.length && order.length === table.seats.length;
  if (!once || seats.includes(null)) return refused(table, badField("order", "permutation"));
  return accepted(table.with({ seats }));
}

const unknown = (table) => refused(table, refusal(Code.UNKNOWN_SEAT));
