// The table as its ledger makes it, what entries move, and why they can't. As webapp/domain/
// table.py, deltas.py, rows.py and refusals.py. A row is flat: an entry's fields with its outcome,
// `seq` being the server's.

export const COLOURS = ["aether", "brass", "rose", "leaf", "violet", "ember", "sand", "slate"];
export const SHAPES = [
  "circle",
  "diamond",
  "triangle",
  "hexagon",
  "square",
  "star",
  "drop",
  "cross",
];
export const KINDS = ["energy", "poison", "experience", "rad", "ticket", "life"];
export const PAID = ["energy", "ticket"]; // costs: whoever has less pays nothing
export const MODES = ["casual", "tournament"];
export const VARIANTS = ["normal", "2hg"];
export const DEADLY = { normal: 10, "2hg": 15 }; // poison of a player, of a team: they lose
export const MOST_SEATS = 8;
export const MOST_EFFECTS = 12;
export const MOST = 1_000_000; // no total and no amount is higher

/** What players do in a game; and what of all may be taken back. */
export const PLAYS = [
  ...["gain", "pay", "correct", "undo", "settle", "lose", "proliferate", "double"],
  ...["effect_on", "effect_off", "resolution_choose", "turn"],
];
export const UNDOABLE = [...PLAYS, "new_game"];

/** A seat nobody holds, with nothing on it. */
export const aSeat = (fields) => ({
  name: null,
  status: "active",
  holder: null,
  counters: { energy: 0 },
  leftAt: 0,
  leftBy: null,
  team: null,
  pins: [],
  ...fields,
});

/** A fold of the ledger up to `seq`; its fields are told in table.py. Never changed in place. */
export class Table {
  name = null;
  game = "";
  seq = 0;
  seats = [];
  conflicts = [];
  previous = "";
  since = 0;
  lastPlay = 0;
  shelved = [];
  life = null;
  mode = "casual";
  variant = "normal";
  kinds = [];
  effects = [];
  resolutions = [];
  disputes = [];
  turn = null;
  turnAt = 0;
  tallies = {};
  lastTurn = null;

  constructor(fields = {}) {
    Object.assign(this, fields);
  }

  with(fields) {
    return new Table({ ...this, ...fields });
  }

  seat(id) {
    return this.seats.find((seat) => seat.id === id) ?? null;
  }

  conflict(entry) {
    return this.conflicts.find((conflict) => conflict.entry === entry) ?? null;
  }

  withoutConflict(entry) {
    return this.with({ conflicts: this.conflicts.filter((conflict) => conflict.entry !== entry) });
  }

  balance(seat, kind) {
    return this.seat(seat)?.counters[kind] ?? 0;
  }

  isHere(seat) {
    return this.seat(seat)?.status === "active";
  }

  /** The totals that somebody doubts in this game. */
  get doubts() {
    return this.disputes.filter(({ game }) => game === this.game);
  }

  get inForce() {
    return this.effects.filter(({ off }) => !off);
  }

  /** Whether counters of that kind are kept here. */
  knows(kind) {
    if (kind === "life") return this.life !== null;
    return KINDS.includes(kind) || this.kinds.some((own) => own.kind === kind);
  }

  /** The seats of a player's team, the own one first: alone but in Two-Headed Giant. */
  mates(seat) {
    const team = this.variant === "2hg" ? (this.seat(seat)?.team ?? null) : null;
    const isMate = (one) => one.team === team && one.id !== seat && one.status === "active";
    return [seat, ...(team === null ? [] : this.seats.filter(isMate).map(({ id }) => id))];
  }

  areMates(one, other) {
    return this.mates(one).includes(other);
  }

  resolution(id) {
    return this.resolutions.find((resolution) => resolution.id === id) ?? null;
  }

  /** Whether something may still come of that resolution. */
  isResolving(id) {
    const found = this.resolution(id);
    return found !== null && !found.closed && found.targets !== "illegal";
  }

  withResolution(changed) {
    const { id } = changed;
    return this.with({
      resolutions: this.resolutions.map((each) => (each.id === id ? changed : each)),
    });
  }

  withSeat(changed) {
    return this.with({
      seats: this.seats.map((seat) => (seat.id === changed.id ? changed : seat)),
    });
  }

  moved(delta) {
    return this.with({ seats: this.seats.map((seat) => movedSeat(seat, delta[seat.id])) });
  }
}

