// Looking up cards on the phone itself, without a request: the same hits, in the rows that the
// server drew. It begins once the worker has those rows and all names; until then htmx asks.
import { simplified } from "./folding.js";
import { index, search } from "./search.js";
import { pageWords } from "./words.js";

const LANGUAGES = ["en", "de", "pt-BR", "zh-Hans"];

/** Take over the field of this page; nothing changes where the phone does not have what it needs. */
export async function begin(page = document) {
  if (!navigator.serviceWorker.controller) return;
  const { lang } = page.documentElement;
  const [rows, { names, traditional }] = await Promise.all([
    fetchRows(page, lang.toLowerCase()),
    fetchNames(),
  ]);
  const finder = new Finder(page, rows, { names: index(names, LANGUAGES), traditional }, lang);
  const field = page.getElementById("q");
  // Before htmx, which listens at the field.
  page.addEventListener("input", (event) => event.target === field && take(event), true);
  page.querySelector("form.search").addEventListener("submit", take);
  const asked = new URLSearchParams(location.search).get("q") ?? "";
  if (asked || field.value) take();

  function take(event) {
    event?.stopPropagation();
    if (event?.type === "submit") event.preventDefault();
    else if (!event && !field.value) field.value = asked;
    finder.show(field.value);
  }
}

async function fetchRows(page, slug) {
  const template = page.createElement("template");
  template.innerHTML = await (await fetch(`/f/${slug}/cards`)).text();
  if (!template.content.querySelector("ul")) throw new Error("no rows are kept");
  return template.content;
}

// The name of the build is known to the worker alone, and so is the address of its names.
async function fetchNames() {
  const kept = await caches.keys();
  for (const name of kept.filter((name) => name.startsWith("static-"))) {
    const cache = await caches.open(name);
    const address = (await cache.keys()).find(({ url }) => url.endsWith("/names.json"));
    if (address) return await (await cache.match(address)).json();
  }
  throw new Error("no names are kept");
}

class Finder {
  #page;
  #rows;
  #pack;
  #language;
  #say;

  constructor(page, rows, pack, language) {
    this.#page = page;
    this.#rows = rows;
    this.#pack = pack;
    this.#language = language;
    this.#say = pageWords(page);
  }

  show(query) {
    const results = this.#page.getElementById("results");
    const isAsked = query.trim() !== "";
    const hits = isAsked ? this.#search(query) : null;
    const count = results.querySelector(".hits__count"); // the same one, or nobody hears it change
    count.textContent = this.#count(query, hits);
    while (count.nextSibling) count.nextSibling.remove();
    count.after(...this.#list(hits));
    const asked = isAsked ? `?${new URLSearchParams({ q: query })}` : "";
    history.replaceState(history.state, "", location.pathname + asked);
  }

  #search(query) {
    const { names, traditional } = this.#pack;
    return search(names, simplified(query, traditional), this.#language);
  }

  #count(query, hits) {
    if (!hits) return this.#say("all", { n: this.#rows.querySelectorAll("li").length });
    if (hits.length) return this.#say("found", { n: hits.length });
    return this.#say("none", { query: query.trim() });
  }

  #list(hits) {
    if (!hits) return [this.#rows.querySelector("ul").cloneNode(true)];
    if (!hits.length) return [this.#clone("finder-none")];
    const list = this.#rows.querySelector("ul").cloneNode();
    list.append(...hits.map((hit) => this.#row(hit)));
    return [list];
  }

  /** The row of a card; what was found is marked in its name, or in another name beneath. */
  #row(hit) {
    const row = this.#rows.getElementById(`card-${hit.slug}`).cloneNode(true);
    const name = row.querySelector(".hit__name");
    if ((name.lang || this.#language) === hit.language) this.#mark(name, hit);
    else {
      const other = this.#clone("finder-other").firstElementChild;
      other.lang = hit.language;
      this.#mark(other, hit);
      row.querySelector(".hit").append(other);
    }
    return row;
  }

  #mark(element, { text, spans }) {
    const characters = [...text];
    const piece = (from, to) => characters.slice(from, to).join("");
    element.textContent = "";
    let at = 0;
    for (const [from, to] of spans) {
      const mark = this.#clone("finder-mark").firstElementChild;
      mark.textContent = piece(from, to);
      element.append(piece(at, from), mark);
      at = to;
    }
    element.append(piece(at));
  }

  #clone(id) {
    return this.#page.getElementById(id).content.cloneNode(true);
  }
}
