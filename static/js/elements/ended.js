// Where no table is (errors/error.html): what this phone still has of it goes along to the new link,
// joins the server, or is put aside.
import { errand } from "../errand.js";
import { parkAll } from "../offline/parked.js";
import { moveHere, stored } from "../offline/tables.js";
import { showParked } from "./parked.js";

const reload = () => location.reload();

export async function settle({ dataset: { to } }, path = location.pathname) {
  const table = path.match(/^\/t\/(\w{26})/)?.[1];
  const show = () => showParked(table, { again: reload });
  const known = table && (await stored(table));
  if (known && to) await moveHere(table, to);
  // Begun with no network, and opened with one: the server has not heard of it yet.
  else if (known && !known.joined) await errand(table, { joined: reload, parked: show });
  else if (known) await parkAll(table, "gone");
  if (table) await show();
}
