// The language that the player reads: kept for the worker, and changed without asking the server.
import { cookieFor, cookieIn } from "../../cookies.js";
import { keepLanguage, keptLanguage } from "../language.js";
import { fetchPacks } from "./packs.js";

const PATIENCE = 2500; // ms
const SLUG = /^\/(en|de|pt-br|zh-hans)(?=\/)/;

/** The same page in another language; home has no language in its address. */
export function addressIn(slug, { pathname, search }) {
  const query = new URLSearchParams(search);
  query.delete("hl");
  const kept = query.size ? `?${query}` : "";
  return pathname.replace(SLUG, `/${slug}`) + kept;
}

/** Tell the worker which language the player chose, or else sees. */
export async function noteLanguage(page) {
  const before = await keptLanguage(caches);
  const slug = cookieIn(page, "lang") ?? before ?? page.documentElement.lang.toLowerCase();
  if (slug !== before) await keepLanguage(slug, caches);
}

/** The language switch: what the server would do, done here, so that it needs no connection. */
export function wireLanguages(page) {
  page.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (form.getAttribute("action") !== "/language" || !submitter?.value) return;
    event.preventDefault();
    const alone = form.querySelector("[role=alert]");
    alone.hidden = true;
    alone.hidden = (await isHere(submitter.value)) || (await isConnected());
    if (!alone.hidden) return;
    page.cookie = cookieFor("lang", submitter.value, location);
    await keepLanguage(submitter.value, caches).catch(() => {});
    // A page that answered a form can't be had again: the form says where it leads.
    const isAnswer = new FormData(form).get("next") === "/";
    location.assign(isAnswer ? "/" : addressIn(submitter.value, location));
  });
}

const isHere = async (slug) =>
  Boolean(navigator.serviceWorker.controller) && (await fetchPacks([]))[slug];

// A network that wants a login first answers with a page.
async function isConnected() {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    return Boolean(await (await fetch("/healthz", { cache: "no-store", signal })).json());
  } catch {
    return false;
  }
}
