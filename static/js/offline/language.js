// The language that a player reads. The worker can't see cookies, so pages keep it here.

export const CACHE = "phone";
const KEY = "/language";

/** Keep a language (a slug of addresses) for the worker. */
export async function keepLanguage(slug, caches) {
  const cache = await caches.open(CACHE);
  await cache.put(KEY, new Response(slug));
}

/** The language that was kept, or null. */
export async function keptLanguage(caches) {
  const kept = await (await caches.open(CACHE)).match(KEY);
  return kept ? kept.text() : null;
}

/** Which of our languages these tags, best first, come to; null for none. */
export function match(tags, slugs) {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split("-")[0];
    const found = slugs.find((slug) => slug.split("-")[0] === primary);
    if (found) return found;
  }
  return null;
}

/** In which language a page is to be: its address says it, or ?hl=, what was kept, the phone. */
export async function languageOf(url, slugs, { caches, navigator }) {
  const inPath = url.pathname.replace(/^\/f\//, "/").split("/")[1];
  if (slugs.includes(inPath)) return inPath;
  const asked = match([url.searchParams.get("hl") ?? ""], slugs);
  const kept = asked ?? (await keptLanguage(caches));
  return slugs.includes(kept) ? kept : (match(navigator.languages ?? [], slugs) ?? slugs[0]);
}
