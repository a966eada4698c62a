import assert from "node:assert/strict";
import { test } from "node:test";
import { goldenLedgers } from "./support/ledgers.js";
import { replay } from "./support/replay.js";

const among = (expected, found) =>
  Object.fromEntries(Object.keys(expected).map((key) => [key, found.get(key)]));

const byEntry = (rows, value) => new Map(rows.map((row) => [row.id, value(row)]));

const outcomeOf = ({ outcome, refusal }) => (refusal ? [outcome, refusal.code] : outcome);

for (const { name, posted, expect } of goldenLedgers()) {
  test(`golden ledger: ${name}`, () => {
    const { rows, table } = replay(posted);
    const found = {
      outcomes: byEntry(rows, outcomeOf),
      params: byEntry(rows, (row) => row.refusal?.params),
      flags: byEntry(rows, (row) => row.flags),
      deltas: byEntry(rows, (row) => row.delta),
      undone: byEntry(rows, (row) => row.undone),
      answers: new Map(table.conflicts.map(({ entry, answers }) => [entry, answers])),
      totals: new Map(table.seats.map(({ id, counters }) => [id, counters])),
      holders: new Map(table.seats.map(({ id, holder }) => [id, holder])),
      tallies: new Map(table.seats.map(({ id }) => [id, table.tallies[id] ?? {}])),
      paid: new Map(table.resolutions.map(({ id, paid }) => [id, paid])),
      pins: new Map(table.seats.map(({ id, pins }) => [id, pins])),
    };
    for (const [what, values] of Object.entries(found)) {
      assert.deepEqual(among(expect[what], values), expect[what], what);
    }
    assert.equal(table.conflicts.length, expect.conflicts);
    const seats = table.seats.map(({ id, name, colour, shape, status }) => ({
      seat: id,
      name,
      colour,
      shape,
      status,
    }));
    const inForce = table.inForce.map(({ id }) => id);
    if (expect.effects) assert.deepEqual(inForce, expect.effects);
    if (expect.seats) assert.deepEqual(seats, expect.seats);
  });
}
