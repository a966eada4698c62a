// Every entry gets exactly one outcome. As webapp/domain/decide.py and ledger.py.
import { play } from "./energy.js";
import {
  addSeat,
  isPlay,
  leaveSeat,
  newGame,
  OF_A_GAME,
  openTable,
  orderSeats,
  ownId,
  renameSeat,
  returnToSeat,
  takeSeat,
} from "./games.js";
import * as parts from "./parts.js";
import { sightOf } from "./sight.js";
import {
  badField,
  Code,
  EMPTY,
  isAccepted,
  moves,
  refusal,
  refused,
  withoutEffect,
} from "./table.js";
import { conflictOf, MOST_CONFLICTS } from "./takeback.js";
import { counted } from "./turns.js";
import { settle, undo } from "./undo.js";

const OF_THE_TABLE = {
  seat_add: addSeat,
  seat_rename: renameSeat,
  seat_take: takeSeat,
  seat_leave: leaveSeat,
  seat_return: returnToSeat,
  seat_order: orderSeats,
  pin: parts.pin,
  unpin: parts.unpin,
  kind_add: parts.addKind,
  mode: parts.setMode,
  team: parts.setTeam,
};
const IN_A_GAME = {
  undo,
  settle,
  new_game: newGame,
  resolution_open: parts.begin,
  resolution_close: parts.close,
  dispute: parts.doubt,
  dispute_end: parts.endDoubt,
};

/** Decide one entry (of readEntry) at its place → {row, table, marks}. It never throws. */
function decide(table, entry, past) {
  if (entry.malformed) return concluded(table, entry, refused(table, entry.malformed), past);
  if (entry.type === "open") {
    return concluded(
      table,
      { ...entry, game: table.game || entry.id },
      openTable(table, entry),
      past,
    );
  }
  if (!table.game) return concluded(table, entry, refused(table, badField("type", "first")), past);
  if (OF_A_GAME.includes(entry.type)) return decideInGame(table, entry, past);
  const verdict =
    OF_THE_TABLE[entry.type]?.(table, entry) ?? refused(table, refusal(Code.UNKNOWN_TYPE));
  return concluded(table, { ...entry, game: table.game }, verdict, past);
}

function decideInGame(table, told, past) {
  const game = ownId(table, told.game, past);
  if (game === null)
    return concluded(table, told, refused(table, badField("game", "choice")), past);
  const entry = { ...told, game };
  if (game !== table.game && entry.type !== "new_game") {
    return concluded(table, entry, withoutEffect(table, "archived"), past);
  }
  const verdict =
    IN_A_GAME[entry.type]?.(table, entry, past) ?? play(table, entry, sightOf(table, entry, past));
  return concluded(table, entry, verdict, past);
}

function concluded(table, entry, verdict, past) {
  const { outcome, delta, flags, refusal, compensates, marks } = verdict;
  let after = verdict.table.moved(delta);
  const answer = { outcome, delta, totals: totalsOf(after, delta), flags, refusal, compensates };
  let row = { ...entry, seq: table.seq + 1, ...answer, undone: false };
  if (outcome === "conflict" && after.conflicts.length < MOST_CONFLICTS) {
    after = after.with({ conflicts: [...after.conflicts, conflictOf(table, row, past)] });
  } else if (outcome === "conflict") {
    row = { ...row, outcome: "refused" };
  }
  if (isAccepted(row)) after = counted(after, row, marks, past);
  const lastPlay = isPlay(row, after) ? row.seq : after.lastPlay;
  return { row, table: after.with({ seq: row.seq, lastPlay }), marks };
}

function totalsOf(table, delta) {
  const totals = {};
  for (const [seat, kind] of moves(delta)) {
    totals[seat] = { ...totals[seat], [kind]: table.balance(seat, kind) };
  }
  return totals;
}

/** A ledger in memory that goes on from a table; `past` holds the rows before it. */
export class Ledger {
  #rows = []; // oldest first; their seqs have no gap
  #places = new Map(); // entry id → its place among them
  #marks = new Map();
  #past;
  #base;

  constructor(table = EMPTY, past = { find: () => null, after: () => [] }) {
    this.table = table;
    this.#base = table.seq;
    this.#past = past;
  }

  get rows() {
    return [...this.#rows];
  }

  /** Decide an entry and write it down. Its id must be new. */
  add(entry) {
    const { row, table, marks } = decide(this.table, entry, this);
    this.#places.set(row.id, this.#rows.length);
    this.#rows.push(row);
    this.table = table;
    for (const [id, undone] of marks) {
      this.#marks.set(id, undone);
      const place = this.#places.get(id);
      if (place !== undefined) this.#rows[place] = { ...this.#rows[place], undone };
    }
    return row;
  }

  find(id) {
    return this.#rows[this.#places.get(id)] ?? this.#marked(this.#past.find(id));
  }

  after(seq) {
    const past = this.#past.after(seq);
    const before = this.#marks.size ? past.map((row) => this.#marked(row)) : past;
    return [...before, ...this.#rows.slice(Math.max(0, seq - this.#base))];
  }

  #marked(row) {
    return row && this.#marks.has(row.id) ? { ...row, undone: this.#marks.get(row.id) } : row;
  }
}
