// What one tab has done since it last wrote, as one transaction: entries and their seq, what was
// confirmed together with the state that confirms it, the draft and the entry that it became.

const DAY = 86_400_000;
const ENDED = 5; // epochs that were; late words from them are ignored
export const ALL = ["tables", "entries", "sent", "drafts", "parked", "meta"];

/** Nothing done yet. `added` is entry id → {entry, front}; the maps beside it go by id, too. */
export const noChanges = () => ({
  added: new Map(),
  sent: new Map(), // {entry, at}
  parked: new Map(), // {entry, reason}
  adopted: new Map(), // tab → the entry that its draft becomes, null where it was cancelled
  draft: undefined, // null: it is gone
  struck: new Set(), // ids of drafts that became no entry; they are for the journal
  state: false,
  restored: null, // the seq after which a server may have lost everything
  forced: false, // this state counts, although it looks older
  renamed: null, // the client that this browser was
  moved: null, // the link that the table had
});

/** The table goes on under another link: what was to be put aside, as the old one ended, still waits. */
export function comeAlong(changes) {
  const waiting = [...changes.parked].filter(([, row]) => isOfTheLink(row));
  for (const [id] of waiting) changes.parked.delete(id);
  const before = waiting.map(([id, { entry }]) => [id, { entry, front: false }]);
  changes.added = new Map([...before, ...changes.added]);
}

/**
 * Write changes of a tab at `table` → {entries, record, client, was, changed}, as they stand now;
 * `was` is the client under which the table was last kept.
 * `known` is {client, state, rows, ended, name} of that tab, `tab` its own id.
 */
export async function commit(tx, { table, tab, changes, known, now }) {
  if (changes.moved) await moveAll(tx, changes.moved, table);
  const client = await clientOf(tx, changes, known);
  const before = await tx.get("tables", table);
  const record = recordOf(table, before, calledSo(known, client), changes, now);
  const list = await entriesOf(tx, table);
  const left = await leave(tx, list, changes, { table, client, now });
  await giveBack(tx, changes, { table, client, ack: record.state?.ack ?? 0, now });
  const entries = [...left, ...(await arrive(tx, left, changes, table))].sort(byOrder);
  keepDraft(tx, changes.draft, { tab, table, now });
  const numbered = number(tx, entries, record.state?.ack ?? 0, client);
  const news = isNews(before, record);
  if (news) tx.put("tables", record);
  const was = before?.client ?? client;
  return { entries, record, client, was, changed: news || numbered || left.length < list.length };
}

/** What waits at a table, in order. */
export async function entriesOf(tx, table) {
  return (await tx.all("entries", table)).sort(byOrder);
}

export const byOrder = (a, b) => a.order - b.order;

async function clientOf(tx, { renamed }, { client }) {
  const kept = await tx.get("meta", "client");
  if (kept === client || (kept && kept !== renamed)) return kept;
  const formerly = (await tx.get("meta", "formerly")) ?? [];
  if (renamed) tx.put("meta", [...formerly, renamed], "formerly");
  tx.put("meta", client, "client");
  return client;
}

// An ack that was another name's says nothing.
function calledSo(known, client) {
  if (known.client === client || !known.state) return { ...known, client };
  return { ...known, client, state: { ...known.state, ack: 0 } };
}

function recordOf(table, before, known, changes, now) {
  const { client, state, rows, name } = known;
  const ended = [...new Set([...(before?.ended ?? []), ...known.ended])].slice(-ENDED);
  const common = { table, client, ended, at: now, name: name ?? before?.name ?? null };
  const joined = Boolean(state) || (before?.joined ?? true);
  const other = before?.client === client ? before?.state : null;
  if (!state || (other && !changes.forced && isOlder(state, other, ended))) {
    return { ...before, ...common, joined };
  }
  const sameCount = other?.epoch === state.epoch && !changes.forced;
  const ack = sameCount ? Math.max(state.ack, other.ack) : state.ack;
  return { ...common, joined, state: { ...state, table, ack }, rows };
}

/** Whether a state is behind another: of an epoch that has ended, or earlier in the same one. */
export function isOlder(state, other, ended) {
  if (state.epoch !== other.epoch) return ended.includes(state.epoch);
  return state.seq < other.seq || (state.seq === other.seq && state.ack < other.ack);
}

