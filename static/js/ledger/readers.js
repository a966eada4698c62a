// How the fields of each type of entry are read. As webapp/domain/readers.py.
import { Fields, validSeat } from "./fields.js";
import {
  badField,
  COLOURS,
  Code,
  MODES,
  MOST,
  MOST_EFFECTS,
  MOST_SEATS,
  PAID,
  refusal,
  SHAPES,
  VARIANTS,
} from "./table.js";

const NAME = 30;
const REASON = 80;
const MOST_LIFE = 1000;
const LOSSES = ["all", "half-up", "half-down"];
const TARGETS = ["none", "legal", "some", "illegal"];
const ANSWERS = ["twin", "drop", "retry", "total"];
export const MOST_WITH = 100;

function readOpen(fields) {
  const name = fields.text("name", NAME);
  const seats = fields.list("seats").map((raw) => readInner(fields, raw, "seats", readSeatAdd));
  if (seats.length === 0) fields.refuse(badField("seats", "min"));
  if (seats.length > MOST_SEATS) fields.refuse(refusal(Code.SEATS_FULL));
  onceEach(
    fields,
    "seats",
    seats.map(({ seat }) => seat),
  );
  return { name, seats, life: fields.maybe("life", fields.number, 1, MOST_LIFE) };
}

function onceEach(fields, field, values, why = "taken") {
  if (new Set(values).size < values.length) fields.refuse(badField(field, why));
  return values;
}

const isObject = (raw) => typeof raw === "object" && raw !== null && !Array.isArray(raw);

/** Read an object within an entry, the fault being the entry's. */
function readInner(fields, raw, field, read) {
  if (field && !isObject(raw)) {
    fields.refuse(badField(field, "form"));
    return { seat: "" };
  }
  const inner = new Fields(isObject(raw) ? raw : {});
  const value = read(inner);
  if (inner.fault) fields.refuse(inner.fault);
  return value;
}

function readSeatAdd(fields) {
  const seat = fields.newId("seat", validSeat);
  return { seat, name: fields.text("name", NAME), ...readLooks(fields) };
}

function readLooks(fields) {
  return {
    colour: fields.maybe("colour", fields.choice, COLOURS),
    shape: fields.maybe("shape", fields.choice, SHAPES),
  };
}

function readSeatRename(fields) {
  const [seat, name] = [fields.seat(), fields.text("name", NAME)];
  if (!(fields.has("name") || fields.has("colour") || fields.has("shape"))) {
    fields.refuse(badField("name", "blank"));
  }
  return { seat, name, ...readLooks(fields) };
}

const readSeat = (fields) => ({ seat: fields.seat() });
const readAmount = (fields) => ({ kind: fields.kind(), n: fields.amount("n", 1) });
const readOrder = (fields) =>
  fields.maybe("order", fields.references, MOST_EFFECTS, Code.UNKNOWN_EFFECT);

function readGain(fields) {
  const seat = fields.seat();
  const first = readAmount(fields);
  const raws = fields.maybe("also", fields.list) ?? [];
  const also = raws.map((raw) => readInner(fields, raw, null, readAmount));
  onceEach(
    fields,
    "also",
    [first, ...also].map(({ kind }) => kind),
    "choice",
  );
  return {
    ...{ seat, ...first, also },
    placer: fields.maybe("placer", fields.seat),
    order: readOrder(fields),
    card: fields.maybe("card", fields.card),
    resolution: fields.maybe("resolution", fields.reference, Code.NOT_RESOLVING),
  };
}

// The order that each seat chose.
function readOrders(fields) {
  const raw = fields.raw.order ?? {};
  const seats = isObject(raw) ? Object.keys(raw) : [];
  if (!isObject(raw) || seats.length > MOST_SEATS) {
    fields.refuse(badField("order", "form"));
    return {};
  }
  const chosen = seats.map((seat) => {
    if (!validSeat(seat)) fields.refuse(refusal(Code.UNKNOWN_SEAT));
    const read = (inner) => inner.references("order", MOST_EFFECTS, Code.UNKNOWN_EFFECT);
    return [seat, readInner(fields, { order: raw[seat] }, null, read)];
  });
  return Object.fromEntries(chosen);
}

const readPay = (fields) => ({
  seat: fields.seat(),
  kind: fields.kind(PAID),
  n: fields.amount("n", 1),
  card: fields.maybe("card", fields.card),
});

const readLose = (fields) => ({
  ...{ seat: fields.seat(), kind: fields.kind() },
  n: typeof fields.raw.n === "string" ? fields.choice("n", LOSSES) : fields.amount("n", 1),
  card: fields.maybe("card", fields.card),
  group: fields.maybe("group", fields.newId),
});

