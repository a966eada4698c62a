// What is got, paid, lost and corrected, and how far it moves counters: what is got follows the
// effects that its author saw (rules R6), what is lost is taken from what is there. As
// webapp/domain/energy.py and moves.py.
import { got, met } from "./effects.js";
import { choose, cured, switchOff, switchOn } from "./parts.js";
import { judge } from "./sight.js";
import {
  amount,
  badField,
  Code,
  change,
  isAccepted,
  KINDS,
  refusal,
  refused,
  together,
  withoutEffect,
} from "./table.js";
import { turn } from "./turns.js";

const SAME_MOMENT = 15_000;
const SAID = [
  ...["type", "seat", "kind", "n", "also", "placer", "order", "card", "resolution"],
  ...["group", "seats", "by", "kinds"],
];

/** Judge an entry that moves counters, or changes how they move. */
export const play = (table, entry, sight) => (OTHERS[entry.type] ?? moved)(table, entry, sight);

// Counters that are got, paid, lost, proliferated, doubled: by one instruction, as one.
function moved(table, entry, sight) {
  if (entry.resolution && !table.isResolving(entry.resolution)) {
    return refused(table, refusal(Code.NOT_RESOLVING));
  }
  const found = move(table, sight, entry);
  if (found.refusal) return refused(table, found.refusal);
  const verdict = judge(table, sight, shared(table, found.delta), found.seats);
  if (!isAccepted(verdict)) return verdict;
  const after = cured(table, entry, found.cured);
  return { ...verdict, table: after, flags: flagsOf(table, sight, entry, found) };
}

function flagsOf(table, sight, entry, { clamped, events }) {
  const says = (view, event) => [...met(table, view.inForce, event)].sort().join();
  const changed = (event) => says(sight, event) !== says(table, event);
  const flags = {
    "possible-duplicate": sight.unseen.some((row) => isTwin(row, entry)),
    clamped,
    "effects-changed": table.effects.length > 0 && events.some(changed),
  };
  return Object.keys(flags).filter((flag) => flags[flag]);
}

function correct(table, entry, sight) {
  if (!table.seat(entry.seat)) return refused(table, refusal(Code.UNKNOWN_SEAT));
  if (!table.knows(entry.kind)) return refused(table, badField("kind", "choice"));
  return putRight(sight, entry);
}

/** Judge a correction {seat, kind, from, to}: on top of unseen moves, after unseen corrections. */
export function putRight(sight, { seat, kind, from, to }) {
  const { table, unseen } = sight;
  const since = unseen.some((row) => amount(row.delta, seat, kind));
  const others = unseen.map((row) => correctedTo(row, seat, kind)).filter((to) => to !== null);
  if (others.length > 0) return withoutEffect(table, others.at(-1) === to ? "duplicate" : "stale");
  const verdict = judge(table, sight, shared(table, change(seat, kind, to - from)));
  return since && isAccepted(verdict) ? { ...verdict, flags: ["moved-since"] } : verdict;
}

function isTwin(row, entry) {
  if (row.undone || Math.abs(row.at - entry.at) > SAME_MOMENT) return false;
  return SAID.every((field) => isSame(row[field] ?? null, entry[field] ?? null));
}

function isSame(one, other) {
  if (typeof one !== "object" || one === null || other === null) return one === other;
  const fields = Object.keys(one);
  if (fields.length !== Object.keys(other).length) return false;
  return fields.every((field) => isSame(one[field], other[field]));
}

function correctedTo(row, seat, kind) {
  if (row.undone) return null;
  if (row.type === "correct" && row.seat === seat && row.kind === kind) return row.to;
  const total = row.type === "settle" && row.answer === "total" && amount(row.delta, seat, kind);
  return total ? row.to : null;
}

/** A move: `seats` are those it is about, `events` those in which counters are got. */
const aMove = (fields) => ({ delta: {}, events: [], cured: [], clamped: false, ...fields });

const MOVES = { gain: gained, pay: paid, lose: lost, proliferate: proliferated, double: doubled };

const OTHERS = {
  correct,
  turn,
  effect_on: switchOn,
  effect_off: switchOff,
  resolution_choose: choose,
};

/**
 * The move of an entry at a table → {delta, seats, events, cured, clamped}, or {refusal}. `view` is
 * the table as its author saw it, or as it is; who is `cured` can't get poison after it.
 */
