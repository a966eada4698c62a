// A table as the kit draws it: what this phone knows of it, in values for the holes.
import { makeId } from "../device.js";
import { UNDOABLE } from "../ledger/games.js";
import { moves, together } from "../ledger/table.js";
import { amountWords, becameWords, cardName, kindName, shortName } from "./more.js";
import { ago, conflictWords, noteWords, rowWords, seatName } from "./wording.js";

const OTHERS = ["poison", "experience", "rad", "ticket"];
const SPENDING = new Set(["pay", "lose", "resolution_choose"]);
/** The name of the drawing that stands for a kind. */
export const iconOf = (kind) => (kind.startsWith("custom:") ? "tally" : kind);
const ME = "me"; // as ledger/index.js names this phone

/**
 * {id, name, table, rows, seq, code, joined, online, wanted, kit, cards, language}: `table` is the folded one with
 * all that waits, `rows` all that are known, oldest first, `seq` the server's count (0 where none has
 * it), `wanted` the layout that the address asks for.
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

  find(id) {
    return this.rows.find((row) => row.id === id) ?? null;
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
      "new.seat": makeSeat,
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

  /** The kinds that a seat shows beside energy. */
  kindsOf({ id }) {
    const { life, kinds } = this.table;
    const all = [...(life === null ? [] : ["life"]), ...OTHERS, ...kinds.map(({ kind }) => kind)];
    return all.filter((kind) => kind === "life" || this.table.balance(id, kind) > 0);
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
    return seats.filter((s) => isHere(s) && has(s) && poison(s) >= (variant === "2hg" ? 15 : 10));
  }

  conflictValues(conflict) {
    return {
      ...this.seatValues(this.table.seat(conflict.seat)),
      "conflict.entry": conflict.entry,
      "conflict.words": conflictWords(conflict, this.table, this.kit.say),
    };
  }

  rowValues(row) {
    return {
      ...this.tableValues,
      ...this.changes(row)[0],
      "row.id": row.id,
      "row.iso": new Date(row.at).toISOString(),
      "row.ago": ago(row.at, this.now, this.language),
      "row.words": this.#words(row),
      "row.became": becameWords(row, this.table, (id) => this.find(id), this.kit.say),
      "row.reason": (row.type === "correct" && row.reason) || null,
      "row.by": this.#author(row),
    };
  }

  paymentValues(row) {
    const when = ago(row.at, this.now, this.language);
    return { "payment.id": row.id, "payment.words": this.#words(row), "payment.ago": when };
  }

  notes(row) {
    return noteWords(row, this.kit.say);
  }

  /** What a row did to each seat. */
  changes({ delta, totals = {} }) {
    return moves(delta)
      .filter(([id]) => this.table.seat(id))
      .map(([id, kind, n]) => {
        const after = totals[id]?.[kind] ?? 0;
        const values = { ...this.seatValues(this.table.seat(id)), "change.kind": kind };
        const path = kind === "energy" ? "" : this.kit.path(iconOf(kind));
        return {
          ...values,
          "change.path": path,
          "change.before": after - n,
          "change.after": after,
        };
      });
  }

  isUndoable({ outcome, undone, game, id, type }) {
    const current = game === this.table.game || id === this.table.game;
    return outcome === "accepted" && !undone && current && UNDOABLE.includes(type);
  }

  /** The seats that would fall below 0 if these rows alone were undone, all at once. */
  short(rows) {
    const all = moves(together(...rows.map(({ delta }) => delta)));
    const fall = ([id, kind, n]) => kind !== "life" && n > this.table.balance(id, kind);
    return [...new Set(all.filter(fall).map(([id]) => id))];
  }

  /** The payments and losses of these seats that count and came after a seq, newest first. */
  payments(seats, after = 0) {
    const takes = ([seat, , n]) => n < 0 && seats.includes(seat);
    const isOne = (row) =>
      SPENDING.has(row.type) && row.outcome === "accepted" && moves(row.delta).some(takes);
    const counts = (row) => !row.undone && row.game === this.table.game && row.seq > after;
    return this.rows.filter((row) => isOne(row) && counts(row)).reverse();
  }

  #words(row) {
    return rowWords(row, this.table, (id) => this.find(id), this.kit.say);
  }

  // What the server has not seen yet came from the seat it is about, where that is one of mine.
  #author({ by, author, type, seat }) {
    const mine = this.mine.find(({ id }) => id === seat) ?? this.mine[0];
    const own = author === ME && type !== "open" ? mine?.id : null;
    const id = by ?? own ?? null;
    return id ? seatName(this.table, id, this.kit.say) : null;
  }
}

function layoutOf(mine, wanted) {
  if (wanted === "tiles" || mine.length > 1) return "tiles";
  return mine.length ? "seat" : "pick";
}

function makeSeat() {
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const random = crypto.getRandomValues(new Uint8Array(8));
  return [...random].map((byte) => alphabet[byte % 32]).join("");
}
