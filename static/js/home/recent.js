// The tables that this phone was at lately, newest first; each can be left, here alone.
import { fill } from "../kit/fill.js";
import { ago } from "../kit/wording.js";
import { forgetHere, recent } from "../offline/tables.js";

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

  function ask({ table, name, joined, waiting }) {
    dialog.querySelector(".leave__name").textContent = name ?? say("no-name");
    dialog.querySelector("[data-waiting]").hidden = !joined || !waiting;
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
    if (table) table.waiting || !table.joined ? ask(table) : leave(table.table);
  });
  page.addEventListener("visibilitychange", show);
  page.defaultView.addEventListener("pageshow", show);
  show();
}
