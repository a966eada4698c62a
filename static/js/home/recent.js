// The tables that this phone was at lately, newest first; each can be left, here alone.
import { retry } from "../device.js";
import { ago } from "../kit/ago.js";
import { fill } from "../kit/fill.js";
import { forgetHere, recent } from "../offline/tables.js";

/** → kept when they are shown. */
export function showRecent(section, say, page = document) {
  const list = section.querySelector("ul");
  const { content } = section.querySelector("template");
  const dialog = section.querySelector("dialog");
  let tables = [];

  async function show() {
    tables = await recent();
    const rows = tables.map((each) => fill(content.cloneNode(true), valuesOf(each)));
    for (const row of list.querySelectorAll("li")) row.remove();
    list.append(...rows);
    section.hidden = !tables.length;
    const lines = list.querySelectorAll("li");
    for (const [i, each] of tables.entries()) if (each.parked) showParkedOf(each, lines[i]);
  }

  // Where they belong they are sent, or the page says once more why they can't be.
  async function showParkedOf({ table }, row) {
    const { showParked } = await retry(() => import("../elements/parked.js"));
    const again = () => location.assign(`/t/${table}`);
    return showParked(table, { again, dropped: show }, row.querySelector("[data-parked]"));
  }

  function valuesOf({ table, name, at, joined, waiting }) {
    const state = joined ? waiting && say("waiting", { n: waiting }) : say("unshared");
    return {
      "table.id": table,
      "table.name": name ?? say("no-name"),
      "table.ago": ago(at, Date.now(), page.documentElement.lang),
      "table.state": state || null,
    };
  }

  function ask({ table, name, joined }) {
    dialog.querySelector(".leave__name").textContent = name ?? say("no-name");
    dialog.querySelector("[data-waiting]").hidden = !joined;
    dialog.querySelector("[data-unjoined]").hidden = joined;
    dialog.returnValue = "";
    dialog.addEventListener("close", () => dialog.returnValue === "forget" && leave(table), {
      once: true,
    });
    dialog.showModal();
  }

  const leave = (table) => forgetHere(table).then(show);

  section.addEventListener("click", ({ target }) => {
    if (target === dialog) return dialog.close();
    const id = target.closest("[data-leave]")?.dataset.leave;
    const table = tables.find((each) => each.table === id);
    if (table) isAllSent(table) ? leave(table.table) : ask(table);
  });
  page.addEventListener("visibilitychange", show);
  page.defaultView.addEventListener("pageshow", show);
  return show();
}

const isAllSent = ({ joined, waiting, parked }) => joined && !waiting && !parked;
