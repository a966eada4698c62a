// Every page: the elements it may hold.
import { wireShare } from "./device.js";
import { LiveTable } from "./elements/live-table.js";
import { pageWords } from "./words.js";

customElements.define("live-table", LiveTable);
wireShare(pageWords());
