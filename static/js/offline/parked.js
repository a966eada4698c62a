// What can't be sent and is put aside, until people decide: send again, keep a copy, throw away.

import { entriesOf, waitAgain } from "./commit.js";
import { database } from "./database.js";

const STORES = ["entries", "parked", "tables"];

/** What is put aside of a table, or of all: [{id, table, entry, reason, at}], oldest first. */
export function parked(table, db = database()) {
  const read = (tx) => tx.all("parked", table);
  return db.read(["parked"], read).then((rows) => rows.sort((a, b) => a.at - b.at));
}

/** The table has ended: all that waits for it is put aside. */
export function parkAll(table, reason, db = database(), now = Date.now()) {
  return db.write(STORES, async (tx) => {
    for (const { id, entry } of await entriesOf(tx, table)) {
      tx.delete("entries", id);
      tx.put("parked", { id, table, entry, reason, at: now });
    }
  });
}

/** Let them wait once more, but what can't be read stays where it is. */
export function sendAgain(table, db = database()) {
  return db.write(STORES, async (tx) => {
    const rows = await tx.all("parked", table);
    await waitAgain(
      tx,
      rows.filter(({ reason }) => reason !== "unreadable"),
      table,
    );
  });
}

export function throwAway(table, db = database()) {
  return db.write(STORES, async (tx) => {
    for (const { id } of await tx.all("parked", table)) tx.delete("parked", id);
  });
}

/** As a text to keep: every entry as it would have been sent, and why it was not. */
export function exported(rows) {
  const entries = rows.map(({ table, entry, reason, at }) => ({ table, reason, at, entry }));
  return JSON.stringify({ v: 1, parked: entries }, null, 2);
}
