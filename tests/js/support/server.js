// A server as ledger.md describes it, on the real rules: one table, many clients, whole answers.
import { Ledger } from "../../../static/js/ledger/decide.js";
import { readEntry } from "../../../static/js/ledger/entries.js";

export const TABLE = "T".repeat(26);
export const idOf = (text) => text.padEnd(22, "_");

export class Server {
  epoch = "e1";
  ledger = new Ledger();
  rows = new Map(); // entry id → row
  clients = new Map(); // client → last seq
  listeners = new Set();

  constructor(seats) {
    const open = { id: idOf("open"), seq: 1, type: "open", seats: seats.map((seat) => ({ seat })) };
    this.post({ v: 1, client: idOf("maker"), entries: [open] });
  }

  /** A whole copy, to come back to: a backup. */
  backup() {
    const { ledger, rows, clients } = this;
    return { raws: [...rows.values()].map(({ raw }) => raw), clients: new Map(clients), ledger };
  }

  restore({ raws, clients }, epoch) {
    this.ledger = new Ledger();
    this.rows = new Map();
    for (const raw of raws) this.#decide(raw);
    this.clients = new Map(clients);
    this.epoch = epoch;
  }

  post({ client, entries }) {
    const known = this.clients.get(client) ?? 0;
    let last = known;
    for (const { id, seq } of entries) {
      if (seq > last + 1) return { status: 409, body: { error: "gap", expect: last + 1 } };
      if (seq <= last && !this.rows.has(id))
        return { status: 409, body: { error: "seq_conflict" } };
      last = Math.max(last, seq);
    }
    const before = this.ledger.table.seq;
    const outcomes = entries.map((raw) => {
      const replay = this.rows.has(raw.id);
      if (!replay) this.#decide({ ...raw, client });
      return { ...this.#told(this.rows.get(raw.id)), replay };
    });
    this.clients.set(client, last);
    if (this.ledger.table.seq > before) for (const ring of this.listeners) ring();
    const state = this.state(client);
    return { status: 200, body: { v: 1, seq: state.seq, ack: last, outcomes, state } };
  }

  state(client, after) {
    const { game, seq, seats, conflicts, mode, variant } = this.ledger.table;
    const state = {
      v: 1,
      table: TABLE,
      epoch: this.epoch,
      game,
      seq,
      ack: this.clients.get(client) ?? 0,
      mode,
      variant,
    };
    state.seats = seats.map(({ holder, leftAt, leftBy, ...seat }) => ({
      ...seat,
      held: holder !== null,
      mine: holder === client,
    }));
    state.conflicts = conflicts;
    if (after !== undefined) state.entries = this.#after(after, client);
    return state;
  }

  total(seat) {
    return this.ledger.table.balance(seat, "energy");
  }

  #decide(raw) {
    const { game, seq } = this.ledger.table;
    const about = { client: raw.client, author: raw.client, game, seen: seq, now: 0 };
    this.ledger.add(readEntry(raw, about));
    this.rows.set(raw.id, { raw, client: raw.client });
  }

  #told({ raw, client }) {
    const row = this.ledger.find(raw.id);
    return { ...row, client, mine: undefined };
  }

  #after(seq, client) {
    return [...this.rows.values()]
      .map((kept) => ({ ...this.#told(kept), mine: kept.client === client }))
      .filter((row) => row.seq > seq);
  }
}
