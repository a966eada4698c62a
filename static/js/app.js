// Every page: share and copy, the way back to the table; and htmx, once the page is there.
import { leadBack, wireShare } from "./device.js";
import { awaitHtmx } from "./htmx.js";
import { pageWords } from "./words.js";

wireShare(pageWords());
leadBack(() => sessionStorage);
awaitHtmx();
