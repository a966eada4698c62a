// Looking up cards and rulings on the phone itself, without a request: the same hits, in the rows
// that the server drew. It begins once the worker has those rows and all names; until then htmx asks.
import { fetchNames, LANGUAGES } from "./card-names.js";
import { simplified } from "./folding.js";
import { index, search } from "./search.js";
import { indexTexts, searchTexts, sentenceOf } from "./search-texts.js";
import { pageWords } from "./words.js";

const PAUSE = 120; // ms without a key, as htmx waits

/** Take over the field of this page; nothing changes where the phone does not have what it needs. */
export async function begin(page = document) {
  if (!navigator.serviceWorker.controller) return;
  const { lang } = page.documentElement;
  const [rows, kept] = await Promise.all([fetchRows(page, lang.toLowerCase()), fetchNames()]);
  const pack = {
    names: index(kept.names, LANGUAGES),
    texts: indexTexts(kept.texts, LANGUAGES),
    traditional: kept.traditional,
  };
  const finder = new Finder(page, rows, pack, lang);
  const field = page.getElementById("q");
  const server = new Server(field);
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
    server.ask(field.value);
  }
}

/** The server, which knows more than a phone where its operator has imported cards and rulings. */
class Server {
  #field;
  #address;
  #timer = 0;
  #knowsMore = true; // until it has answered once

  constructor(field) {
    this.#field = field;
    this.#address = field.dataset.hxGet;
  }

  /** Shows what the server found, if that may be more and if it still is what is asked for. */
  ask(query) {
    clearTimeout(this.#timer);
    if (!navigator.onLine || !this.#knowsMore || !query.trim()) return;
    this.#timer = setTimeout(() => this.#show(query), PAUSE);
  }

  async #show(query) {
    const answer = await fetch(`${this.#address}?${new URLSearchParams({ q: query })}`).catch(
      () => null,
    );
    if (!answer?.ok) return;
    const page = this.#field.ownerDocument;
    const found = page.createElement("template");
    found.innerHTML = await answer.text();
    const [count, ...rest] = found.content.children;
    this.#knowsMore = Boolean(count?.matches("[data-more]"));
    if (!this.#knowsMore || this.#field.value !== query) return;
    const told = page.querySelector(".hits__count");
    told.replaceChildren(...count.childNodes);
    while (told.nextSibling) told.nextSibling.remove();
    told.after(...rest);
  }
}

async function fetchRows(page, slug) {
  const template = page.createElement("template");
  template.innerHTML = await (await fetch(`/f/${slug}/cards`)).text();
  if (!template.content.querySelector("ul")) throw new Error("no rows are kept");
  return template.content;
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
    const found = isAsked ? this.#search(query) : { rulings: [] };
    const count = results.querySelector(".hits__count"); // the same one, or nobody hears it change
    count.replaceChildren(...this.#count(query, found));
    while (count.nextSibling) count.nextSibling.remove();
    count.after(...this.#cards(found), ...this.#rulings(found));
    const asked = isAsked ? `?${new URLSearchParams({ q: query })}` : "";
    history.replaceState(history.state, "", location.pathname + asked);
  }

  #search(query) {
    const asked = simplified(query, this.#pack.traditional);
    return {
      cards: search(this.#pack.names, asked, this.#language),
      rulings: searchTexts(this.#pack.texts, asked, this.#language),
    };
  }

  #count(query, { cards, rulings }) {
    if (!cards) return [this.#say("all", { n: this.#rows.querySelectorAll("li").length })];
    const told = this.#say("rulings", { n: rulings.length });
    if (!cards.length) return [rulings.length ? told : this.#say("none", { query: query.trim() })];
    const found = this.#say("found", { n: cards.length });
    if (!rulings.length) return [found];
    const jump = this.#clone("finder-jump");
    jump.firstElementChild.textContent = told;
    return [`${found} · `, jump];
  }

  #cards({ cards, rulings }) {
    if (!cards) return [this.#rows.querySelector("ul").cloneNode(true)];
    if (!cards.length) return rulings.length ? [] : [this.#clone("finder-none")];
    const list = this.#rows.querySelector("ul").cloneNode();
    list.append(...cards.map((hit) => this.#row(hit)));
    return [list];
  }

  #rulings({ rulings }) {
    if (!rulings.length) return [];
    const section = this.#clone("finder-rulings");
    const list = section.querySelector("ul");
    const rows = new Map([...list.children].map((row) => [row.id, row]));
    list.replaceChildren(...rulings.map((hit) => this.#ruling(rows.get(`found-${hit.id}`), hit)));
    return [section];
  }

  /** The row of a ruling, with the sentence that was found. */
  #ruling(row, hit) {
    const words = row.querySelector(".hit__words");
    if (hit.language !== this.#language) words.lang = hit.language;
    this.#mark(words, sentenceOf(hit));
    if (row.dataset.ours.split(" ").includes(hit.language))
      row.querySelector(".hit__of").append(this.#clone("finder-ours"));
    delete row.dataset.ours;
    return row;
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
      mark.append(...this.#drawn(piece(from, to)));
      element.append(...this.#drawn(piece(at, from)), mark);
      at = to;
    }
    element.append(...this.#drawn(piece(at)));
  }

  /** A text with each {E} as the symbol. */
  #drawn(text) {
    const [first, ...others] = text.split("{E}");
    return [first, ...others.flatMap((part) => [this.#clone("finder-energy"), part])];
  }

  #clone(id) {
    return this.#page.getElementById(id).content.cloneNode(true);
  }
}
