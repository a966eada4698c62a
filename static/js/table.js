// A table's page. What plays the table (elements/live-table.js and all below it) comes once the page
// is there; until then its pads count already, and first.js sends.
import { afterLoad, beginApp, fetchNext, keepTable, wireShare } from "./device.js";
import { holdForms, wireEarly } from "./early.js";
import { awaitHtmx, htmx } from "./htmx.js";
import { pageWords } from "./words.js";

const AGAIN = 3000;
const table = document.querySelector("live-table");

async function play() {
  if (!isShell) fetchNext();
  try {
    const { LiveTable } = await import("./elements/live-table.js");
    // The shell has no numbers yet: they come first.
    if (isShell) {
      define(LiveTable);
      await Promise.allSettled([table.opening]);
      fetchNext();
    }
    const more = [import("./ledger/index.js"), import("./elements/plays.js")];
    const [rules] = await Promise.all(more);
    define(LiveTable);
    // A finger that came meanwhile goes first.
    await new Promise((done) => setTimeout(done));
    table.learn(rules);
  } catch {
    setTimeout(play, AGAIN);
  }
}

function define(LiveTable) {
  if (!customElements.get("live-table")) customElements.define("live-table", LiveTable);
}

// Where it fails for now, forms are htmx's or the browser's, as without an outbox.
async function settle() {
  if (!("outbox" in table.dataset)) await htmx().catch(() => {});
  delete table.dataset.coming;
}

const isShell = document.querySelector("template[data-kit]") !== null;

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
