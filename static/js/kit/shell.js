// The shell begins with this: when the table's own script comes, the page is as the server's.
import { fillFrame } from "./frame.js";

const element = document.querySelector("live-table");
if (element) fillFrame(element);
