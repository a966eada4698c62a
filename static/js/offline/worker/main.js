// The worker: what the app is without a connection. /sw.js calls it with the build it belongs to.

import { languageOf } from "../language.js";
import { answersOf } from "./answers.js";
import { keepFiles, keepPack, keptPack, missing, takeOver } from "./keep.js";
import { routesOf, ruleFor } from "./rules.js";

/** `release`: {build, files: [address], packs: {language: address}}. */
export function serve(worker, release) {
  const { build, files, packs } = release;
  const means = {
    caches: worker.caches,
    navigator: worker.navigator,
    fetch: (...asked) => worker.fetch(...asked),
    setTimeout: (...planned) => worker.setTimeout(...planned),
    clearTimeout: (timer) => worker.clearTimeout(timer),
  };
  const languages = Object.keys(packs);
  const answers = answersOf(release, means);

  // It counts as installed when everything for the reader's own language is here and was verified.
  async function install() {
    const own = await languageOf(new URL("/", worker.location), languages, means);
    await keepFiles(build, files, means);
    await keepPack(build, own, packs[own], means);
  }

  async function activate() {
    await takeOver(build, means);
    await worker.clients.claim();
  }

  /** Which languages are ready: {slug: true or false}. */
  async function ready() {
    const whole = !(await missing(build, files, means)).length;
    const kept = await Promise.all(languages.map((slug) => keptPack(build, slug, means)));
    return Object.fromEntries(languages.map((slug, i) => [slug, whole && kept[i] !== null]));
  }

  async function fetchPacks(wanted) {
    await keepFiles(build, files, means).catch(() => {});
    for (const slug of wanted.filter((slug) => slug in packs))
      await keepPack(build, slug, packs[slug], means).catch(() => {});
    return ready();
  }

  /** Make way for nobody who is looking, unless they asked for it. */
  async function skipWaiting(asked) {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (asked || pages.every(({ visibilityState }) => visibilityState === "hidden"))
      await worker.skipWaiting();
  }

  const messages = {
    "skip-waiting": ({ asked }) => skipWaiting(asked),
    packs: async ({ languages: wanted }, [port]) =>
      port.postMessage({ type: "ready", ready: await fetchPacks(wanted) }),
  };

  worker.addEventListener("install", (event) => {
    event.addRoutes?.(routesOf(release));
    event.waitUntil(install());
  });
  worker.addEventListener("activate", (event) => event.waitUntil(activate()));
  worker.addEventListener("message", (event) => {
    const work = messages[event.data?.type]?.(event.data, event.ports);
    if (work) event.waitUntil(work);
  });
  worker.addEventListener("fetch", (event) => {
    const rule = ruleFor(event.request, worker.location.origin);
    if (rule.answer === "network") return;
    event.respondWith(answers[rule.answer](event.request, rule));
  });
}
