// Forms that make entries (data-entry): their fields are the entry. From here on they are taken
// over before htmx sees them; until this script ran, htmx or the browser sent them.

const NUMBERS = new Set(["n", "to", "from", "seen"]);
const LISTS = new Set(["order", "with"]);

/** [name, value] pairs → the wish of an entry. What is left empty is left out. */
export function wishOf(pairs) {
  const wish = {};
  for (const [name, value] of pairs) {
    if (!value.trim()) continue;
    if (LISTS.has(name)) wish[name] = [...(wish[name] ?? []), value];
    else if (name === "entry_id") wish.id = value;
    else if (name === "over") wish.over = value === "true";
    else wish[name] = NUMBERS.has(name) ? numberOr(value) : value;
  }
  return wish;
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
