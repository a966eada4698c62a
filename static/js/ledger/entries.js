// Entries as they are read from the wire. As webapp/domain/entries.py, but flat: an entry's own
// fields stand beside the common ones, and `malformed` holds the refusal of what can't be read.
import { Fields, LIMIT, validId, validSeat, whole } from "./fields.js";
import { badField, COLOURS, Code, KINDS, MOST_SEATS, refusal, SHAPES } from "./table.js";

export { validId, validSeat };

const NAME = 30;
const REASON = 80;
export const MOST_WITH = 100;
const ANSWERS = ["twin", "drop", "retry", "total"];
const LATEST = 253_402_300_799_999; // the last millisecond of the year 9999

/** Read an entry whose id is valid; a missing game, at or seen is as given. It never throws. */
export function readEntry(raw, { client, author, game, seen, now }) {
  const fields = new Fields(raw);
  const common = {
    at: fields.has("at") ? fields.number("at", 0, LATEST) : now,
    seen: fields.has("seen") ? fields.number("seen", 0, LIMIT - 1) : seen,
    game: fields.has("game") ? readGame(fields) : game,
  };
  const [type, body] = readBody(fields);
  const who = { id: raw.id, client, author, seq: whole(raw.seq) ?? 0, type };
  if (fields.fault) return { ...who, at: now, seen, game, malformed: fields.fault };
  return { ...who, ...common, ...body };
}

function readGame(fields) {
  const value = fields.raw.game;
  if (validId(value)) return value;
  fields.refuse(badField("game", typeof value === "string" ? "choice" : "form"));
  return "";
}

function readBody(fields) {
  const { type } = fields.raw;
  if (typeof type !== "string" || !/^[a-z][a-z0-9_]{0,31}$/.test(type)) {
    fields.refuse(badField("type", "form"));
    return ["", {}];
  }
  if (!Object.hasOwn(READERS, type)) {
    fields.refuse(refusal(Code.UNKNOWN_TYPE));
    return [type, {}];
  }
  return [type, READERS[type](fields)];
}

function readOpen(fields) {
  const name = fields.text("name", NAME);
  const seats = fields.list("seats").map((raw) => readSeatIn(fields, raw));
  if (seats.length === 0) fields.refuse(badField("seats", "min"));
  if (seats.length > MOST_SEATS) fields.refuse(refusal(Code.SEATS_FULL));
  if (new Set(seats.map(({ seat }) => seat)).size < seats.length)
    fields.refuse(badField("seats", "taken"));
  return { name, seats };
}

function readSeatIn(fields, raw) {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    fields.refuse(badField("seats", "form"));
    return { seat: "" };
  }
  const inner = new Fields(raw);
  const seat = readSeatAdd(inner);
  if (inner.fault) fields.refuse(inner.fault);
  return seat;
}

function readSeatAdd(fields) {
  return { seat: fields.newSeat(), name: fields.text("name", NAME), ...readLooks(fields) };
}

function readLooks(fields) {
  return {
    colour: fields.has("colour") ? fields.choice("colour", COLOURS) : null,
    shape: fields.has("shape") ? fields.choice("shape", SHAPES) : null,
  };
}

function readSeatRename(fields) {
  const [seat, name] = [fields.seat(), fields.text("name", NAME)];
  if (!(fields.has("name") || fields.has("colour") || fields.has("shape"))) {
    fields.refuse(badField("name", "blank"));
  }
  return { seat, name, ...readLooks(fields) };
}

const readMove = (fields) => ({
  seat: fields.seat(),
  kind: fields.choice("kind", KINDS),
  n: fields.amount("n", 1),
});

function readGain(fields) {
  const gain = readMove(fields);
  if (fields.has("also")) fields.refuse(badField("also", "choice"));
  return gain;
}

const readCorrect = (fields) => ({
  seat: fields.seat(),
  kind: fields.choice("kind", KINDS),
  from: fields.amount("from", 0),
  to: fields.amount("to", 0),
  reason: fields.note("reason", REASON),
});

const readUndo = (fields) => ({
  entry: fields.entry("entry"),
  with: fields.entries("with", MOST_WITH),
});

function readSettle(fields) {
  const [entry, answer] = [fields.entry("entry"), fields.choice("answer", ANSWERS)];
  const undo = answer === "retry" && fields.has("undo") ? fields.entry("undo") : null;
  const to = answer === "total" ? fields.amount("to", 0) : null;
  return { entry, answer, undo, to };
}

const READERS = {
  open: readOpen,
  seat_add: readSeatAdd,
  seat_rename: readSeatRename,
  seat_take: (fields) => ({ seat: fields.seat(), over: fields.flag("over") }),
  seat_leave: (fields) => ({ seat: fields.seat() }),
  seat_return: (fields) => ({ seat: fields.seat() }),
  seat_order: (fields) => ({ order: fields.seats("order") }),
  gain: readGain,
  pay: readMove,
  correct: readCorrect,
  undo: readUndo,
  settle: readSettle,
  new_game: () => ({}),
};
