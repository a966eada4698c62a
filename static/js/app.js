// Every page: share and copy, the way back to the table, what faces the opponent; and, once the page
// is there, htmx and what makes it an app.
import {
  afterLoad,
  beginApp,
  faceOpponent,
  fetchNext,
  leadBack,
  retry,
  wireShare,
} from "./device.js";
import { awaitHtmx } from "./htmx.js";
import { pageWords } from "./words.js";

wireShare(pageWords());
leadBack(() => sessionStorage);
faceOpponent({ local: () => localStorage, session: () => sessionStorage });
awaitHtmx();
// Whoever was here before has the files, and sees the recent tables before all else.
const isHome = document.querySelector("[data-recent]") !== null;
const isAtHand = navigator.serviceWorker?.controller;
const first = isHome && isAtHand ? beginHome().catch(() => {}) : Promise.resolve();
if (isHome && !isAtHand) afterLoad(() => beginHome(retry));
beginApp(first);
const ended = document.querySelector("[data-ended]");
if (ended) afterLoad(async () => (await retry(() => import("./elements/ended.js"))).settle(ended));
else first.then(() => afterLoad(async () => (await retry(() => import("./errand.js"))).errands()));

async function beginHome(fetch = (get) => get()) {
  fetchNext();
  await (await fetch(() => import("./home/index.js"))).begin();
}
