// htmx comes when the page is there. It brings sheets, searches and who sits where: nothing that
// the first look and the first tap need, and everything works without it. Who is faster waits.
import { afterLoad } from "./device.js";
import { ask } from "./network.js";

let asked = null;
let ready = Promise.resolve(); // what has to be there before it

/** → htmx, fetched once. Rejects without network; the next call tries again. */
export function htmx() {
  asked ??= fetchIt().catch((fault) => {
    asked = null;
    throw fault;
  });
  return asked;
}

async function fetchIt() {
  await ready;
  document.addEventListener("htmx:config:request", ({ detail }) => (detail.ctx.fetch = ask));
  if (document.querySelector('live-table[data-role="play"]:not([data-outbox])')) {
    (await import("./insist.js")).insist();
  }
  const module = await import("../vendor/htmx-4.0.1.esm.min.js");
  if (document.getElementById("sheet")) {
    (await import("./elements/sheet.js")).wireSheet();
    (await import("./elements/place.js")).keepPlace();
  }
  // It looks at the page in a task of its own, which is planned by now.
  await new Promise((done) => setTimeout(done));
  return module.default;
}

/** `before` is kept when a table has its own script, or can't: then htmx sends what is entered. */
export function awaitHtmx(before = ready, page = document) {
  ready = before;
  if (!page.querySelector("[data-hx-get], [data-hx-post]")) return;
  const stop = () => page.removeEventListener("click", hold, true);
  const start = () => htmx().then(stop, stop);
  page.addEventListener("click", hold, true);
  afterLoad(start, page);

  function hold(event) {
    const link = event.target.closest?.("a[data-hx-get]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const again = () => {
      stop();
      link.click();
    };
    htmx().then(again, again);
  }
}
