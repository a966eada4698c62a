// A table's page.
import { LiveTable } from "./elements/live-table.js";

customElements.define("live-table", LiveTable);
