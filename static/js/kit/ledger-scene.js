// A table with its ledger, as the kit draws rows and what is done about them.
import { ME } from "../ledger/state.js";
import { moves, together, UNDOABLE } from "../ledger/table.js";
import { ago } from "./ago.js";
import { becameWords } from "./more.js";
import { seatName } from "./names.js";
import { iconOf, Scene } from "./scene.js";
import { noteWords, rowWords } from "./wording.js";

const SPENDING = new Set(["pay", "lose", "resolution_choose"]);

export class LedgerScene extends Scene {
  find(id) {
    return this.rows.find((row) => row.id === id) ?? null;
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
    return rowWords(row, this.table, (id) => this.find(id), this.#saying);
  }

  // With the names of all cards, where they are known.
  get #saying() {
    const { say } = this.kit;
    const named = (key) => say.entry(key) ?? this.card(key.replace(/^card\./, ""))?.name;
    return Object.assign((...told) => say(...told), { entry: named });
  }

  // What the server has not seen yet came from the seat it is about, where that is one of mine.
  #author({ by, author, type, seat }) {
    const mine = this.mine.find(({ id }) => id === seat) ?? this.mine[0];
    const own = author === ME && type !== "open" ? mine?.id : null;
    const id = by ?? own ?? null;
    return id ? seatName(this.table, id, this.kit.say) : null;
  }
}
