// Reads the golden ledgers (tests/ledgers/README.md): short ids become real ones.
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../ledgers/", import.meta.url);
const APART = 100_000; // milliseconds between entries that do not say when they were made
const BASE32 = { I: "1", L: "1", O: "0", U: "V", "-": "" };

const isShort = (value) => typeof value === "string" && /^[a-z0-9-]{1,21}$/.test(value);

export const entryId = (short) => (isShort(short) ? short.padEnd(22, "_") : short);

export function seatId(short) {
  if (!isShort(short)) return short;
  const seat = short.toUpperCase().replace(/[ILOU-]/g, (letter) => BASE32[letter]);
  return seat.slice(0, 8).padEnd(8, "0");
}

/** All of them → [{name, posted: [{client, raw}], expect}], with real ids throughout. */
export function goldenLedgers() {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return names
    .sort()
    .map((name) => golden(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))));
}

function golden({ name, start, posts, expect }) {
  const numbers = new Numbers();
  const posted = [...startOf(start), ...posts].flatMap((post) => numbers.read(post));
  return { name, posted, expect: expected(expect) };
}

function startOf(start) {
  if (!start) return [];
  const seats = start.seats.map((seat) => ({ seat }));
  const opening = { id: "open", type: "open", seats, life: start.life };
  const totals = Object.entries(start.totals ?? {}).flatMap(([seat, kinds]) =>
    Object.entries(kinds)
      .filter(([, n]) => n)
      .map(([kind, n]) => ({ id: startId(seat, kind), type: "gain", seat, kind, n })),
  );
  const effects = (start.effects ?? []).map((told) => ({
    ...{ id: `on-${told.effect}`, type: "effect_on", ...told },
  }));
  return [{ client: "table", entries: [opening, ...totals, ...effects], start: true }];
}

const startId = (seat, kind) => `start-${seat}${kind === "energy" ? "" : `-${kind}`}`;

// Gives entries their places: the server's seq and their client's.
class Numbers {
  #places = new Map();
  #seqs = new Map();
  #counts = new Map();
  #start = 0;

  read({ client, entries, start }) {
    const posted = entries.map((entry) => ({
      client: entryId(client),
      raw: this.#raw(client, entry),
    }));
    if (start) this.#start = this.#places.size;
    return posted;
  }

  #raw(client, entry) {
    this.#number(client, entry.id);
    const { id } = entry;
    const raw = { at: this.#places.get(id) * APART, ...entry, seq: this.#seqs.get(id) };
    if ("seen" in raw) raw.seen = this.#seen(raw.seen);
    return withRealIds(raw);
  }

  #number(client, id) {
    if (this.#places.has(id)) return;
    const seq = (this.#counts.get(client) ?? 0) + 1;
    this.#counts.set(client, seq);
    this.#seqs.set(id, seq);
    this.#places.set(id, this.#places.size + 1);
  }

  #seen(value) {
    return value === "start" ? this.#start : (this.#places.get(value) ?? value);
  }
}

const each = (read) => (value) => (Array.isArray(value) ? value.map(read) : value);
const isObject = (told) => typeof told === "object" && told !== null && !Array.isArray(told);

function seatIn(told) {
  if (!isObject(told)) return seatId(told);
  return told.seat === undefined ? told : { ...told, seat: seatId(told.seat) };
}

// The order of effects, for each seat where there are several.
const orderOfEffects = (told) =>
  isObject(told) ? mapped(told, seatId, each(entryId)) : each(entryId)(told);

const READ = {
  id: entryId,
  entry: entryId,
  game: entryId,
  undo: entryId,
  with: each(entryId),
  effect: entryId,
  resolution: entryId,
  group: entryId,
  seat: seatId,
  placer: seatId,
  by: seatId,
  controller: seatId,
  target: seatId,
  seats: each(seatIn),
};

const mapped = (object, key, value) =>
  Object.fromEntries(Object.entries(object).map(([k, v]) => [key(k), value(v)]));

function withRealIds(raw) {
  const order = raw.type === "seat_order" ? each(seatId) : orderOfEffects;
  const read = { ...READ, order };
  return Object.fromEntries(
    Object.entries(raw).map(([field, value]) => [field, read[field]?.(value) ?? value]),
  );
}

const same = (value) => value;
const bySeat = (told) => mapped(told, seatId, same);

function params({ outcomes, ...told }) {
  const read = { entries: each(entryId), effect: entryId, seat: seatId };
  const real = Object.entries(told).map(([field, v]) => [field, (read[field] ?? same)(v)]);
  const ways = outcomes?.map((way) => ({ ...way, order: way.order.map(entryId) }));
  return { ...Object.fromEntries(real), ...(ways && { outcomes: ways }) };
}

function expected(told) {
  const byEntry = (field, value = same) => mapped(told[field] ?? {}, entryId, value);
  return {
    outcomes: byEntry("outcomes"),
    params: byEntry("params", params),
    flags: byEntry("flags"),
    deltas: byEntry("deltas", bySeat),
    undone: byEntry("undone"),
    answers: byEntry("answers"),
    totals: bySeat(told.totals),
    conflicts: told.conflicts,
    holders: mapped(told.holders ?? {}, seatId, entryId),
    seats: told.seats?.map(seatIn) ?? null,
    tallies: bySeat(told.tallies ?? {}),
    effects: told.effects?.map(entryId) ?? null,
    paid: byEntry("paid"),
    pins: bySeat(told.pins ?? {}),
  };
}
