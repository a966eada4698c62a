// The worker's rules and strategies, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cookieFor } from "../../static/js/cookies.js";
import { keepLanguage, languageOf, match } from "../../static/js/offline/language.js";
import { addressIn } from "../../static/js/offline/page/language.js";
import { answersOf } from "../../static/js/offline/worker/answers.js";
import {
  filesOf,
  keepFiles,
  keepPack,
  keptPack,
  missing,
  packsOf,
  takeOver,
} from "../../static/js/offline/worker/keep.js";
import { readPack } from "../../static/js/offline/worker/packs.js";
import { routesOf, ruleFor } from "../../static/js/offline/worker/rules.js";
import { aBrowser, answer, fileAt, ORIGIN } from "./support/worker.js";

const TABLE = "0123456789ABCDEFGHJKMNPQRS";
const SLUGS = ["en", "de"];
const POLICY = "default-src 'none'";
const release = (build) => ({
  build,
  files: [`/static/${build}/app.css`, `/static/${build}/js/app.js`],
  packs: Object.fromEntries(SLUGS.map((slug) => [slug, `/static/packs/${build}/${slug}.json`])),
});
const request = (path, more = {}) => ({
  method: "GET",
  mode: "navigate",
  url: ORIGIN + path,
  ...more,
});
const answerTo = (path, more) => ruleFor(request(path, more), ORIGIN).answer;

/** A small pack: each page says its address, its build and what it needs. */
function packOf(build, language) {
  const own = ["", "shell", "offline", "cards/", "cards/rats"];
  const chunks = own.map(
    (page) =>
      `<script src="/static/${build}/js/app.js"></script><p>${language} ${page} ${build}</p><a href="\x1a">`,
  );
  const pages = Object.fromEntries(own.map((page, i) => [`/${language}/${page}`, [0, i]]));
  pages[`/${language}/cards/rats`][0] = 1;
  chunks.push("<p>nothing beside</p>", `<p>cards/rats?with=de ${build}</p>`);
  const below = [{ "": [] }, { "": [own.length], "with=de": [own.length + 1] }];
  const headers = { "Content-Security-Policy": POLICY };
  return JSON.stringify({ v: 2, build, language, headers, chunks, below, pages });
}

/** A browser that has installed a build with both its languages. */
async function installed(build = "b1", browser = aBrowser()) {
  const { files, packs } = release(build);
  for (const path of files) browser.site.set(path, () => fileAt(path));
  for (const [slug, path] of Object.entries(packs))
    browser.site.set(path, () => fileAt(path, packOf(build, slug)));
  await keepFiles(build, files, browser.means);
  for (const slug of SLUGS) await keepPack(build, slug, packs[slug], browser.means);
  await takeOver(build, browser.means);
  return { ...browser, answers: answersOf(release(build), browser.means) };
}

const ask = async ({ answers }, path, more) => {
  const asked = request(path, more);
  const rule = ruleFor(asked, ORIGIN);
  return answers[rule.answer](asked, rule);
};
const textOf = async (browser, path) => (await ask(browser, path)).text();

test("streams, states, entries, parts of pages and all that changes things are never intercepted", () => {
  for (const path of ["events", "state", "state?after=3", "entries"])
    for (const id of [`/t/${TABLE}`, `/w/${TABLE}`])
      for (const mode of ["cors", "navigate"])
        assert.equal(answerTo(`${id}/${path}`, { mode }), "network", `${id}/${path}`);
  for (const path of [`/f/t/${TABLE}/seats`, `/f/t/${TABLE}/sheet/menu`, "/f/de/cards?q=rat"])
    assert.equal(answerTo(path, { mode: "cors" }), "network");
  for (const path of ["/", "/language", "/tables", `/t/${TABLE}/entries`, "/static/b1/app.css"])
    assert.equal(answerTo(path, { method: "POST" }), "network");
  for (const path of ["/sw.js", "/healthz", `/t/${TABLE}/ledger.csv`, `/t/${TABLE}/qr.svg`])
    assert.equal(answerTo(path), "network");
  assert.equal(ruleFor(request("/", { url: "https://other.example/" }), ORIGIN).answer, "network");
});

test("what browsers send past the worker, the worker would let pass too", () => {
  const straight = routesOf(release("b1")).filter(({ source }) => source === "network");
  assert.ok(straight.length > 5);
  for (const { condition } of straight) {
    const path = condition.urlPattern.replaceAll("*", TABLE);
    assert.equal(answerTo(path, { mode: "cors" }), "network", path);
  }
});

test("the browser itself takes files of this release alone from its own cache, and no pack", () => {
  const { files, packs } = release("b1");
  const names = "/static/packs/b1/names.json";
  const kept = routesOf({ build: "x1", files: [...files, names], packs }).filter(
    ({ source }) => source !== "network",
  );
  assert.deepEqual(kept, [
    { condition: { urlPattern: "/static/b1/*" }, source: { cacheName: filesOf("x1") } },
  ]);
});

