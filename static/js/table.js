// A table's page. What plays the table (elements/live-table.js and all below it) comes once the page
// is there; until then its pads count already, and first.js sends.
import { afterLoad, beginApp, keepTable, wireShare } from "./device.js";
import { holdForms, wireEarly } from "./early.js";
import { awaitHtmx, htmx } from "./htmx.js";
import { pageWords } from "./words.js";

const AGAIN = 3000;
const FEW = 5;
const table = document.querySelector("live-table");

async function play() {
  fetchNext();
  try {
    const { LiveTable } = await import("./elements/live-table.js");
    customElements.define("live-table", LiveTable);
  } catch {
    setTimeout(play, AGAIN);
  }
}

// Side by side, as nobody has to find them one behind the other; a few at a time, as a finger may wait.
function fetchNext(links = document.querySelector("template[data-next]")?.content) {
  if (!links?.children.length) return;
  document.head.append(...[...links.children].slice(0, FEW));
  setTimeout(fetchNext, 0, links);
}

// Where it fails for now, forms are htmx's or the browser's, as without an outbox.
async function settle() {
  if (!("outbox" in table.dataset)) await htmx().catch(() => {});
  delete table.dataset.coming;
}

// Whoever was here before has the files; and the shell shows no table without them.
const isAtHand = navigator.serviceWorker?.controller || !("seq" in table.dataset);

table.dataset.coming = "";
const tried = isAtHand ? play() : new Promise((done) => afterLoad(() => play().then(done)));
const coming = tried.then(settle);
wireEarly(table);
holdForms(coming);
wireShare(pageWords());
awaitHtmx(tried);
keepTable(table.dataset.address, () => sessionStorage);
beginApp(coming);
