// A table's page: what every page has (app.js), and the table. One entry, so one request less.
import { afterLoad, keepTable, wireShare } from "./device.js";
import { LiveTable } from "./elements/live-table.js";
import { awaitHtmx } from "./htmx.js";
import { pageWords } from "./words.js";

wireShare(pageWords());
awaitHtmx();
customElements.define("live-table", LiveTable);
keepTable(document.querySelector("live-table")?.dataset.address, () => sessionStorage);
afterLoad(async () => (await import("./offline/page/index.js")).begin());