export const EMPTY = new Table();

function movedSeat(seat, change) {
  if (!change) return seat;
  const counters = { ...seat.counters };
  for (const [kind, n] of Object.entries(change)) {
    counters[kind] = (counters[kind] ?? 0) + n;
    if (!counters[kind] && kind !== "energy" && kind !== "life") delete counters[kind];
  }
  return { ...seat, counters };
}

/** What one kind on one seat moves by: seat → kind → change, without zeros. */
export const change = (seat, kind, n) => (n ? { [seat]: { [kind]: n } } : {});

export const amount = (delta, seat, kind) => delta[seat]?.[kind] ?? 0;

/** Every [seat, kind, n] of a delta. */
export const moves = (delta) =>
  Object.entries(delta).flatMap(([seat, kinds]) =>
    Object.entries(kinds).map(([kind, n]) => [seat, kind, n]),
  );

/** Several deltas as one. */
export function together(...deltas) {
  const sums = {};
  for (const [seat, kind, n] of deltas.flatMap(moves)) {
    sums[seat] ??= {};
    sums[seat][kind] = (sums[seat][kind] ?? 0) + n;
  }
  const kept = {};
  for (const [seat, kind, n] of moves(sums)) if (n) kept[seat] = { ...kept[seat], [kind]: n };
  return kept;
}

/** The exact opposite. */
export function inverse(delta) {
  const opposite = {};
  for (const [seat, kind, n] of moves(delta)) opposite[seat] = { ...opposite[seat], [kind]: -n };
  return opposite;
}

export const isAccepted = (row) => row.outcome === "accepted";

/** What the rules answer about one entry; `table` is the one to go on with, counters apart. */
const verdict = (outcome, table, more) => ({
  outcome,
  table,
  delta: {},
  flags: [],
  refusal: null,
  compensates: [],
  marks: new Map(),
  ...more,
});

export const accepted = (table, delta = {}) => verdict("accepted", table, { delta });

export const refused = (table, refusal) => verdict("refused", table, { refusal });

export const inConflict = (table, refusal) => verdict("conflict", table, { refusal });

/** Duplicate, stale, archived. */
export const withoutEffect = (table, outcome) => verdict(outcome, table);

/** Why an entry is not possible. One enum, spelled as in Python. */
export const Code = Object.freeze({
  INSUFFICIENT: "INSUFFICIENT", // {have, need, kind?}
  BAD_FIELD: "BAD_FIELD", // {field, why}
  TOO_MANY: "TOO_MANY", // {max}
  UNKNOWN_SEAT: "UNKNOWN_SEAT",
  UNKNOWN_ENTRY: "UNKNOWN_ENTRY",
  UNKNOWN_TYPE: "UNKNOWN_TYPE",
  PLAYER_LEFT: "PLAYER_LEFT",
  SEAT_HELD: "SEAT_HELD",
  SEATS_FULL: "SEATS_FULL",
  ALREADY_OPEN: "ALREADY_OPEN",
  OTHERS_PLAYED: "OTHERS_PLAYED",
  UNDO_BELOW_ZERO: "UNDO_BELOW_ZERO", // {entries, kind?}
  UNDO_NOT_POSSIBLE: "UNDO_NOT_POSSIBLE",
  NO_CONFLICT: "NO_CONFLICT",
  CANT_GET: "CANT_GET", // {effect, card}
  ORDER_REQUIRED: "ORDER_REQUIRED", // {seat, outcomes}
  NOT_RESOLVING: "NOT_RESOLVING",
  ALREADY_CHOSEN: "ALREADY_CHOSEN",
  BELOW_MIN: "BELOW_MIN", // {min}
  NO_COUNTERS: "NO_COUNTERS", // {seat}
  TEAM_POISON_TWICE: "TEAM_POISON_TWICE",
  UNKNOWN_CARD: "UNKNOWN_CARD",
  UNKNOWN_EFFECT: "UNKNOWN_EFFECT",
  NO_SUCH_ACTION: "NO_SUCH_ACTION",
});

export const refusal = (code, params = {}) => ({ code, params });

/** The kind as a figure of a refusal: it goes without saying where it is energy. */
export const ofKind = (kind) => (kind === "energy" ? {} : { kind });

/** A field that can't be read or doesn't fit; `why` as in refusals.py. */
export const badField = (field, why) => refusal(Code.BAD_FIELD, { field, why });
