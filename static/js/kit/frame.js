// The page of a table that came with no table in it (the shell): its frame, and what stays open.
import { ownKit } from "./kit.js";

const PLAY = /^\/t\/([0-9A-HJKMNP-TV-Z]{26})$/;

/** Put the frame of the page's own table into <live-table>. What only the state tells comes later. */
export function fillFrame(element, page = document) {
  const kit = ownKit(page);
  const [address, table] = PLAY.exec(page.defaultView.location.pathname) ?? [];
  if (!kit || !table) return;
  const values = { "table.id": table, "table.name": "", "table.code": "", "table.watch": null };
  element.dataset.address = address;
  element.dataset.seq = -1;
  element.append(kit.draw("table", { ...values, id: "" }));
  element.querySelector("#seats").dataset.layout = "";
  page.body.append(kit.draw("footer", values));
  page.querySelector("footer").hidden = true;
}

/** What the page says of the table as soon as it is known. */
export function nameFrame(scene, page = document) {
  const name = scene.tableValues["table.name"];
  const title = page.querySelector(".bar__name");
  if (title.textContent !== name) title.textContent = name;
  page.title = `${name} · Reservoir`;
  page.querySelector("footer").hidden = scene.layout !== "pick";
}

/** This phone has never heard of the table. */
export function sayUnknown(page = document) {
  const box = page.getElementById("refusal");
  if (!box.firstChild) box.append(ownKit(page).copy("unknown"));
}
