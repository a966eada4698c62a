// What a page finds of its table, made whole: what can't be read is parked, never dropped.
import { fromState } from "../ledger/state.js";
import { byOrder } from "./commit.js";

const DAY = 86_400_000;

const isId = (text) => typeof text === "string" && /^[\w-]{22}$/.test(text);
const isTable = (text) => typeof text === "string" && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
const isThing = (value) => typeof value === "object" && value !== null;

/**
 * → {client, was: the client this table was played as, record, entries, sent, drafts, parked}.
 * `known` is what the server calls this browser, `fallback()` a name for it when nobody has one.
 */
export async function load(tx, { table, known, fallback, now }) {
  // Side by side: each of them is a way to the disk and back.
  const [client, kept, ...found] = await Promise.all([
    whoAmI(tx, known, fallback),
    tx.get("tables", table),
    ...["entries", "sent", "drafts"].map((store) => tx.all(store)),
  ]);
  const [entries, sent, drafts] = found;
  parkRubbish(tx, { entries, drafts, table, now });
  for (const { id, at } of sent) if (!(at > now - DAY)) tx.delete("sent", id);
  const record = kept && wholeRecord(kept);
  const isOurs = (row) => row.table === table;
  return {
    client,
    was: record?.client ?? null,
    record: record ?? null,
    entries: entries.filter((row) => isEntryRow(row) && isOurs(row)).sort(byOrder),
    sent: sent.filter((row) => isOurs(row) && row.at > now - DAY && isThing(row.entry)),
    drafts: drafts.filter((row) => isDraftRow(row) && isOurs(row)),
    parked: await tx.all("parked", table),
  };
}

/** The drafts at a table, of whichever tab. */
export async function draftsOf(tx, table) {
  return (await tx.all("drafts", table)).filter(isDraftRow);
}

// A name that this browser has given up is not taken up again, whatever an old cookie says.
async function whoAmI(tx, known, fallback) {
  const [kept, formerly = []] = await Promise.all([
    tx.get("meta", "client"),
    tx.get("meta", "formerly"),
  ]);
  const best = isId(known) && !formerly.includes(known) ? known : kept;
  const client = isId(best) ? best : fallback();
  if (client === kept) return client;
  if (kept) tx.put("meta", [...formerly, kept], "formerly");
  tx.put("meta", client, "client");
  return client;
}

function isEntryRow({ id, table, order, entry }) {
  if (!isId(id) || !isTable(table) || !Number.isFinite(order)) return false;
  return isThing(entry) && entry.id === id && typeof entry.type === "string";
}

const isDraftRow = ({ id, draft }) =>
  isId(id) && isThing(draft) && Number.isInteger(draft.n) && typeof draft.seat === "string";

// What belongs to no table is shown at this one.
function parkRubbish(tx, { entries, drafts, table, now }) {
  const park = (store, id, row) => {
    tx.delete(store, id);
    const whose = isTable(row.table) ? row.table : table;
    tx.put("parked", { id, table: whose, entry: row, reason: "unreadable", at: now });
  };
  for (const row of entries) if (!isEntryRow(row)) park("entries", row.id, row);
  for (const row of drafts) if (!isDraftRow(row)) park("drafts", row.tab, row);
}

// A state is only a copy: where it can't be read, the server's next one takes its place.
function wholeRecord(record) {
  const rows = Array.isArray(record.rows) ? record.rows.filter(isRow) : [];
  const ended = Array.isArray(record.ended) ? record.ended : [];
  return { ...record, ended, rows, state: isState(record.state) ? record.state : undefined };
}

const isRow = (row) => isThing(row) && isId(row.id) && Number.isInteger(row.seq);

function isState(state) {
  if (!isThing(state) || state.v !== 1 || typeof state.epoch !== "string") return false;
  if (!Number.isInteger(state.seq) || !Number.isInteger(state.ack)) return false;
  try {
    return fromState(state).seats.every(({ id, counters }) => id && isThing(counters));
  } catch {
    return false;
  }
}
