// Fetching packs: the reader's language comes with the worker, the others in quiet moments.
import { keptLanguage } from "../language.js";

const QUIET = 8000; // ms without a touch
const listeners = new Set();
let known = null;

/** Be told {slug: whether it is ready}, now and whenever it changes. → a way to stop. */
export function onReady(listener) {
  listeners.add(listener);
  if (known) listener(known);
  return () => listeners.delete(listener);
}

/** Ask the worker to fetch these languages, and to verify all. → {slug: whether it is ready}. */
export async function fetchPacks(languages) {
  const { active } = await navigator.serviceWorker.ready;
  const channel = new MessageChannel();
  const answer = new Promise((done) => {
    channel.port1.onmessage = ({ data }) => done(data.ready);
  });
  active.postMessage({ type: "packs", languages }, [channel.port2]);
  known = await answer;
  for (const listener of listeners) listener(known);
  return known;
}

/** All languages, one after the other, while nobody plays; one alone where the phone saves data. */
export async function fetchQuietly() {
  addEventListener("pointerdown", () => (touched = performance.now()), { passive: true });
  const own = await keptLanguage(caches);
  const ready = await fetchPacks(own ? [own] : []);
  if (navigator.connection?.saveData) return;
  for (const slug of Object.keys(ready).filter((slug) => !ready[slug])) {
    await quiet();
    await fetchPacks([slug]);
  }
}

let touched = 0;

/** Resolves when nobody has touched the page for a while and the browser has nothing to do. */
async function quiet() {
  const wait = touched + QUIET - performance.now();
  if (touched && wait > 0) {
    await new Promise((done) => setTimeout(done, wait));
    return quiet();
  }
  // Safari has none.
  return new Promise((done) => (window.requestIdleCallback ?? setTimeout)(() => done()));
}