test("a part of a page has the language of its address", async () => {
  const { means } = aBrowser({ languages: ["fr"] });
  assert.equal(await languageOf(new URL(`${ORIGIN}/f/de/cards`), ["en", "de"], means), "de");
});

test("a page from a pack has the policy of the server's pages", async () => {
  const browser = await installed();
  browser.site.clear();
  const { headers } = await ask(browser, "/");
  assert.equal(headers.get("Content-Security-Policy"), POLICY);
});

test("every page has its strategy", () => {
  const wanted = {
    "/": "network first",
    "/de/": "network first",
    [`/t/${TABLE}`]: "network first",
    [`/t/${TABLE}?layout=tiles`]: "network first",
    "/de/cards/?q=x": "network first",
    "/de/cards/": "pack first",
    "/zh-hans/cards/rats?with=de": "pack first",
    "/pt-br/rulings/": "pack first",
    "/en/shell": "pack first",
    "/static/b1/js/app.js": "file",
    [`/w/${TABLE}`]: "network or say so",
    [`/t/${TABLE}/share`]: "network or say so",
    "/nothing": "network or say so",
  };
  for (const [path, strategy] of Object.entries(wanted))
    assert.equal(answerTo(path), strategy, path);
  assert.equal(answerTo("/", { mode: "cors" }), "network");
  assert.equal(answerTo("/f/de/cards", { mode: "cors" }), "pack first");
  assert.equal(answerTo("/f/de/cards/actions", { mode: "cors" }), "pack first");
  assert.equal(answerTo("/f/de/kit", { mode: "cors" }), "pack first");
});

test("without a network home, tables, cards and a second language come from the pack", async () => {
  const browser = await installed();
  browser.site.clear();
  assert.match(await textOf(browser, "/"), /<p>en {2}b1/);
  assert.match(await textOf(browser, "/de/"), /<p>de {2}b1/);
  assert.match(await textOf(browser, `/t/${TABLE}`), /<p>en shell b1/);
  assert.match(await textOf(browser, `/t/${TABLE}?hl=de`), /<p>de shell b1/);
  assert.match(
    await textOf(browser, "/de/cards/rats"),
    /<p>de cards\/rats b1.*href="\/de\/cards\/rats"/,
  );
  assert.match(await textOf(browser, "/en/cards/rats?with=de&x=1"), /rats\?with=de b1/);
  assert.match(await textOf(browser, "/en/cards/rats?with=en"), /rats b1/);
  assert.match(await textOf(browser, "/de/cards/?q=rat"), /<p>de cards\/ b1/);
  assert.match(await textOf(browser, `/w/${TABLE}`), /<p>en offline b1/);
  assert.match(await textOf(browser, "/de/cards/unknown"), /<p>de offline b1/);
});

test("the language that was kept decides where the address names none", async () => {
  const browser = await installed("b1", aBrowser({ languages: ["fr", "de-AT"] }));
  browser.site.clear();
  assert.match(await textOf(browser, "/"), /<p>de /);
  await keepLanguage("en", browser.means.caches);
  assert.match(await textOf(browser, "/"), /<p>en /);
  assert.match(await textOf(browser, "/de/cards/rats"), /<p>de /);
});

test("a table in another language is better than none, but a page to read is never another one", async () => {
  const browser = await installed();
  await keepLanguage("de", browser.means.caches);
  await (await browser.means.caches.open(packsOf("b1"))).delete("de");
  browser.site.clear();
  const again = { ...browser, answers: answersOf(release("b1"), browser.means) };
  assert.match(await textOf(again, `/t/${TABLE}`), /<p>en shell/);
  assert.doesNotMatch(await textOf(again, "/de/cards/rats"), /rats/);
});

test("the network comes first where pages live, and its refusals are shown", async () => {
  const browser = await installed();
  browser.site.set("/", () => answer("fresh home"));
  assert.equal(await textOf(browser, "/"), "fresh home");
  browser.site.set(`/t/${TABLE}`, () => answer("gone", { status: 410 }));
  assert.equal((await ask(browser, `/t/${TABLE}`)).status, 410);
});

test("a server that fails or hangs is answered for after a while", async () => {
  const browser = await installed();
  browser.site.set(`/t/${TABLE}`, () => answer("bad gateway", { status: 502 }));
  assert.match(await textOf(browser, `/t/${TABLE}`), /shell/);
  browser.site.set("/", () => new Promise(() => {}));
  const late = textOf(browser, "/");
  await new Promise((done) => setImmediate(done));
  browser.runOut();
  assert.match(await late, /<p>en {2}b1/);
});

test("cards of this build are read without asking anybody", async () => {
  const browser = await installed();
  const before = browser.asked.length;
  await textOf(browser, "/de/cards/rats");
  assert.equal(browser.asked.length, before);
});

