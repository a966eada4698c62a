// Forms that make entries (data-entry): their fields are the entry. Once this phone is ready they
// are taken over before htmx sees them; until then htmx or the browser sends them.
import { makeId } from "../ids.js";

const NUMBERS = new Set(["n", "to", "from"]);
const LISTS = new Set(["order", "with"]);

/** [name, value] pairs → the wish of an entry. What is left empty is left out. */
export function wishOf(pairs) {
  const wish = {};
  for (const [name, value] of pairs) {
    if (!value.trim()) continue;
    if (LISTS.has(name)) wish[name] = [...(wish[name] ?? []), value];
    else if (name === "over") wish.over = value === "true";
    else wish[name] = NUMBERS.has(name) ? numberOr(value) : value;
  }
  return wish;
}

const numberOr = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);

const isEntry = (form) => form?.matches?.("form[data-entry]");

function pairsOf(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return data;
}

// Each use of a form is an entry of its own.
function renew(form) {
  const id = form.elements.namedItem("id");
  if (id) id.value = makeId();
}

/** `ready()` says whose turn it is; `take(wish, form)` gets ours, `rescue(wish)` what htmx lost. */
export function takeOver({ ready, take, rescue }, page = document) {
  page.addEventListener(
    "submit",
    (event) => {
      if (!isEntry(event.target) || !ready()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      take(wishOf(pairsOf(event.target, event.submitter)), event.target);
      renew(event.target);
    },
    true,
  );
  // htmx has read the fields by now.
  page.addEventListener("submit", ({ target }) => isEntry(target) && renew(target));
  // The same id makes it safe to send again what may have arrived.
  for (const failure of ["htmx:error", "htmx:response:error"]) {
    page.addEventListener(failure, ({ detail: { ctx } }) => {
      const status = ctx?.response?.status ?? 0;
      const passing = status === 0 || status === 429 || status >= 500;
      if (passing && isEntry(ctx?.sourceElement)) rescue(wishOf(ctx.request.body));
    });
  }
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const form of page.querySelectorAll("form[data-entry]")) renew(form);
  });
}