const readProliferate = (fields) => ({
  seats: onceEach(fields, "seats", fields.seats("seats")),
  by: fields.maybe("by", fields.seat),
  order: readOrders(fields),
});

function readDouble(fields) {
  const seat = fields.seat();
  const raws = fields.list("kinds");
  const kinds = raws.map((kinds) => new Fields({ kinds }).kind(undefined, "kinds", fields));
  if (kinds.length === 0) fields.refuse(badField("kinds", "min"));
  return { seat, kinds: onceEach(fields, "kinds", kinds), order: readOrder(fields) };
}

function readCorrect(fields) {
  const [seat, kind] = [fields.seat(), fields.kind()];
  const least = kind === "life" ? -MOST : 0;
  const [from, to] = [fields.amount("from", least), fields.amount("to", least)];
  return { seat, kind, from, to, reason: fields.note("reason", REASON) };
}

const readUndo = (fields) => ({
  entry: fields.entry(),
  with: fields.maybe("with", fields.references, MOST_WITH, Code.UNKNOWN_ENTRY) ?? [],
});

function readSettle(fields) {
  const [entry, answer] = [fields.entry(), fields.choice("answer", ANSWERS)];
  const undo = answer === "retry" ? fields.maybe("undo", fields.entry) : null;
  const to = answer === "total" ? fields.amount("to", 0) : null;
  return { entry, answer, undo, to };
}

const readEffectOn = (fields) => ({
  effect: fields.newId("effect"),
  card: fields.card(),
  controller: fields.maybe("controller", fields.seat),
  target: fields.maybe("target", fields.seat),
  until: fields.maybe("until", fields.choice, ["turn"]),
});

const readResolutionOpen = (fields) => ({
  resolution: fields.newId("resolution"),
  seat: fields.seat(),
  card: fields.maybe("card", fields.card),
  targets: fields.choice("targets", TARGETS),
  min: fields.maybe("min", fields.amount, 0) ?? 0,
});

function readResolutionChoose(fields) {
  const pay = fields.maybe("pay", fields.amount, 0);
  return { ...readResolution(fields), pay };
}

const readResolution = (fields) => ({
  resolution: fields.reference("resolution", Code.NOT_RESOLVING),
});

const readPin = (fields) => ({ seat: fields.seat(), card: fields.card() });

function readKindAdd(fields) {
  const [kind, name] = [fields.kind(), fields.text("name", NAME)];
  if (!kind.startsWith("custom:")) fields.refuse(badField("kind", "choice"));
  if (name === null) fields.refuse(badField("name", "blank"));
  return { kind, name };
}

function readMode(fields) {
  if (!(fields.has("mode") || fields.has("variant"))) fields.refuse(badField("mode", "form"));
  return {
    mode: fields.maybe("mode", fields.choice, MODES),
    variant: fields.maybe("variant", fields.choice, VARIANTS),
  };
}

function readTeam(fields) {
  const team = fields.maybe("team", fields.number, 1, MOST_SEATS);
  return { seat: fields.seat(), team };
}

// Counters are never moved from player to player: rule 122.5 knows it of objects only.
function readMove(fields) {
  fields.refuse(refusal(Code.NO_SUCH_ACTION));
  return {};
}

export const READERS = {
  open: readOpen,
  seat_add: readSeatAdd,
  seat_rename: readSeatRename,
  seat_take: (fields) => ({ seat: fields.seat(), over: fields.flag("over") }),
  seat_leave: readSeat,
  seat_return: readSeat,
  seat_order: (fields) => ({ order: fields.seats("order") }),
  gain: readGain,
  pay: readPay,
  lose: readLose,
  proliferate: readProliferate,
  double: readDouble,
  correct: readCorrect,
  undo: readUndo,
  settle: readSettle,
  effect_on: readEffectOn,
  effect_off: (fields) => ({ effect: fields.reference("effect", Code.UNKNOWN_EFFECT) }),
  resolution_open: readResolutionOpen,
  resolution_choose: readResolutionChoose,
  resolution_close: readResolution,
  pin: readPin,
  unpin: readPin,
  kind_add: readKindAdd,
  turn: (fields) => ({ seat: fields.maybe("seat", fields.seat) }),
  mode: readMode,
  team: readTeam,
  dispute: (fields) => ({ seat: fields.seat(), kind: fields.kind() }),
  dispute_end: (fields) => ({ entry: fields.entry() }),
  move: readMove,
  new_game: () => ({}),
};
