// Who sits at the table. As webapp/domain/seats.py.
import { badField, Code, refusal } from "./refusals.js";
import { accepted, aSeat, COLOURS, MOST_SEATS, refused, SHAPES } from "./table.js";

/** A new seat beside others: where no colour or shape is wished, the first that is free. */
export function seated(seats, { seat, name = null, colour = null, shape = null }) {
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
  return accepted(table.withSeat({ ...seat, status: "active" }));
}

export function orderSeats(table, { order }) {
  const seats = order.map((id) => table.seat(id));
  const once = new Set(order).size === order.length && order.length === table.seats.length;
  if (!once || seats.includes(null)) return refused(table, badField("order", "permutation"));
  return accepted(table.with({ seats }));
}

const unknown = (table) => refused(table, refusal(Code.UNKNOWN_SEAT));
