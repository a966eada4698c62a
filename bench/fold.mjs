// Folds a ledger by the phone's rules each time a number of entries is asked for, and tells the
// seconds. `posted` is [{client, raw}].
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { replay } from "../tests/js/support/replay.js";

const posted = JSON.parse(readFileSync(process.argv[2], "utf8"));

for await (const line of createInterface({ input: process.stdin })) {
  const entries = posted.slice(0, Number(line));
  const begun = performance.now();
  const { table } = replay(entries);
  const seconds = (performance.now() - begun) / 1000;
  console.log(JSON.stringify({ seconds, seq: table.seq, seats: table.seats.map((s) => s.counters) }));
}
