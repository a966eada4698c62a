// Every page: the elements it may hold.
import { LiveTable } from "./elements/live-table.js";
import { wireShare } from "./elements/share.js";
import { pageWords } from "./words.js";

customElements.define("live-table", LiveTable);
wireShare(pageWords());
