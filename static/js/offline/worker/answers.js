// How requests are answered: from what this phone keeps, from the network, or the one after the other.

import { languageOf } from "../language.js";
import { builds, fetchFile, filesOf, isFile, kept, keptPack } from "./keep.js";
import { LIMIT, PATIENCE } from "./rules.js";

/** The page that can be read as it is, without styles and scripts. */
const SPEAKS = /\/offline$/;
const NEEDED = /(?:src|href)="(\/static\/[^"]+\.(?:js|css))"/g;

/** Answers for one release {build, packs: {language: address}}, with the means of a worker. */
export function answersOf(release, means) {
  const { caches, fetch } = means;
  const languages = Object.keys(release.packs);
  const read = new Map();

  async function pack(build, language) {
    const name = `${build} ${language}`;
    if (!read.has(name)) {
      const found = await keptPack(build, language, means);
      if (found) read.set(name, found);
    }
    return read.get(name) ?? null;
  }

  /** A page from a pack, this build's before the last one's; only with what it needs to work. */
  async function fromPack(language, address) {
    const found = await fromBuild(release.build, language, address);
    if (found) return found;
    for (const build of await builds(means)) {
      const older = build !== release.build && (await fromBuild(build, language, address));
      if (older) return older;
    }
    return null;
  }

  // What is kept is listed while the pack is read.
  async function fromBuild(build, language, address) {
    const listed = kept(build, means);
    listed.catch(() => {});
    const found = await pack(build, language);
    const text = found?.page(address) ?? null;
    if (!text || !(SPEAKS.test(address) || (await isWhole(build, text, await listed)))) return null;
    return htmlOf(text, found.headers);
  }

  // Browsers evict parts of what is kept. A file that is gone is fetched again, or the page waits.
  async function isWhole(build, text, listed) {
    const addresses = new Set([...text.matchAll(NEEDED)].map((found) => found[1]));
    const lacking = [...addresses].filter((address) => !listed.has(address));
    const fine = await Promise.all(lacking.map((address) => healed(build, address)));
    return fine.every(Boolean);
  }

  async function healed(build, address) {
    try {
      const cache = await caches.open(filesOf(build));
      await cache.put(address, await within(LIMIT, fetchFile(address, means)));
      return true;
    } catch {
      return false;
    }
  }

  // Not called back: a request that carries a page may be given no signal of ours, or it would no
  // longer count as one. What comes late is let go.
  function within(ms, asked) {
    let timer;
    const late = new Promise((_, fail) => {
      timer = means.setTimeout(() => fail(new Error("late")), ms);
    });
    return Promise.race([asked, late]).finally(() => means.clearTimeout(timer));
  }

  /** The page that a rule names, or the one asked for, in the reader's language. */
  async function ours(request, rule) {
    const url = new URL(request.url);
    const language = await languageOf(url, languages, means);
    const address = "page" in rule ? `/${language}/${rule.page}` : addressOf(url, languages);
    const page = await fromPack(language, address);
    if (page || !("page" in rule)) return page;
    // A table in another language is better than none.
    for (const other of languages) {
      const found = await fromPack(other, `/${other}/${rule.page}`);
      if (found) return found;
    }
    return null;
  }

  /** What was evicted is kept again, if there is room. */
  async function putBack(address, answer) {
    const cache = await caches.open(filesOf(release.build));
    await cache.put(address, answer).catch(() => {});
  }

  const sayOffline = (request) => ours(request, { page: "offline" });

  return {
    async file(request) {
      const kept = await caches.match(request, { ignoreVary: true });
      if (kept) return kept;
      const answer = await fetch(request);
      const { pathname } = new URL(request.url);
      if (release.files.includes(pathname) && isFile(pathname, answer))
        await putBack(pathname, answer.clone());
      return answer;
    },
    async "pack first"(request, rule) {
      return (await ours(request, rule)) ?? this["network or say so"](request);
    },
    async "network first"(request, rule) {
      const answer = await within(LIMIT, fetch(request)).catch(() => null);
      if (answer && answer.status < 500) return answer;
      return (
        (await ours(request, rule)) ?? answer ?? (await sayOffline(request)) ?? Response.error()
      );
    },
    async "network or say so"(request) {
      const answer = await within(PATIENCE, fetch(request)).catch(() => null);
      if (answer) return answer;
      const said = request.mode === "navigate" ? await sayOffline(request) : null;
      return said ?? Response.error();
    },
  };
}

/** A page to read by its address: the languages beside belong to it, what is searched does not. */
function addressOf({ pathname, searchParams }, languages) {
  const asked = searchParams.getAll("with").flatMap((value) => value.split(",").filter(Boolean));
  if (!asked.every((slug) => languages.includes(slug))) return `${pathname}?with=${asked}`;
  const own = pathname.split("/")[1];
  const beside = languages.filter((slug) => asked.includes(slug) && slug !== own);
  return beside.length ? `${pathname}?with=${beside}` : pathname;
}

const htmlOf = (text, headers) =>
  new Response(text, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
