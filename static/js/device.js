// What the device can do, where it can: make ids and keep its own, share, copy, keep the screen on.

// Plain http has no crypto.randomUUID, so ids come from random bytes.
/** 22 base64url characters from 128 random bits. */
export function makeId() {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...random)).slice(0, 22);
  return text.replaceAll("+", "-").replaceAll("/", "_");
}

/** So many random characters of the alphabet that tables and seats are named in. */
export function base32(length) {
  const random = crypto.getRandomValues(new Uint8Array(length));
  return [...random].map((byte) => CROCKFORD[byte % 32]).join("");
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Clock, dice and ids, for those who take them as tools. */
export const tools = {
  now: () => Date.now(),
  later: (action, wait) => setTimeout(action, wait),
  cancel: (timer) => clearTimeout(timer),
  random: Math.random,
  makeId,
};

const isId = (text) => /^[\w-]{22}$/.test(text ?? "");

/** Who this phone is: what the server knows it by, else what it kept, else somebody new. */
export function clientId(known, storage) {
  if (isId(known)) return known;
  const kept = attempt(() => storage().getItem("client"));
  return isId(kept) ? kept : makeId();
}

export const keepClientId = (id, storage) => attempt(() => storage().setItem("client", id));

/** Which table this tab was at last, so that pages to read lead back to it. */
export const keepTable = (path, storage) => attempt(() => storage().setItem("table", path));

export function leadBack(storage, page = document) {
  const path = attempt(() => storage().getItem("table"));
  const link = page.querySelector("[data-to-table]");
  if (!link || !/^\/[tw]\/\w+$/.test(path ?? "")) return;
  link.href = path;
  link.hidden = false;
}

/**
 * Rulings are shown to the opponent in the language that was last chosen for one, unless another is
 * laid beside; and the way back leads to the page where the player was, at that ruling.
 */
export function faceOpponent(storages, page = document) {
  const { local, session } = storages;
  page.addEventListener("click", ({ target }) => {
    const { opponent } = target.closest?.("[data-opponent]")?.dataset ?? {};
    if (opponent) attempt(() => local().setItem("opponent", opponent));
  });
  const chosen = attempt(() => local().getItem("opponent"));
  if (/^[a-z-]+$/.test(chosen ?? ""))
    for (const link of page.querySelectorAll("[data-turned]"))
      link.href = link.href.replace(/[^/]+$/, chosen);
  const back = page.querySelector("[data-turned-back]");
  if (!back) return;
  const { origin, pathname, search } = attempt(() => new URL(page.referrer)) ?? {};
  const own = origin === page.location.origin ? pathname : "";
  if (!TURNED.test(own)) attempt(() => session().setItem("turned-from", own && own + search));
  const from = attempt(() => session().getItem("turned-from"));
  if (/^\/[a-z-]+\/(cards|rulings)\//.test(from ?? ""))
    back.href = `${from}#${back.dataset.turnedBack}`;
}

const TURNED = /\/to\/[a-z-]+$/;

// Storage may be forbidden; then this phone is a new one after each reload.
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}

// Share and copy. Both need a secure context; on plain http copying falls back to a selection.
export function wireShare(say, page = document, phone = navigator) {
  page.addEventListener("click", async ({ target }) => {
    const share = target.closest?.("[data-share]");
    const copy = target.closest?.("[data-copy]");
    if (share && phone.share) await phone.share({ url: share.dataset.share }).catch(() => {});
    else if (share ?? copy) await put(share?.dataset.share ?? copy.dataset.copy, share ?? copy);
  });

  async function put(text, button) {
    const done = await phone.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!done && !copySelected(text, button)) return;
    const label = button.querySelector("[data-label]") ?? button;
    const before = label.textContent;
    label.textContent = say("copied");
    setTimeout(() => (label.textContent = before), 2000);
  }

  // Inside the dialog, because a modal one lets nothing outside be selected.
  function copySelected(text, button) {
    const field = Object.assign(page.createElement("textarea"), { value: text, readOnly: true });
    button.after(field);
    field.select();
    const done = page.execCommand("copy");
    field.remove();
    button.focus();
    return done;
  }
}

// The screen stays on while a table is open, where the phone can do that.
export function keepAwake(page = document, phone = navigator) {
  if (!phone.wakeLock) return;
  let lock = null;
  const ask = async () => {
    if (page.visibilityState !== "visible" || (lock && !lock.released)) return;
    lock = await phone.wakeLock.request("screen").catch(() => null);
  };
  page.addEventListener("visibilitychange", ask);
  // Some phones allow it only after a touch.
  page.addEventListener("click", ask);
  ask();
}

export const isHidden = (page = document) => page.visibilityState === "hidden";

/** When the page goes out of sight or is left, and when it is looked at or connected again. */
export function watchPage({ hide, leave, wake }) {
  document.addEventListener("visibilitychange", () => (isHidden() ? hide() : wake()));
  window.addEventListener("pagehide", leave, true); // what it writes goes before the store is closed
  window.addEventListener("pageshow", ({ persisted }) => persisted && wake());
  window.addEventListener("online", wake);
}

const SHELL = 1000; // ms that a page which came empty has to draw its table

/** Do what can wait until the page is there, and out of the way of what it does first. */
export function afterLoad(action, page = document) {
  const wait = page.querySelector("template[data-kit]") ? SHELL : 0;
  if (page.readyState === "complete") setTimeout(action, wait);
  else window.addEventListener("load", () => setTimeout(action, wait), { once: true });
}

const FEW = 3;

/**
 * Fetch what the page names for later (templates/_page.html), side by side: nobody has to find it
 * one behind the other. A few at a time, as a finger may wait.
 */
export function fetchNext(links = document.querySelector("template[data-next]")?.content) {
  if (!links?.children.length) return;
  document.head.append(...[...links.children].slice(0, FEW));
  setTimeout(fetchNext, 0, links);
}

/**
 * What makes the page an app comes `after` all else, once the page is there. Where it has been
 * before there may be no connection now: a language that is chosen waits for it.
 */
export function beginApp(after = Promise.resolve(), page = document) {
  const begun = after.then(() => new Promise((done) => afterLoad(() => start().then(done))));
  if (!navigator.serviceWorker?.controller) return;
  const hold = (event) => {
    const { target: form, submitter } = event;
    if (form.getAttribute("action") !== "/language") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    begun.then(() => form.requestSubmit(submitter));
  };
  page.addEventListener("submit", hold, true);
  begun.then(() => page.removeEventListener("submit", hold, true));
}

const AGAIN = 5000;

/** What `get` resolves with, tried again where the network keeps a module away. */
export async function retry(get) {
  for (;;) {
    try {
      return await get();
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

// Whoever waits for it waits for the first try alone.
async function start() {
  try {
    const { begin } = await import("./offline/page/index.js");
    begin();
  } catch {
    setTimeout(start, AGAIN);
  }
}
