// Reading the fields of an entry: a fault is kept, never thrown. As webapp/domain/fields.py.
import { badField, Code, KINDS, MOST, refusal } from "./table.js";

/** Whole numbers end here: beyond, neighbours can't be told apart. */
export const LIMIT = 2 ** 53;

const SPACE =
  "\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const EDGES = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu");
const NEVER = [
  "\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff", // control characters, halves of pairs
  "\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u206f", // lines, marks that turn text around
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u2800\\u3164\\ufeff",
  "\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}",
  "\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}", // all of these are invisible
].join("");
const UNFIT = new RegExp(`[${NEVER}]`, "u");
const SHOWS = new RegExp(`[^\\p{M}\\p{Cf}${SPACE}]`, "u"); // marks and joiners need another
const SLACK = 10; // normalising shortens a text, but never to a tenth

const isText = (value) => typeof value === "string";

export const validId = (value) => isText(value) && /^[A-Za-z0-9_-]{22}$/.test(value);

export const validSeat = (value) => isText(value) && /^[0-9A-HJKMNP-TV-Z]{8}$/.test(value);

// Which cards there are, the rules don't know.
const validCard = (value) =>
  isText(value) && value.length <= 150 && /^[a-z0-9]+(--?[a-z0-9]+)*$/.test(value);
const ownKind = (value) =>
  isText(value) && value.length <= 37 && /^custom:[a-z0-9]+(-[a-z0-9]+)*$/.test(value);

/** The whole number that a value is, at most ±2**53; null when it is none. */
export function whole(value) {
  if (typeof value !== "number" || Number.isNaN(value)) return null;
  if (Number.isFinite(value) && !Number.isInteger(value)) return null;
  return Math.max(-LIMIT, Math.min(LIMIT, value)) + 0; // never -0
}

/** A text trimmed and composed, as {text}, or what is wrong with it, as {why}. */
export function tidy(value, most) {
  const text = value.replace(EDGES, "");
  if (UNFIT.test(text)) return { why: "characters" };
  if (!SHOWS.test(text)) return { why: "blank" };
  if ([...text].length > most * SLACK) return { why: "long" };
  const composed = text.normalize("NFC");
  return [...composed].length > most ? { why: "long" } : { text: composed };
}

/** The fields of one raw entry; a missing field and null are the same. */
export class Fields {
  fault = null;

  constructor(raw) {
    this.raw = raw;
  }

  has(field) {
    return this.#value(field) !== null;
  }

  /** What a reader (one of these methods) makes of a field that may be missing; null if it is. */
  maybe(field, read, ...more) {
    return this.has(field) ? read.call(this, field, ...more) : null;
  }

  number(field, least, most) {
    const found = whole(this.#value(field));
    if (found === null) return this.#numberFault(field, "whole");
    if (found < least) return this.#numberFault(field, "min");
    return found <= most ? found : this.#numberFault(field, "max");
  }

  amount(field, least) {
    const found = whole(this.#value(field));
    if (found === null || found <= MOST) return this.number(field, least, MOST);
    this.refuse(refusal(Code.TOO_MANY, { max: MOST }));
    return least;
  }

  text(field, most) {
    const value = this.#value(field);
    if (value === null) return null;
    const { text, why } = isText(value) ? tidy(value, most) : { why: "form" };
    if (why) this.refuse(badField(field, why));
    return text ?? null;
  }

  note(field, most) {
    const value = this.#value(field);
    const blank = isText(value) && tidy(value, most).why === "blank";
    return blank ? null : this.text(field, most);
  }

  choice(field, options) {
    const value = this.#value(field);
    if (options.includes(value)) return value;
    this.refuse(badField(field, isText(value) ? "choice" : "form"));
    return options[0];
  }

  flag(field) {
    const value = this.#value(field);
    if (value !== null && typeof value !== "boolean") this.refuse(badField(field, "form"));
    return value === true;
  }

  seat(field = "seat") {
    return this.#reference(field, this.#value(field), validSeat, Code.UNKNOWN_SEAT);
  }

  entry(field = "entry") {
    return this.reference(field, Code.UNKNOWN_ENTRY);
  }

  /** A kind of counters: one of those, or with all of them a table's own. `to` keeps the fault. */
  kind(options = KINDS, field = "kind", to = this) {
    const value = this.#value(field);
    if (options.includes(value) || (options === KINDS && ownKind(value))) return value;
    to.refuse(badField(field, isText(value) ? "choice" : "form"));
    return KINDS[0];
  }

  card(field = "card") {
    const value = this.#value(field);
    return this.#reference(field, value, validCard, Code.UNKNOWN_CARD);
  }

  /** The id of something that is there already. */
  reference(field, unknown) {
    return this.#reference(field, this.#value(field), validId, unknown);
  }

  references(field, most, unknown) {
    const values = this.list(field);
    if (values.length > most) this.refuse(badField(field, "long"));
    return values.slice(0, most).map((value) => this.#reference(field, value, validId, unknown));
  }

  /** The id of something that is to be. */
  newId(field, valid = validId) {
    const value = this.#value(field);
    if (valid(value)) return value;
    this.refuse(badField(field, "form"));
    return "";
  }

  seats(field) {
    return this.list(field).map((value) =>
      this.#reference(field, value, validSeat, Code.UNKNOWN_SEAT),
    );
  }

  list(field) {
    const value = this.#value(field);
    if (Array.isArray(value)) return value;
    this.refuse(badField(field, "form"));
    return [];
  }

  refuse(fault) {
    this.fault ??= fault;
  }

  #value(field) {
    return this.raw[field] ?? null;
  }

  #numberFault(field, why) {
    this.refuse(badField(field, why));
    return 0;
  }

  #reference(field, value, valid, unknown) {
    if (valid(value)) return value;
    this.refuse(isText(value) ? refusal(unknown) : badField(field, "form"));
    return "";
  }
}
