// What seats, kinds of counters and cards are called, and what no longer fits. As webapp/views/naming.py
// and kinds.py.

const OWN = "custom:";

/** A player's name, or the seat's place at the table ("Seat 3"). */
export function seatName(table, id, say) {
  const place = table.seats.findIndex((seat) => seat.id === id);
  if (place < 0) return say("no-seat");
  return table.seats[place].name ?? say("place", { place: String(place + 1) });
}

/** What many of a kind are called; a table's own kind as its players wrote it. */
export function kindName(table, kind, say) {
  if (!kind.startsWith(OWN)) return say(`kind.${kind}`);
  return table.kinds.find((own) => own.kind === kind)?.name ?? kind.slice(OWN.length);
}

export const shortName = (table, kind, say) =>
  kind.startsWith(OWN) ? kindName(table, kind, say) : say(`short.${kind}`);

/** So many of a kind, to stand in a sentence. */
export function amountWords(table, kind, n, say) {
  const count = { n, count: String(n), kind: kindName(table, kind, say) };
  return say(kind.startsWith(OWN) ? "amount.own" : `amount.${kind}`, count);
}

/** What a card is called here, and the language of that. */
export const cardName = (slug, say) => say.entry(`card.${slug}`) ?? [slug, "en"];

/** What no longer fits, in one sentence. */
export function conflictWords({ seat, code, params, answers }, table, say) {
  const kinds = { PLAYER_LEFT: "left", UNDO_BELOW_ZERO: "undo" };
  const kind = kinds[code] ?? (answers.includes("twin") ? "pay" : "correct");
  const figures = { have: String(params.have), need: String(params.need) };
  return say(`conflict.${kind}`, { name: seatName(table, seat, say), ...figures });
}