function isNews(before, record) {
  if (before?.client !== record.client || before.joined !== record.joined) return true;
  const [was, is] = [before.state, record.state];
  return was?.epoch !== is?.epoch || was?.seq !== is?.seq || was?.ack !== is?.ack;
}

// What was confirmed is kept for a day more, in case the server comes back without it.
async function leave(tx, list, { sent, parked }, { table, client, now }) {
  for (const [id, { entry, at }] of sent) tx.put("sent", { id, table, client, entry, at });
  for (const [id, { entry, reason }] of parked)
    tx.put("parked", { id, table, entry, reason, at: now });
  const isGone = ({ id }) => sent.has(id) || parked.has(id);
  for (const { id } of list.filter(isGone)) tx.delete("entries", id);
  return list.filter((row) => !isGone(row));
}

// This tab has given back what it knew of; other tabs may have sent more.
async function giveBack(tx, { restored, added }, { table, client, ack, now }) {
  if (restored === null) return;
  const isAfter = (row, seq) => row.client !== client || row.entry.seq > seq;
  const isLost = (row) => isAfter(row, restored);
  const lost = (await tx.all("sent", table)).filter((row) => row.at > now - DAY && isLost(row));
  const before = [...added];
  added.clear();
  for (const row of lost.sort((a, b) => a.at - b.at || a.entry.seq - b.entry.seq))
    added.set(row.id, { entry: row.entry, front: true, repeats: !isAfter(row, ack) });
  for (const [id, wish] of before) if (!added.has(id)) added.set(id, wish);
}

async function arrive(tx, list, { added, adopted, parked }, table) {
  const wishes = [...added.values()];
  for (const [tab, entry] of adopted) {
    if (entry && (await tx.get("drafts", tab))) wishes.push({ entry, front: false });
    tx.delete("drafts", tab);
  }
  const known = new Set([...list.map(({ id }) => id), ...parked.keys()]);
  const fresh = [];
  for (const wish of wishes) {
    const { id } = wish.entry;
    // Another tab may have sent it already; what is given back is to be sent again.
    if (known.has(id) || (!wish.front && (await tx.get("sent", id)))) continue;
    if (wish.front) tx.delete("sent", id);
    known.add(id);
    fresh.push(wish);
  }
  return inOrder(list, fresh).map((wish) => ({ id: wish.entry.id, table, ...wish }));
}

function inOrder(list, wishes) {
  const front = wishes.filter((wish) => wish.front);
  let first = (list[0]?.order ?? 1) - front.length;
  let last = list.at(-1)?.order ?? 0;
  return wishes.map(({ entry, front, repeats }) => {
    const row = { order: front ? first++ : ++last, entry };
    return repeats ? { ...row, repeats } : row;
  });
}

function number(tx, entries, ack, client) {
  let changed = false;
  let next = ack + 1;
  for (const row of entries) {
    const seq = row.repeats && row.entry.seq <= ack ? row.entry.seq : next++;
    if (row.seq === seq && row.client === client) continue;
    Object.assign(row, { seq, client, entry: { ...row.entry, seq } });
    tx.put("entries", row);
    changed = true;
  }
  return changed;
}

function keepDraft(tx, draft, { tab, table, now }) {
  if (draft === null) tx.delete("drafts", tab);
  else if (draft) tx.put("drafts", { ...draft, tab, table, beat: now });
}

/** Put aside because their table was no longer at its link. */
export const isOfTheLink = ({ reason }) => reason === "gone";

/** Let rows that were put aside wait once more, in their order and before all that came after them. */
export async function waitAgain(tx, rows, table) {
  const seqOf = ({ entry }) => entry.seq ?? 0;
  const inTurn = [...rows].sort((a, b) => a.at - b.at || seqOf(a) - seqOf(b));
  let order = ((await entriesOf(tx, table))[0]?.order ?? 1) - inTurn.length;
  for (const { id, entry } of inTurn) {
    tx.delete("parked", id);
    tx.put("entries", { id, table, order: order++, entry });
  }
}

/** The table has another link: everything this browser has of it goes along. */
export async function moveAll(tx, from, table) {
  for (const name of ["entries", "sent", "drafts"])
    for (const row of await tx.all(name, from)) tx.put(name, { ...row, table });
  const parked = await tx.all("parked", from);
  await waitAgain(tx, parked.filter(isOfTheLink), table);
  const record = await tx.get("tables", from);
  tx.delete("tables", from);
  if (record && !(await tx.get("tables", table))) tx.put("tables", { ...record, table });
}
