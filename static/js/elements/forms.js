// Forms that make entries (data-entry): their fields are the entry. From here on they are taken
// over before htmx sees them; until this script ran, htmx or the browser sent them.

const NUMBERS = new Set(["n", "to", "from", "seen", "team", "number"]);
const LISTS = new Set(["order", "with", "seats", "kinds", "players"]);
const FOR_A_SEAT = "order."; // order.<seat>: the order that this seat chose

/** [name, value] pairs → the wish of an entry. What is left empty is left out. */
export function wishOf(pairs) {
  const wish = {};
  for (const [name, value] of pairs) {
    if (name === "seats") wish[name] ??= []; // nobody may be chosen, too
    if (!value.trim()) continue;
    if (name.startsWith(FOR_A_SEAT)) {
      wish.order ??= {};
      const seat = name.slice(FOR_A_SEAT.length);
      wish.order[seat] = [...(wish.order[seat] ?? []), value];
    } else if (LISTS.has(name)) wish[name] = [...(wish[name] ?? []), value];
    else if (name === "entry_id") wish.id = value;
    else if (name === "over") wish.over = value === "true";
    else wish[name] = NUMBERS.has(name) ? numberOr(value) : value;
  }
  return wish;
}

/** The entries of a wish: a step of rad counters is two losses in one group, undone as one. */
export function entriesOf(wish) {
  if (wish.type !== "rad_step") return [wish];
  const { id, second_id: second, life, seat, n } = wish;
  const loss = { type: "lose", seat, n, group: id };
  const losses = [{ ...loss, id, kind: "rad" }];
  return life === "true" ? [...losses, { ...loss, id: second, kind: "life" }] : losses;
}

/** The address of a sheet that goes on with a wish (webapp/views/envelope.py reads it). */
export function addressOf(sheet, { id, game, seen, at, seq, ...wish }) {
  const pairs = Object.entries(wish).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.map((each) => [name, each]);
    if (value === null || typeof value !== "object") return value === null ? [] : [[name, value]];
    return Object.entries(value).flatMap(([key, many]) =>
      many.map((each) => [`${name}.${key}`, each]),
    );
  });
  return `${sheet}?${new URLSearchParams(pairs)}`;
}

const DIGITS = /^-?[0-9]{1,300}$/; // as the server reads them; with more it is not finite
const numberOr = (text) => (DIGITS.test(text.trim()) ? Number(text) : text);

function wishIn(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return wishOf(data);
}

const seatsIn = (form, what) =>
  [...form.querySelectorAll(`[data-${what}]`)].map(({ dataset }) => dataset[what]);

/**
 * `take(wish, form)` gets what is sent from now on, `seat({take, free})` which seats this phone
 * takes and which it gives back.
 */
export function takeOver({ take, seat }, page = document) {
  const isEntry = (form) => form?.matches?.("form[data-entry]");
  page.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      const seats = { take: seatsIn(form, "take"), free: seatsIn(form, "free") };
      const moves = seats.take.length + seats.free.length > 0;
      if (!isEntry(form) && !moves) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (moves) seat(seats);
      else take(wishIn(form, event.submitter), form);
    },
    true,
  );
  // What was tapped before has the ids it was sent under, so it counts once (first.js).
  const early = (pairs, form) => take(wishOf(pairs), form);
  page.dispatchEvent(new CustomEvent("outbox", { detail: early }));
}
