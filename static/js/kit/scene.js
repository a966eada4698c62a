// A table as the kit draws it: what this phone knows of it, in values for the holes.
import { base32, makeId } from "../device.js";
import { ME } from "../ledger/state.js";
import { DEADLY } from "../ledger/table.js";
import { amountWords, cardName, conflictWords, kindName, seatName, shortName } from "./names.js";

const OTHERS = ["poison", "experience", "rad", "ticket"];
/** The name of the drawing that stands for a kind. */
export const iconOf = (kind) => (kind.startsWith("custom:") ? "tally" : kind);

/**
 * {id, name, table, rows, seq, code, joined, online, wanted, kit, cards, pins, language}: `table` is
 * the folded one with all that waits, `rows` all that are known, oldest first, `seq` the server's
 * count (0 where none has it), `wanted` the layout that the address asks for.
 */
export class Scene {
  constructor({ now = Date.now(), ...known }) {
    Object.assign(this, { now, ...known });
    const { seats } = this.table;
    this.mine = seats.filter(({ holder }) => holder === ME);
    this.free = seats.filter(({ holder, status }) => !holder && status === "active");
    this.alone = !seats.some(({ holder }) => holder && holder !== ME);
    this.layout = layoutOf(this.mine, this.wanted);
  }

  /** What a card does (card-words.js), null where this phone does not know it. */
  card(slug) {
    return this.cards?.cards[slug] ?? null;
  }

  get resolving() {
    const { resolutions } = this.table;
    return resolutions.filter(({ closed, seat }) => !closed && this.table.seat(seat));
  }

  /** The seat of that id; without one the reader's own, else the first. */
  seat(id) {
    if (id) return this.table.seat(id);
    return this.mine[0] ?? this.table.seats[0] ?? null;
  }

  get tableValues() {
    return {
      "table.id": this.id,
      "table.url": `${location.origin}/t/${this.id}`,
      "table.name": this.table.name ?? this.name ?? this.kit.say("no-name"),
      "table.game": this.table.game,
      "table.seq": this.seq,
      "table.code": this.code ?? "",
      "table.watch": null, // made by the server, and kept by nobody
      "new.seat": () => base32(8),
      id: makeId,
    };
  }

  seatValues({ id, name, colour, shape, counters }) {
    return {
      ...this.tableValues,
      "seat.id": id,
      "seat.name": seatName(this.table, id, this.kit.say),
      "seat.given": name ?? "",
      "seat.colour": colour,
      "seat.path": this.kit.path(shape),
      "seat.energy": counters.energy,
      "own.id": this.mine[0]?.id ?? "",
    };
  }

  /** One kind of counters at a seat. */
  counterValues(seat, kind) {
    const n = this.table.balance(seat.id, kind);
    const { say } = this.kit;
    return {
      ...this.seatValues(seat),
      "counter.kind": kind,
      "counter.n": n,
      "counter.name": kindName(this.table, kind, say),
      "counter.short": shortName(this.table, kind, say),
      "counter.words": amountWords(this.table, kind, n, say),
      "counter.path": this.kit.path(iconOf(kind)),
    };
  }

  /** Who still plays. */
  get players() {
    return this.table.seats.filter(({ status }) => status === "active");
  }

  /** Whose turn comes next; null where nobody plays any more. */
  get next() {
    const { seats, turn } = this.table;
    const at = seats.findIndex(({ id }) => id === turn) + 1;
    return [...seats.slice(at), ...seats.slice(0, at)].find((s) => s.status === "active") ?? null;
  }

  get nextValues() {
    const id = this.next?.id ?? null;
    const name = id && seatName(this.table, id, this.kit.say);
    return { ...this.tableValues, "next.id": id, "next.name": name };
  }

  /** Every kind beside energy that a seat may have. */
  get kinds() {
    const { life, kinds } = this.table;
    return [...(life === null ? [] : ["life"]), ...OTHERS, ...kinds.map(({ kind }) => kind)];
  }

  /** Those that a seat shows. */
  kindsOf({ id }) {
    return this.kinds.filter((kind) => kind === "life" || this.table.balance(id, kind) > 0);
  }

  effectValues({ id, card, controller, target }) {
    const [name, lang] = cardName(card, this.kit.say);
    const whose = target ?? controller;
    return {
      "effect.id": id,
      "effect.name": name,
      "effect.lang": lang,
      "effect.whose": whose ? seatName(this.table, whose, this.kit.say) : null,
    };
  }

  /** Who has so many poison counters that they lose the game; a team has them together. */
  get dying() {
    const { variant, seats } = this.table;
    const poison = ({ id }) =>
      this.table.mates(id).reduce((sum, mate) => sum + this.table.balance(mate, "poison"), 0);
    const has = (seat) => this.table.balance(seat.id, "poison") > 0;
    const isHere = ({ status }) => status === "active";
    return seats.filter((s) => isHere(s) && has(s) && poison(s) >= DEADLY[variant]);
  }

  conflictValues(conflict) {
    return {
      ...this.seatValues(this.table.seat(conflict.seat)),
      "conflict.entry": conflict.entry,
      "conflict.words": conflictWords(conflict, this.table, this.kit.say),
    };
  }
}

function layoutOf(mine, wanted) {
  if (wanted === "tiles" || mine.length > 1) return "tiles";
  return mine.length ? "seat" : "pick";
}
