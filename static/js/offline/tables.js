// The tables that this phone knows: those it was at lately, and those it begins with no network.
import { base32, makeId } from "../device.js";
import { COLOURS, SHAPES } from "../ledger/table.js";
import { moveAll } from "./commit.js";
import { database } from "./database.js";

const ALL = ["tables", "entries", "sent", "drafts", "parked"];

/**
 * Newest first: [{table, name, at (ms), joined, waiting, parked}], `name` null where none was given.
 * A table of which nothing is left but what is put aside is among them.
 */
export function recent(db = database()) {
  return db.read(["tables", "entries", "drafts", "parked"], async (tx) => {
    const stores = ["tables", "entries", "drafts", "parked"];
    const [tables, entries, drafts, aside] = await Promise.all(stores.map((name) => tx.all(name)));
    const waiting = countByTable([...entries, ...drafts]);
    const parked = countByTable(aside);
    for (const { table, at } of aside)
      if (!tables.some((each) => each.table === table)) tables.push({ table, at, joined: true });
    return tables
      .map(({ table, name, at, joined }) => ({
        table,
        name: name ?? null,
        at,
        joined,
        waiting: waiting.get(table) ?? 0,
        parked: parked.get(table) ?? 0,
      }))
      .sort((a, b) => b.at - a.at);
  });
}

function countByTable(rows) {
  const counts = new Map();
  for (const { table } of rows) counts.set(table, (counts.get(table) ?? 0) + 1);
  return counts;
}

/**
 * Begin a table on this phone: `open`, and `seat_take` for its first seat, are the first entries
 * that wait. `seats` is how many (1–8), `name` the table's or null.
 * → its id. It joins the server with its first post.
 */
export async function startTable(
  { seats, name = null, client, now = Date.now(), makeId: id = makeId },
  db = database(),
) {
  const table = base32(26);
  const looks = COLOURS.slice(0, seats).map((colour, i) => ({ colour, shape: SHAPES[i] }));
  const open = { id: id(), type: "open", at: now, seen: 0 };
  if (name) open.name = name;
  open.seats = looks.map((look) => ({ seat: base32(8), ...look }));
  const take = { id: id(), type: "seat_take", at: now, seen: 0, seat: open.seats[0].seat };
  await db.write(["tables", "entries", "meta"], async (tx) => {
    const who = client ?? (await tx.get("meta", "client")) ?? id();
    tx.put("meta", who, "client");
    tx.put("tables", { table, name, at: now, joined: false, client: who });
    for (const [i, entry] of [open, take].entries())
      tx.put("entries", { id: entry.id, table, order: i + 1, client: who, seq: i + 1, entry });
  });
  return table;
}

/** What this phone has of a table: {state, rows, joined, name}, or null. */
export function stored(table, db = database()) {
  return db.read(["tables"], async (tx) => {
    const { state = null, rows = [], joined, name = null } = (await tx.get("tables", table)) ?? {};
    return joined === undefined ? null : { state, rows, joined, name };
  });
}

/** Everything this phone has of a table goes along to its new link. */
export function moveHere(from, table, db = database()) {
  return db.write(ALL, (tx) => moveAll(tx, from, table));
}

/** Forget a table on this phone alone, with all that waits for it. */
export function forgetHere(table, db = database()) {
  return db.write(ALL, async (tx) => {
    for (const name of ["entries", "sent", "parked"])
      for (const { id } of await tx.all(name, table)) tx.delete(name, id);
    for (const { tab } of await tx.all("drafts", table)) tx.delete("drafts", tab);
    tx.delete("tables", table);
  });
}
