// The names of all cards in the four languages, as the worker keeps them for a phone to search.
import { simplified } from "./folding.js";
import { index, search } from "./search.js";

export const LANGUAGES = ["en", "de", "pt-BR", "zh-Hans"];

/** → find(query, language), as search.js. Rejects where no names are kept. */
export async function keptNames() {
  const { names, traditional } = await fetchNames();
  return finderIn(names, traditional);
}

/** The same in the names of one language alone: [[slug, [name, language]]]. */
export const ownNames = (cards) =>
  finderIn(
    cards.map(([slug, [name, language]]) => [
      slug,
      ...LANGUAGES.map((each) => (each === language ? name : null)),
    ]),
    {},
  );

function finderIn(names, traditional) {
  const all = index(names, LANGUAGES);
  return (query, language) => search(all, simplified(query, traditional), language);
}

/**
 * What the worker keeps to search in: {names, texts, traditional}. Rejects where there is none; the
 * name of the build is known to the worker alone, and so is their address.
 */
export async function fetchNames() {
  const kept = await caches.keys();
  for (const name of kept.filter((name) => name.startsWith("static-"))) {
    const cache = await caches.open(name);
    const address = (await cache.keys()).find(({ url }) => url.endsWith("/names.json"));
    if (address) return await (await cache.match(address)).json();
  }
  throw new Error("no names are kept");
}
