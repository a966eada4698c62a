// Where no table is (errors/error.html): what this phone still has of it goes along to the new link,
// joins the server, or is put aside.
import { clientId, makeId } from "../device.js";
import { post } from "../network.js";
import { Keeping } from "../offline/keeping.js";
import { parkAll } from "../offline/parked.js";
import { moveHere, stored } from "../offline/tables.js";
import { Phone } from "../phone.js";
import { showParked } from "./parked.js";

const reload = () => location.reload();

export async function settle({ dataset: { to } }, path = location.pathname) {
  const table = path.match(/^\/t\/(\w{26})/)?.[1];
  const known = table && (await stored(table));
  if (known && to) await moveHere(table, to);
  else if (known && !known.joined) await join(table);
  else if (known) await parkAll(table, "gone");
  if (table) await showParked(table, reload);
}

// Begun with no network, and opened with one: the server has not heard of it yet.
async function join(table) {
  const { keeping, turn } = new Keeping(table, makeId);
  const known = clientId(document.body.dataset.author, () => localStorage);
  const nothing = () => {};
  const ears = { changed: nothing, outcome: nothing, restored: nothing, volatile: nothing };
  const phone = new Phone({
    table,
    client: known,
    tools: {
      now: () => Date.now(),
      later: (action, wait) => setTimeout(action, wait),
      cancel: (timer) => clearTimeout(timer),
      random: Math.random,
      makeId,
      turn,
      post: (body, to) => post(`/t/${to}/entries`, body),
    },
    tell: {
      ...ears,
      joined: reload,
      renamed: nothing,
      parked: () => showParked(table, reload),
      gone: nothing,
    },
    keeping,
  });
  await phone.open(undefined, () => known);
  phone.outbox.flush();
}
