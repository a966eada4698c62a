// What seats are called.

/** A player's name, or the seat's place at the table ("Seat 3"). */
export function seatName(table, id, say) {
  const place = table.seats.findIndex((seat) => seat.id === id);
  if (place < 0) return say("no-seat");
  return table.seats[place].name ?? say("place", { place: String(place + 1) });
}
