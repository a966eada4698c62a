// What lies on a table beside seats and counters: effects, resolutions, doubts, kinds. As
// webapp/domain/switching.py, resolutions.py and arrangements.py.
import { CURE, NEEDS, SUNCLEANSER } from "./effects.js";
import { judge } from "./sight.js";
import {
  accepted,
  badField,
  Code,
  change,
  isAccepted,
  MOST_EFFECTS,
  refusal,
  refused,
  together,
} from "./table.js";

const MOST_ENDED = 20; // effects and resolutions that are over, kept for those who have not seen it
const MOST_RESOLUTIONS = 20;
const MOST_PINS = 30;
const MOST_OWN_KINDS = 12;
const MOST_DISPUTES = 50;

const no = (table, code, params) => refused(table, refusal(code, params));
const full = (table, max) => no(table, Code.TOO_MANY, { max });
const unknownSeat = (table) => no(table, Code.UNKNOWN_SEAT);

/** Of what is over (`field` is the seq at which it ended), only the last. */
function lately(parts, field) {
  const over = parts.map((part) => part[field]).filter((seq) => seq);
  const since = over.length > MOST_ENDED ? over.sort((a, b) => b - a)[MOST_ENDED - 1] : 0;
  return parts.filter((part) => !part[field] || part[field] >= since);
}

const withEffects = (table, effects) => table.with({ effects: lately(effects, "off") });
const inForce = ({ off }) => !off;

/** An effect begins; Suncleanser's player loses every counter by the same entry. */
export function switchOn(table, entry, sight) {
  const { effect: id, card, controller, target, until } = entry;
  const unfit = unfitEffect(table, entry);
  if (unfit) return refused(table, unfit);
  const delta = card === SUNCLEANSER ? everything(table, target) : {};
  const verdict = judge(table, sight, delta, [controller, target]);
  if (!isAccepted(verdict)) return verdict;
  const begun = anEffect(table, entry, { id, card, controller, target, until });
  return { ...verdict, table: withEffects(table, [...table.effects, begun]) };
}

const anEffect = (table, { author }, fields) => ({
  ...{ controller: null, target: null, ...fields },
  ...{ on: table.seq + 1, onBy: author, off: 0, offBy: null },
});

function unfitEffect(table, entry) {
  if (!Object.hasOwn(NEEDS, entry.card)) return refusal(Code.UNKNOWN_CARD);
  const needs = NEEDS[entry.card];
  for (const field of ["controller", "target"]) {
    const seat = entry[field];
    if (seat && !table.seat(seat)) return refusal(Code.UNKNOWN_SEAT);
    if (!seat && needs.includes(field)) return badField(field, "form");
    if (seat && field === "target" && !needs.includes(field)) return badField(field, "choice");
  }
  if (table.effects.some(({ id }) => id === entry.effect)) return badField("effect", "taken");
  const many = table.inForce.length >= MOST_EFFECTS;
  return many ? refusal(Code.TOO_MANY, { max: MOST_EFFECTS }) : null;
}

// All counters of a player gone; life is none.
function everything(table, seat) {
  const kept = Object.entries(table.seat(seat).counters).filter(([kind]) => kind !== "life");
  return together(...kept.map(([kind, n]) => change(seat, kind, -n)));
}

export function switchOff(table, { effect, author }) {
  if (!table.inForce.some(({ id }) => id === effect)) return no(table, Code.UNKNOWN_EFFECT);
  return accepted(ended(table, table.seq + 1, author, ({ id }) => id === effect));
}

/** After Melira, the Living Cure has had her say: these players can't get poison this turn. */
export function cured(table, entry, seats) {
  const fields = { id: entry.id, card: CURE, until: "turn" };
  const effects = seats.map((target) => anEffect(table, entry, { ...fields, target }));
  return seats.length ? withEffects(table, [...table.effects, ...effects]) : table;
}

/** The table once effects have ended at a seq: those that are meant, or all of them. */
export function ended(table, off, offBy, isMeant = () => true) {
  const over = (effect) => inForce(effect) && isMeant(effect);
  const effects = table.effects.map((each) => (over(each) ? { ...each, off, offBy } : each));
  return withEffects(table, effects);
}

/** The effects once the row at `seq` is undone or live again at `now`; null: not possible. */
export function flippedEffects(table, seq, undone, now, author) {
  const effects = table.effects.map((each) => flipped(each, seq, undone, now, author));
  return effects.filter(inForce).length > MOST_EFFECTS ? null : withEffects(table, effects);
}

function flipped(effect, seq, undone, off, offBy) {
  if (effect.on === seq && undone) return inForce(effect) ? { ...effect, off, offBy } : effect;
  const again = effect.on === seq || (effect.off === seq && undone);
  return again ? { ...effect, off: 0, offBy: null } : effect;
}

