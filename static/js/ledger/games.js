// Games and seats: how a game begins, ends and is reopened, which one an entry belongs to, and who
// sits at the table. As webapp/domain/games.py and seats.py.
import { sightOf } from "./energy.js";
import {
  accepted,
  aSeat,
  badField,
  COLOURS,
  Code,
  inverse,
  isAccepted,
  MOST_SEATS,
  refusal,
  refused,
  SHAPES,
  together,
  withoutEffect,
} from "./table.js";

export const PLAYS = ["gain", "pay", "correct", "undo", "settle"];
export const OF_A_GAME = [...PLAYS, "new_game"];

export function openTable(table, entry) {
  if (table.game) return refused(table, refusal(Code.ALREADY_OPEN));
  const seats = entry.seats.reduce((before, wish) => [...before, seated(before, wish)], []);
  return accepted(table.with({ name: entry.name, game: entry.id, seats, since: table.seq + 1 }));
}

export function newGame(table, entry, past) {
  if (entry.game !== table.game) return withoutEffect(table, "duplicate");
  if (sightOf(table, entry, past).unseen.some((row) => isPlay(row, table))) {
    return refused(table, refusal(Code.OTHERS_PLAYED));
  }
  const begun = table.with({
    game: entry.id,
    previous: table.game,
    since: table.seq + 1,
    conflicts: [],
    shelved: table.conflicts,
  });
  return accepted(begun, everythingGone(table));
}

/** A game's own id, also where it is called by its twin's; null when no such game is known. */
export function ownId(table, game, past) {
  if (game === table.game) return game;
  const row = past.find(game);
  if (!row || (row.type !== "open" && row.type !== "new_game")) return null;
  if (row.outcome === "duplicate") return row.game === table.previous ? table.game : game;
  return isAccepted(row) ? game : null;
}

/** The table in the game before, with the conflicts that were open in it. */
export const backTo = (table, game, past) =>
  inGame(table, game, past).with({ conflicts: table.shelved, shelved: [] });

/** The table in a game that had been undone, once more. */
export const forwardTo = (table, game, past) =>
  inGame(table, game, past).with({ conflicts: [], shelved: table.conflicts });

export const isPlay = (row, table) =>
  isAccepted(row) && PLAYS.includes(row.type) && row.game === table.game;

function inGame(table, game, past) {
  const row = past.find(game);
  const previous = row?.type === "new_game" ? row.game : "";
  return table.with({ game, previous, since: row?.seq ?? 0 });
}

const everythingGone = ({ seats }) =>
  together(...seats.map(({ id, counters }) => inverse({ [id]: counters })));

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
  return accepted(table.with({ seats: [...table.seats, seated(table.seats, entry)] }));
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
