// What the author of an entry saw, and whether counters may move so: asked of the table, and if it
// says no, of what was seen. As webapp/domain/sight.py and judgement.py.
import {
  accepted,
  amount,
  Code,
  change,
  inConflict,
  inverse,
  isAccepted,
  MOST,
  ofKind,
  refusal,
  refused,
  together,
} from "./table.js";

export const FARTHEST = 1000; // so many rows are looked back at, at most

/** Accept a move, or say what stands in its way: in conflict, if it held in what was seen. */
export function judge(table, sight, delta, about = []) {
  const found = obstacle(table, table, delta, about);
  if (!found) return accepted(table, delta);
  const held = found.code !== Code.TOO_MANY && !obstacle(table, sight, delta, about);
  return held ? inConflict(table, found) : refused(table, found);
}

/** The first reason against a move in a scene (the table, or a sight), by the order of seats. */
export function obstacle(table, scene, delta, about = []) {
  for (const { id } of table.seats) {
    if (about.includes(id) && !scene.isHere(id)) return refusal(Code.PLAYER_LEFT);
    for (const [kind, n] of Object.entries(delta[id] ?? {})) {
      const found = obstacleAt(scene, id, kind, n);
      if (found) return found;
    }
  }
  return null;
}

function obstacleAt(scene, seat, kind, n) {
  const have = scene.balance(seat, kind);
  if (!scene.isHere(seat)) return refusal(Code.PLAYER_LEFT);
  if (have + n < 0 && kind !== "life") {
    return refusal(Code.INSUFFICIENT, { have, need: -n, ...ofKind(kind) });
  }
  return Math.abs(have + n) > MOST ? refusal(Code.TOO_MANY, { max: MOST }) : null;
}

/** The table as an entry's author saw it; `unseen` are others' accepted rows since. */
class Sight {
  constructor(table, entry, unseen, offset) {
    Object.assign(this, { table, entry, unseen, offset });
  }

  balance(seat, kind) {
    return this.table.balance(seat, kind) + amount(this.offset, seat, kind);
  }

  isHere(seat) {
    const found = this.table.seat(seat);
    if (!found || found.status === "active") return found !== null;
    return found.leftAt > this.entry.seen && found.leftBy !== this.entry.author;
  }

  /** The effects that were in force there. */
  get inForce() {
    const { table, entry } = this;
    const horizon = since(table, entry);
    const knew = (seq, author) => seq <= horizon || author === entry.author;
    return table.effects.filter(
      ({ on, onBy, off, offBy }) => knew(on, onBy) && !(off && knew(off, offBy)),
    );
  }
}

export function sightOf(table, entry, past) {
  const rows = past.after(since(table, entry));
  const unseen = rows.filter((row) => isAccepted(row) && row.author !== entry.author);
  const vain = rows.filter((row) => inVain(row, entry.author));
  const wishes = vain.map((row) => wished(row, table, past));
  const offset = together(inverse(together(...unseen.map(({ delta }) => delta))), ...wishes);
  return new Sight(table, entry, unseen, offset);
}

/** The table as it is, for an entry that is judged anew. */
export const allSeen = (table, entry) => new Sight(table, { ...entry, seen: table.seq }, [], {});

/** What an entry would have moved, had it been possible; gains as they were recorded. */
export function wished(row, table, past) {
  const { type, seat, kind, n } = row;
  if (type === "gain")
    return together(...[row, ...row.also].map((each) => change(seat, each.kind, each.n)));
  if (type === "pay") return change(seat, kind, -n);
  if (type === "correct") return change(seat, kind, row.to - row.from);
  if (type === "resolution_choose") {
    const found = table.resolution(row.resolution);
    return found ? change(found.seat, "energy", -(row.pay ?? 0)) : {};
  }
  if (type !== "undo") return {};
  const found = [...new Set([row.entry, ...row.with])].map((id) => past.find(id));
  return together(...found.filter((target) => target).map((target) => inverse(target.delta)));
}

/**
 * An entry first, then all that belongs to it, newest first: a group, a resolution's parts. A group
 * is one author's, and nobody looks further back for its parts than FARTHEST.
 */
export function wholeOf(id, table, past) {
  const row = past.find(id);
  const whole = row && isAccepted(row) ? partOf(row) : null;
  if (!whole) return [id];
  const rows = past.after(Math.max(table.since, table.seq - FARTHEST));
  const parts = rows.filter((each) => isAccepted(each) && partOf(each) === whole);
  return [
    id,
    ...parts
      .map((each) => each.id)
      .filter((part) => part !== id)
      .reverse(),
  ];
}

function partOf({ type, author, group, resolution }) {
  if (type === "lose" && group) return `${author} ${group}`;
  return (type === "gain" || type === "resolution_choose") && resolution ? resolution : null;
}

const since = (table, { seen }) => Math.max(seen, table.since, table.seq - FARTHEST);

function inVain(row, author) {
  if (row.author !== author) return false;
  const overtaken = row.outcome === "stale" || row.outcome === "duplicate";
  return row.outcome === "conflict" || (overtaken && row.type === "correct");
}
