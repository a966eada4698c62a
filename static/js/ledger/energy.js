// What may be gained, paid and corrected, and what its author saw. As webapp/domain/energy.py,
// judgement.py and sight.py.
import {
  accepted,
  amount,
  Code,
  change,
  inConflict,
  inverse,
  isAccepted,
  MOST,
  refusal,
  refused,
  together,
  withoutEffect,
} from "./table.js";

const SAME_MOMENT = 15_000;
export const FARTHEST = 1000; // so many rows are looked back at, at most

export function gain(table, entry, past) {
  return move(table, entry, entry.n, past);
}

export function pay(table, entry, past) {
  return move(table, entry, -entry.n, past);
}

export function correct(table, entry, past) {
  if (!table.seat(entry.seat)) return refused(table, refusal(Code.UNKNOWN_SEAT));
  return putRight(sightOf(table, entry, past), entry);
}

/** Judge a correction {seat, kind, from, to}: on top of unseen moves, after unseen corrections. */
export function putRight(sight, wish) {
  const moved = sight.unseen.some((row) => amount(row.delta, wish.seat, wish.kind));
  const others = sight.unseen.map((row) => correctedTo(row, wish)).filter((to) => to !== null);
  if (others.length > 0) {
    return withoutEffect(sight.table, others.at(-1) === wish.to ? "duplicate" : "stale");
  }
  const verdict = judge(sight.table, sight, change(wish.seat, wish.kind, wish.to - wish.from));
  return moved && isAccepted(verdict) ? { ...verdict, flags: ["moved-since"] } : verdict;
}

function move(table, entry, n, past) {
  if (!table.seat(entry.seat)) return refused(table, refusal(Code.UNKNOWN_SEAT));
  const sight = sightOf(table, entry, past);
  const verdict = judge(table, sight, change(entry.seat, entry.kind, n));
  const twin = isAccepted(verdict) && sight.unseen.some((row) => isTwin(row, entry));
  return twin ? { ...verdict, flags: ["possible-duplicate"] } : verdict;
}

function isTwin(row, entry) {
  const same = ["type", "seat", "kind", "n"].every((field) => row[field] === entry[field]);
  return same && Math.abs(row.at - entry.at) <= SAME_MOMENT && !row.undone;
}

function correctedTo(row, { seat, kind }) {
  if (row.undone) return null;
  if (row.type === "correct" && row.seat === seat && row.kind === kind) return row.to;
  const total = row.type === "settle" && row.answer === "total" && amount(row.delta, seat, kind);
  return total ? row.to : null;
}

/** Accept a move, or say what stands in its way: in conflict, if it held in what was seen. */
export function judge(table, sight, delta) {
  const found = obstacle(table, table, delta);
  if (!found) return accepted(table, delta);
  const held = found.code !== Code.TOO_MANY && !obstacle(table, sight, delta);
  return held ? inConflict(table, found) : refused(table, found);
}

/** The first reason against a move in a scene (the table, or a sight), by the order of seats. */
export function obstacle(table, scene, delta) {
  for (const { id } of table.seats) {
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
  if (have + n < 0) return refusal(Code.INSUFFICIENT, { have, need: -n });
  return have + n > MOST ? refusal(Code.TOO_MANY, { max: MOST }) : null;
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
}

export function sightOf(table, entry, past) {
  const rows = past.after(Math.max(entry.seen, table.since, table.seq - FARTHEST));
  const [unseen, wishes] = [[], []];
  for (const row of rows) {
    if (row.author === entry.author) {
      if (inVain(row)) wishes.push(wished(row, past));
    } else if (isAccepted(row)) unseen.push(row);
  }
  const offset = together(inverse(together(...unseen.map(({ delta }) => delta))), ...wishes);
  return new Sight(table, entry, unseen, offset);
}

/** What an entry would have moved, had it been possible. */
export function wished(row, past) {
  if (row.type === "gain") return change(row.seat, row.kind, row.n);
  if (row.type === "pay") return change(row.seat, row.kind, -row.n);
  if (row.type === "correct") return change(row.seat, row.kind, row.to - row.from);
  if (row.type !== "undo") return {};
  const found = [...new Set([row.entry, ...row.with])].map((id) => past.find(id));
  return together(...found.filter((target) => target).map((target) => inverse(target.delta)));
}

function inVain(row) {
  const overtaken = row.outcome === "stale" || row.outcome === "duplicate";
  return row.outcome === "conflict" || (overtaken && row.type === "correct");
}