export function move(table, view, wish) {
  const unfit = unfitWish(table, wish);
  return unfit ? { refusal: unfit } : MOVES[wish.type](table, view, wish);
}

/** With what a team shares in Two-Headed Giant: life, and never energy (rule 810.5). */
export function shared(table, delta) {
  if (table.variant !== "2hg") return delta;
  const mates = Object.entries(delta).flatMap(([seat, { life }]) =>
    table
      .mates(seat)
      .filter((mate) => delta[mate]?.life === undefined)
      .map((mate) => change(mate, "life", life ?? 0)),
  );
  return together(delta, ...mates);
}

function unfitWish(table, { type, seat, seats, placer, by, order, kind, also, kinds }) {
  const named = type === "proliferate" ? [...seats, by, ...Object.keys(order)] : [seat, placer];
  if (named.some((id) => id && !table.seat(id))) return refusal(Code.UNKNOWN_SEAT);
  const fields = { kind: kind ? [kind] : [], also: also?.map((each) => each.kind), kinds };
  for (const [field, all] of Object.entries(fields)) {
    if (all?.some((one) => !table.knows(one))) return badField(field, "choice");
  }
  return null;
}

function paid(_table, _view, { seat, kind, n }) {
  return aMove({ delta: change(seat, kind, -n), seats: [seat] });
}

function lost(table, _view, { seat, kind, n }) {
  const have = table.balance(seat, kind);
  const there = Math.max(have, 0);
  const words = { all: there, "half-up": Math.ceil(there / 2), "half-down": Math.floor(there / 2) };
  const away = words[n] ?? (kind === "life" ? n : Math.min(n, have));
  return aMove({ delta: change(seat, kind, -away), seats: [seat], clamped: away < n });
}

function gained(table, view, wish) {
  const { seat, placer, order, also } = wish;
  const told = Object.fromEntries([wish, ...also].map(({ kind, n }) => [kind, n]));
  const { life = 0, ...amounts } = told;
  const move = gotBy(table, view, { seat, placer: placer ?? seat, amounts }, order);
  return move.refusal ? move : { ...move, delta: together(change(seat, "life", life), move.delta) };
}

function doubled(table, view, { seat, kinds, order }) {
  if (kinds.includes("life")) return { refusal: badField("kinds", "choice") };
  const there = kinds.map((kind) => [kind, view.balance(seat, kind)]).filter(([, n]) => n > 0);
  return gotBy(table, view, { seat, placer: seat, amounts: Object.fromEntries(there) }, order);
}

// One more of every kind for each player chosen: an event each (rule 701.34).
function proliferated(table, view, { seats, by, order }) {
  if (poisonedTwice(table, view, seats)) return { refusal: refusal(Code.TEAM_POISON_TWICE) };
  const moves = [];
  for (const seat of seats) {
    const kinds = countersAt(table).filter((kind) => view.balance(seat, kind) > 0);
    if (!kinds.length) return { refusal: refusal(Code.NO_COUNTERS, { seat }) };
    const amounts = Object.fromEntries(kinds.map((kind) => [kind, 1]));
    const event = { seat, placer: by ?? seat, amounts };
    const move = gotBy(table, view, event, order[seat]);
    if (move.refusal && move.refusal.code !== Code.CANT_GET) return move;
    moves.push(move.refusal ? aMove({ events: [event] }) : move); // else chosen in vain
  }
  const all = (field) => moves.flatMap((each) => each[field]);
  return aMove({
    delta: together(...all("delta")),
    seats,
    events: all("events"),
    cured: all("cured"),
  });
}

function gotBy(table, view, event, order) {
  const { seat } = event;
  const { refusal, amounts, cured } = got(table, view.inForce, event, order);
  if (refusal) return { refusal };
  const delta = together(...Object.entries(amounts).map(([kind, n]) => change(seat, kind, n)));
  return aMove({ delta, seats: [seat], events: [event], cured: cured ? [seat] : [] });
}

// Only one player of a team can get another poison counter (rule 701.34b).
function poisonedTwice(table, view, seats) {
  const poisoned = seats.filter((seat) => view.balance(seat, "poison") > 0);
  return poisoned.some((a) => poisoned.some((b) => a !== b && table.areMates(a, b)));
}

const countersAt = ({ kinds }) =>
  [...KINDS, ...kinds.map(({ kind }) => kind)].filter((kind) => kind !== "life");
