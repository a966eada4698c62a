// Sends what waits for tables that no page is open at: on the home page, or where no table is.
import { clientId, makeId, tools } from "./device.js";
import { post } from "./network.js";
import { Keeping } from "./offline/keeping.js";
import { recent } from "./offline/tables.js";
import { Phone } from "./phone.js";

const nothing = () => {};
const EARS = ["changed", "outcome", "restored", "volatile", "joined", "renamed", "parked", "gone"];

/** Take up a table and send what waits for it, until it has arrived; `tell` as in offline/outbox.js. */
export async function errand(table, tell = {}) {
  const { keeping, turn } = new Keeping(table, makeId);
  const known = clientId(document.body.dataset.author, () => localStorage);
  const phone = new Phone({
    table,
    client: known,
    tools: {
      ...tools,
      turn,
      post: (body, to) => post(`/t/${to}/entries`, body),
    },
    tell: { ...Object.fromEntries(EARS.map((name) => [name, nothing])), ...tell },
    keeping,
  });
  await phone.open(undefined, () => known);
  window.addEventListener("online", () => phone.outbox.flush());
  phone.outbox.flush();
}

/** For every table that something waits for. */
export async function errands() {
  const tables = await recent().catch(() => []);
  await Promise.all(tables.filter(({ waiting }) => waiting).map(({ table }) => errand(table)));
}
