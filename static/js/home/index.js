// Home, once it is there: the recent tables, and what it can do without a connection.
import { pageWords } from "../words.js";
import { takeJoin } from "./join.js";
import { showRecent } from "./recent.js";
import { takeStart } from "./start.js";

/** → kept when the recent tables are shown. */
export function begin(page = document) {
  const say = pageWords(page);
  const shown = showRecent(page.querySelector("[data-recent]"), say);
  takeStart(page.querySelector("form[action='/tables']"), say);
  takeJoin(page.querySelector("form[action='/join']"), say);
  return shown;
}