test("a page whose file was evicted heals with the network, and is not shown broken without", async () => {
  const browser = await installed();
  const [, script] = release("b1").files;
  const cache = await browser.means.caches.open(filesOf("b1"));
  await cache.delete(script);
  const site = new Map(browser.site);
  browser.site.clear();
  assert.match(await textOf(browser, "/de/cards/rats"), /<p>de offline b1/);
  for (const [path, file] of site) browser.site.set(path, file);
  assert.match(await textOf(browser, "/de/cards/rats"), /rats b1/);
  assert.ok(await cache.match(script));
});

test("a file that was evicted is kept again when a page asks for it", async () => {
  const browser = await installed();
  const [styles] = release("b1").files;
  await (await browser.means.caches.open(filesOf("b1"))).delete(styles);
  assert.equal((await ask(browser, styles, { mode: "no-cors" })).status, 200);
  assert.deepEqual(await missing("b1", [styles], browser.means), []);
});

test("nothing is kept that can't be the file: an error, a login page, a redirect", async () => {
  const [styles] = release("b1").files;
  for (const wrong of [
    () => answer("no", { status: 500, contentType: "text/css" }),
    () => answer("<p>Log in", { contentType: "text/html" }),
    () => answer("a{}", { contentType: "text/css", redirected: true }),
  ]) {
    const { means, site } = aBrowser();
    site.set(styles, wrong);
    await assert.rejects(keepFiles("b1", [styles], means));
    assert.deepEqual(await missing("b1", [styles], means), [styles]);
  }
});

test("a pack counts only when it is whole, of this build and of its language", async () => {
  const good = JSON.parse(packOf("b1", "de"));
  const spoilt = [
    { ...good, v: 1 },
    { ...good, below: [] },
    { ...good, build: "b2" },
    { ...good, language: "en" },
    { ...good, chunks: good.chunks.slice(1) },
    { ...good, pages: {} },
  ];
  for (const pack of spoilt) assert.throws(() => readPack(JSON.stringify(pack), "b1", "de"));
  assert.throws(() => readPack("<!doctype html>", "b1", "de"));
  const browser = await installed();
  await (await browser.means.caches.open(packsOf("b1"))).put("de", new Response("{"));
  assert.equal(await keptPack("b1", "de", browser.means), null);
  await keepPack("b1", "de", release("b1").packs.de, browser.means);
  assert.ok(await keptPack("b1", "de", browser.means));
});

test("the build before the last is dropped, the last one keeps its pages and files", async () => {
  const browser = aBrowser();
  for (const build of ["b1", "b2", "b3"]) await installed(build, browser);
  const names = await browser.means.caches.keys();
  assert.deepEqual(names.sort(), ["packs-b2", "packs-b3", "phone", "static-b2", "static-b3"]);
  assert.equal((await ask(await installed("b3", browser), "/static/b2/js/app.js")).status, 200);
});

test("until a new build has a language, its pages are those of the last one, with its own files", async () => {
  const browser = await installed("b1");
  const { files, packs } = release("b2");
  for (const path of files) browser.site.set(path, () => fileAt(path));
  browser.site.set(packs.en, () => fileAt(packs.en, packOf("b2", "en")));
  await keepFiles("b2", files, browser.means);
  await keepPack("b2", "en", packs.en, browser.means);
  await takeOver("b2", browser.means);
  browser.site.clear();
  const next = { ...browser, answers: answersOf(release("b2"), browser.means) };
  assert.match(await textOf(next, "/en/cards/rats"), /rats b2/);
  assert.match(await textOf(next, "/de/cards/rats"), /static\/b1\/js.*rats b1/);
});

test("tags of languages find ours, the rest is English", async () => {
  const slugs = ["en", "de", "pt-br", "zh-hans"];
  for (const [tags, slug] of [
    [["zh-SG"], "zh-hans"],
    [["pt-PT", "en"], "pt-br"],
    [["fr", "de-CH"], "de"],
    [["fr"], null],
  ])
    assert.equal(match(tags, slugs), slug);
  const { means } = aBrowser({ languages: ["fr"] });
  assert.equal(await languageOf(new URL(`${ORIGIN}/`), slugs, means), "en");
});

test("a page has its address in another language", () => {
  const there = (pathname, search = "") => addressIn("de", { pathname, search });
  assert.equal(there("/"), "/");
  assert.equal(there("/pt-br/cards/rats", "?with=en"), "/de/cards/rats?with=en");
  assert.equal(there(`/t/${TABLE}`, "?layout=tiles&hl=en"), `/t/${TABLE}?layout=tiles`);
  assert.equal(there("/en/"), "/de/");
});

test("the cookie of a language is the server's own", () => {
  const plain = cookieFor("lang", "de", { protocol: "http:" });
  assert.equal(plain, "lang=de; path=/; max-age=31536000; samesite=lax");
  assert.match(cookieFor("lang", "de", { protocol: "https:" }), /; secure$/);
});
