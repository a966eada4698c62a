// Every page: share and copy; and htmx, once the page is there.
import { wireShare } from "./device.js";
import { awaitHtmx } from "./htmx.js";
import { pageWords } from "./words.js";

wireShare(pageWords());
awaitHtmx();
