// Every page: share and copy, the way back to the table, what faces the opponent; and, once the page is there, htmx and what
// makes it an app.
import { afterLoad, beginApp, faceOpponent, fetchNext, leadBack, wireShare } from "./device.js";
import { awaitHtmx } from "./htmx.js";
import { pageWords } from "./words.js";

wireShare(pageWords());
leadBack(() => sessionStorage);
faceOpponent({ local: () => localStorage, session: () => sessionStorage });
awaitHtmx();
beginApp();
if (document.querySelector("[data-recent]")) {
  // Whoever was here before has the files.
  if (navigator.serviceWorker?.controller) beginHome();
  else afterLoad(beginHome);
}
const ended = document.querySelector("[data-ended]");
if (ended) afterLoad(async () => (await import("./elements/ended.js")).settle(ended));
else afterLoad(async () => (await import("./errand.js")).errands());

async function beginHome() {
  fetchNext();
  (await import("./home/index.js")).begin();
}
