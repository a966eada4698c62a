// A pack: every page of one language. webapp/packs.py says how it is made.

const OWN_PATH = "\x1a";

/**
 * Read the text of a pack. → {headers, page(address) → HTML or null}; `headers` are what the server
 * says with every page. Throws where it is no whole one.
 */
export function readPack(text, build, language) {
  const { v, build: of, language: its, headers, chunks, pages } = JSON.parse(text);
  if (v !== 1 || of !== build || its !== language) throw new Error("not this pack");
  if (!headers["Content-Security-Policy"]) throw new Error("its pages would have no policy");
  const whole = Object.values(pages).every((places) => places.every((at) => at in chunks));
  if (!whole || !(`/${language}/shell` in pages)) throw new Error("a part of the pack is missing");
  return {
    headers,
    page(address) {
      const places = pages[address];
      if (!places) return null;
      const path = address.split("?")[0];
      const text = places.map((at) => chunks[at]).join("\n");
      return text.replaceAll(`"${OWN_PATH}`, () => `"${path}`);
    },
  };
}
