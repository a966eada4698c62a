// Forms that make entries (data-entry): their fields are the entry. From here on they are taken
// over before htmx sees them; until this script ran, htmx or the browser sent them.

const NUMBERS = new Set(["n", "to", "from"]);
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

const numberOr = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);

function wishIn(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return wishOf(data);
}

/** `take(wish, form)` gets what is sent from now on, `rescue(wish)` what htmx had and lost. */
export function takeOver({ take, rescue }, page = document) {
  const isEntry = (form) => form?.matches?.("form[data-entry]");
  page.addEventListener(
    "submit",
    (event) => {
      if (!isEntry(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      take(wishIn(event.target, event.submitter), event.target);
    },
    true,
  );
  // The same id makes it safe to send again what may have arrived.
  for (const failure of ["htmx:error", "htmx:response:error"]) {
    page.addEventListener(failure, ({ detail: { ctx } }) => {
      const status = ctx?.response?.status ?? 0;
      const passing = status === 0 || status === 429 || status >= 500;
      if (passing && isEntry(ctx?.sourceElement)) rescue(wishOf(ctx.request.body));
    });
  }
}
