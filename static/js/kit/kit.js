// The kit: the server's own partials as templates, which a phone copies and fills in where no
// server can be asked. It comes with the shell; any other page of a table fetches that.
import { pageWords } from "../words.js";
import { fill } from "./fill.js";

let kept = null;
let own = null;

/** → the kit of this page's language, fetched once. Rejects where it is not to be had. */
export function kit(page = document) {
  kept ??= find(page).catch((fault) => {
    kept = null;
    throw fault;
  });
  return kept;
}

/** The kit that came with the page, at once; null where the page is not the shell. */
export function ownKit(page = document) {
  own ??= page.querySelector("template[data-kit]") && new Kit(page);
  return own;
}

async function find(page) {
  return ownKit(page) ?? new Kit(await partsAt(`/${languageOf(page)}/shell`));
}

const languageOf = (page) => page.documentElement.lang.toLowerCase();

// As a document that runs nothing: no text ever becomes markup of this page.
function partsAt(address) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => {
      const isKit = request.response?.querySelector("template[data-kit]");
      if (isKit) done(request.response);
      else fail(new Error("no kit"));
    };
    request.onerror = () => fail(new Error("no kit"));
    request.send();
  });
}

class Kit {
  #parts = new Map();
  #shapes = new Map();

  constructor(source) {
    this.#take(source);
    for (const each of this.#parts.get("shapes").querySelectorAll("[data-shape]")) {
      this.#shapes.set(each.dataset.shape, each.querySelector("path").getAttribute("d"));
    }
    this.say = pageWords(source);
  }

  /** With the parts of the sheets that few tables need. Rejects where they are not to be had. */
  async complete(page = document) {
    this.#take(await partsAt(`/f/${languageOf(page)}/kit`));
  }

  #take(source) {
    for (const part of source.querySelectorAll("template[data-kit]")) {
      this.#parts.set(part.dataset.kit, part.content);
    }
  }

  has(name) {
    return this.#parts.has(name);
  }

  /** A copy of a part, its holes still empty: it belongs to no page until it is put into one. */
  copy(name) {
    return this.#parts.get(name).cloneNode(true);
  }

  /** A copy that is the same but for its values. */
  draw(name, values) {
    return fill(this.copy(name), values);
  }

  /** How the shape of a seat is drawn: the `d` of its path. */
  path(shape) {
    return this.#shapes.get(shape) ?? "";
  }
}
