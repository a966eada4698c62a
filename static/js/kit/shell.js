// The shell begins with this: when the table's own script comes, the page is as the server's.
// Nothing is seen before the kit has drawn it, so it comes along.
import { fillFrame } from "./frame.js";
import "./index.js";

const element = document.querySelector("live-table");
if (element) fillFrame(element);
