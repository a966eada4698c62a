// A pack: every page of one language. webapp/packs.py says how it is made.

const OWN_PATH = "\x1a";

/**
 * Read the text of a pack. → {headers, page(address) → HTML or null}; `headers` are what the server
 * says with every page. A page is the place of what stands below, by query, then its own chunks.
 * Throws where it is no whole one.
 */
export function readPack(text, build, language) {
  const { v, build: of, language: its, headers, chunks, below, pages } = JSON.parse(text);
  if (v !== 2 || of !== build || its !== language) throw new Error("not this pack");
  if (!headers["Content-Security-Policy"]) throw new Error("its pages would have no policy");
  const all = [...below.flatMap(Object.values), ...Object.values(pages).map((at) => at.slice(1))];
  const isWhole =
    all.every((places) => places.every((at) => at in chunks)) &&
    Object.values(pages).every(([family]) => family in below);
  if (!isWhole || !(`/${language}/shell` in pages))
    throw new Error("a part of the pack is missing");
  return {
    headers,
    page(address) {
      const [path, query = ""] = address.split("?");
      const [family, ...above] = pages[path] ?? [];
      const rest = below[family]?.[query];
      if (!rest) return null;
      const text = [...above, ...rest].map((at) => chunks[at]).join("\n");
      return text.replaceAll(`"${OWN_PATH}`, () => `"${path}`);
    },
  };
}