/** A spell or ability begins to resolve. */
export function begin(table, { resolution: id, seat, card, targets, min }) {
  if (!table.seat(seat)) return unknownSeat(table);
  if (!table.isHere(seat)) return no(table, Code.PLAYER_LEFT);
  if (table.resolution(id)) return refused(table, badField("resolution", "taken"));
  const open = table.resolutions.filter(({ closed }) => !closed);
  if (open.length >= MOST_RESOLUTIONS) return full(table, MOST_RESOLUTIONS);
  const begun = { id, seat, card, targets, min, chosen: 0, paid: null, closed: 0 };
  return accepted(table.with({ resolutions: [...table.resolutions, begun] }));
}

/** Its one choice: so much is paid, 0 too, or it is declined. */
export function choose(table, { resolution, pay }, sight) {
  const found = table.resolution(resolution);
  if (found?.chosen) return no(table, Code.ALREADY_CHOSEN);
  if (!table.isResolving(resolution)) return no(table, Code.NOT_RESOLVING);
  const { seat, min } = found;
  if (pay !== null && pay < min) return no(table, Code.BELOW_MIN, { min });
  const verdict = judge(table, sight, change(seat, "energy", -(pay ?? 0)), [seat]);
  if (!isAccepted(verdict)) return verdict;
  const chosen = { ...found, chosen: table.seq + 1, paid: pay };
  return { ...verdict, table: table.withResolution(chosen) };
}

export function close(table, { resolution }) {
  const found = table.resolution(resolution);
  if (!found || found.closed) return no(table, Code.NOT_RESOLVING);
  return accepted(closed(table, table.seq + 1, resolution));
}

/** The table once one resolution is over at a seq, or all of them. */
export function closed(table, seq, only = null) {
  const over = ({ id, closed }) => !closed && (only ?? id) === id;
  const after = table.resolutions.map((each) => (over(each) ? { ...each, closed: seq } : each));
  return table.with({ resolutions: lately(after, "closed") });
}

/** The resolutions once a choice is undone or made again; null where another was made since. */
export function flippedChoice(table, row, undone) {
  if (undone) {
    const made = table.resolutions.find(({ chosen }) => chosen === row.seq);
    return made ? table.withResolution({ ...made, chosen: 0, paid: null }) : table;
  }
  const found = row.type === "resolution_choose" && table.resolution(row.resolution);
  if (!found) return table;
  if (found.chosen) return null;
  return table.withResolution({ ...found, chosen: row.seq, paid: row.pay });
}

/** The table with the resolutions that a seq had closed going on. */
export function reopened(table, seq) {
  const again = (each) => (each.closed === seq ? { ...each, closed: 0 } : each);
  return table.with({ resolutions: table.resolutions.map(again) });
}

export function pin(table, { seat: id, card }) {
  const seat = table.seat(id);
  if (!seat) return unknownSeat(table);
  if (seat.pins.includes(card)) return accepted(table);
  if (seat.pins.length >= MOST_PINS) return full(table, MOST_PINS);
  return accepted(table.withSeat({ ...seat, pins: [...seat.pins, card] }));
}

export function unpin(table, { seat: id, card }) {
  const seat = table.seat(id);
  if (!seat) return unknownSeat(table);
  return accepted(table.withSeat({ ...seat, pins: seat.pins.filter((pin) => pin !== card) }));
}

export function addKind(table, { kind, name }) {
  if (table.knows(kind)) return refused(table, badField("kind", "taken"));
  if (table.kinds.length >= MOST_OWN_KINDS) return full(table, MOST_OWN_KINDS);
  return accepted(table.with({ kinds: [...table.kinds, { kind, name }] }));
}

export function setMode(table, { mode, variant }) {
  return accepted(table.with({ mode: mode ?? table.mode, variant: variant ?? table.variant }));
}

export function setTeam(table, { seat: id, team }) {
  const seat = table.seat(id);
  return seat ? accepted(table.withSeat({ ...seat, team })) : unknownSeat(table);
}

/** Somebody says that a total is not right: everyone sees it until it is settled. */
export function doubt(table, { id, game, seat, kind }) {
  if (!table.seat(seat)) return unknownSeat(table);
  if (!table.knows(kind)) return refused(table, badField("kind", "choice"));
  if (table.doubts.length >= MOST_DISPUTES) return full(table, MOST_DISPUTES);
  return accepted(table.with({ disputes: [...table.disputes, { entry: id, game, seat, kind }] }));
}

export function endDoubt(table, { entry }) {
  const left = table.disputes.filter((dispute) => dispute.entry !== entry);
  if (left.length === table.disputes.length) return no(table, Code.UNKNOWN_ENTRY);
  return accepted(table.with({ disputes: left }));
}
