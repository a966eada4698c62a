// What this phone keeps of a build: its files and its packs. Nothing counts before it was verified.
import { CACHE } from "../language.js";
import { readPack } from "./packs.js";

const BUILDS = "/builds";
const TYPES = { js: "javascript", css: "css", json: "json", woff2: "font", svg: "svg" };

export const filesOf = (build) => `static-${build}`;
export const packsOf = (build) => `packs-${build}`;

// A network that wants a login first answers everything with its own page.
/** Whether an answer can be the file of this address. */
export function isFile(address, answer) {
  const type = TYPES[address.split(".").at(-1)];
  const said = answer.headers.get("Content-Type") ?? "";
  return answer.ok && answer.type === "basic" && !answer.redirected && said.includes(type);
}

/** Fetch a file past every other cache. Throws where what came can't be the file. */
export async function fetchFile(address, { fetch }) {
  const answer = await fetch(address, { cache: "reload" });
  if (!isFile(address, answer)) throw new Error(`not the file: ${address}`);
  return answer;
}

/** The addresses of all files that are kept of a build. */
export async function kept(build, { caches }) {
  const cache = await caches.open(filesOf(build));
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
}

/** Which of these addresses are not kept. */
export async function missing(build, addresses, means) {
  const there = await kept(build, means);
  return addresses.filter((address) => !there.has(address));
}

/** Fetch what is missing of a build; all of it, or it throws. */
export async function keepFiles(build, addresses, { caches, fetch }) {
  const cache = await caches.open(filesOf(build));
  const wanted = await missing(build, addresses, { caches });
  await Promise.all(
    wanted.map(async (address) => cache.put(address, await fetchFile(address, { fetch }))),
  );
  if ((await missing(build, addresses, { caches })).length) throw new Error("files are missing");
}

/** A pack that is kept, verified; null where there is none. One that is damaged is dropped. */
export async function keptPack(build, language, { caches }) {
  const cache = await caches.open(packsOf(build));
  const answer = await cache.match(language);
  if (!answer) return null;
  try {
    return readPack(await answer.text(), build, language);
  } catch {
    await cache.delete(language);
    return null;
  }
}

/** Keep a pack, and read it back as it was kept. Throws. */
export async function keepPack(build, language, address, { caches, fetch }) {
  const found = await keptPack(build, language, { caches });
  if (found) return found;
  const answer = await fetchFile(address, { fetch });
  const text = await answer.text();
  readPack(text, build, language);
  const cache = await caches.open(packsOf(build));
  await cache.put(
    language,
    new Response(text, { headers: { "Content-Type": "application/json" } }),
  );
  const kept = await keptPack(build, language, { caches });
  if (!kept) throw new Error("the pack was not kept");
  return kept;
}

/** The builds on this phone, newest first. */
export async function builds({ caches }) {
  const noted = await (await caches.open(CACHE)).match(BUILDS);
  return noted ? noted.json() : [];
}

/** A build takes over: the one before it is kept for its open pages, older ones go. */
export async function takeOver(build, { caches }) {
  const kept = [build, ...(await builds({ caches })).filter((b) => b !== build)].slice(0, 2);
  await (await caches.open(CACHE)).put(BUILDS, Response.json(kept));
  const stay = new Set([CACHE, ...kept.flatMap((b) => [filesOf(b), packsOf(b)])]);
  for (const name of await caches.keys()) if (!stay.has(name)) await caches.delete(name);
}
