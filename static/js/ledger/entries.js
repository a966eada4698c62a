// Entries as they are read from the wire. As webapp/domain/entries.py, but flat: an entry's own
// fields stand beside the common ones, and `malformed` holds the refusal of what can't be read.
import { Fields, LIMIT, validId, whole } from "./fields.js";
import { READERS } from "./readers.js";
import { badField, Code, refusal } from "./table.js";

const LATEST = 253_402_300_799_999; // the last millisecond of the year 9999

/** Read an entry whose id is valid; a missing game, at or seen is as given. It never throws. */
export function readEntry(raw, { client, author, game, seen, now }) {
  const fields = new Fields(raw);
  const common = {
    at: fields.maybe("at", fields.number, 0, LATEST) ?? now,
    seen: fields.maybe("seen", fields.number, 0, LIMIT - 1) ?? seen,
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
