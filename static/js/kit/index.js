// What a phone does by itself where the server can't be asked; it comes once the page is there.
import { nameFrame, sayUnknown } from "./frame.js";
import { ownKit } from "./kit.js";
import { Painter } from "./painter.js";
import { Ways } from "./ways.js";

/**
 * `alone()`: whether the server can't be asked; `unknown()`: whether nobody has told this phone of the
 * table; `ask(address)` has the server draw the open sheet. → {open(address), follow(), painter}.
 */
export function wireKit({ phone, alone, sheet, ask, unknown }) {
  const painter = new Painter(phone, () => !alone());
  const ways = new Ways({ painter, alone, sheet });
  const isShell = ownKit() !== null;
  let half = null; // the table that half a sheet was drawn of

  // With no worker nothing else would be left of the kit once the connection is gone.
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) painter.all(!serviceWorker).catch(() => {});
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-forget-here]")) return;
    event.preventDefault();
    forget(phone.outbox.table);
  });

  function follow() {
    if (!phone.table) return isShell && unknown() && sayUnknown();
    ways.follow(phone.table, ask);
    if (!isShell) return;
    const { scene } = painter;
    nameFrame(scene);
    if (isFresh(scene) || half) followHalf(scene);
  }

  // A table just begun: half a screen for the others, gone at the first tap on a pad.
  async function followHalf(scene) {
    const isNew = half === null;
    if (!isNew && (!sheet.isHalf || half === scene.joined)) return;
    half = scene.joined;
    await painter.ready("half");
    if (!isNew && sheet.isHalf) sheet.body.replaceChildren(painter.half());
    else if (isNew && isFresh(painter.scene)) sheet.showHalf(painter.half());
  }

  return { open: (address) => ways.open(address), follow, painter };
}

async function forget(table) {
  const { forgetHere } = await import("../offline/tables.js");
  await forgetHere(table);
  location.replace("/");
}

// Nothing has happened since its maker sat down.
const isFresh = ({ rows, layout, joined }) => !joined && layout === "seat" && rows.length < 3;
