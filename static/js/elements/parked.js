// The box of what can't be sent (tables/_parked.html): how much, why, and what to do about it.
import { exported, parked, sendAgain, throwAway } from "../offline/parked.js";

const FILE = "reservoir.json";

/**
 * Show what is put aside of a table; nothing, where nothing is. `again()` is called once what was
 * put aside waits to be sent again, `dropped()` once it is thrown away.
 */
export async function showParked(
  table,
  { again, dropped = () => {} },
  box = document.querySelector("[data-parked]"),
) {
  if (!box) return;
  const rows = await parked(table);
  box.hidden = rows.length === 0;
  if (!rows.length) return;
  box.parentElement.querySelector(":scope > .sheet[open]:not(:modal)")?.close(); // it makes room
  for (const part of box.querySelectorAll("[data-reason]"))
    part.hidden = !rows.some(({ reason }) => reason === part.dataset.reason);
  box.querySelector("[data-count]").textContent = String(rows.length);
  const text = exported(rows);
  box.querySelector("[data-copy]").dataset.copy = text;
  const done = () => showParked(table, { again, dropped }, box);
  on(box, "save", () => save(text));
  on(box, "send", () => sendAgain(table).then(again).then(done));
  on(box, "drop", () => throwAway(table).then(done).then(dropped));
  const canSend = rows.some(({ reason }) => reason !== "unreadable");
  box.querySelector('[data-do="send"]').hidden = !canSend;
}

function on(box, what, action) {
  box.querySelector(`[data-do="${what}"]`).onclick = action;
}

function save(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: FILE });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
