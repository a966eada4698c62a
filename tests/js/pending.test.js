import assert from "node:assert/strict";
import { test } from "node:test";
import { foldPending, fromState } from "../../static/js/ledger/index.js";
import { Rows } from "../../static/js/memory.js";

const id = (word) => word.padEnd(22, "_");
const ANA = "ANA00000";
const GAME = id("open");

const aState = (energy, more) => ({
  game: GAME,
  seq: 10,
  seats: [
    {
      id: ANA,
      name: "Ana",
      colour: "aether",
      shape: "circle",
      status: "active",
      held: true,
      mine: true,
      counters: { energy },
    },
  ],
  conflicts: [],
  ...more,
});

const gain = (word, n, more) => ({
  id: id(word),
  type: "gain",
  seat: ANA,
  kind: "energy",
  n,
  seen: 10,
  game: GAME,
  ...more,
});
const pay = (word, n, more) => ({ ...gain(word, n, more), type: "pay" });
const undo = (word, entry) => ({
  id: id(word),
  type: "undo",
  entry: id(entry),
  seen: 10,
  game: GAME,
});

function rowsOf(...told) {
  const rows = new Rows();
  for (const row of told)
    rows.add({ outcome: "accepted", delta: {}, mine: false, undone: false, at: 0, ...row });
  return rows;
}

function fold(state, rows, ...entries) {
  const folded = foldPending(fromState(state), rows, entries);
  return {
    energy: folded.table.balance(ANA, "energy"),
    outcomes: folded.rows.map((row) => row.outcome),
    ...folded,
  };
}

test("what waits is shown on top of what is confirmed", () => {
  assert.equal(fold(aState(3), rowsOf(), gain("a", 2), pay("b", 4)).energy, 1);
});

test("nothing waiting shows the state as it is, and who holds a seat", () => {
  const { table } = fold(aState(3), rowsOf());
  assert.deepEqual(
    [table.seq, table.seats[0].holder, table.seats[0].counters],
    [10, "me", { energy: 3 }],
  );
});

test("a payment that would not be there is refused, and the next one is judged without it", () => {
  assert.deepEqual(fold(aState(3), rowsOf(), pay("a", 4), pay("b", 3)).outcomes, [
    "refused",
    "accepted",
  ]);
});

test("a payment that another phone has overtaken waits as a conflict and moves nothing", () => {
  const others = rowsOf({ ...pay("x", 3), seq: 9, delta: { [ANA]: { energy: -3 } } });
  const { outcomes, energy } = fold(aState(0), others, pay("a", 2, { seen: 8 }));
  assert.deepEqual([outcomes, energy], [["conflict"], 0]);
});

test("undo of a confirmed row, and of one that still waits", () => {
  const mine = rowsOf({ ...gain("x", 3), seq: 9, mine: true, delta: { [ANA]: { energy: 3 } } });
  assert.equal(fold(aState(3), mine, undo("u", "x")).energy, 0);
  assert.equal(fold(aState(3), mine, gain("a", 1), undo("u", "a"), undo("v", "u")).energy, 4);
});

test("an undo of a row that this phone has never heard of is for the server to judge", () => {
  const { rows, energy } = fold(aState(3), rowsOf(), undo("u", "x"));
  assert.deepEqual([rows[0].refusal.code, energy], ["UNKNOWN_ENTRY", 3]);
});

test("a new game that waits shows zero, and what is played in it counts there", () => {
  const next = { id: id("next"), type: "new_game", game: GAME, seen: 10 };
  const { energy, outcomes } = fold(aState(3), rowsOf(), next, gain("a", 1, { game: id("next") }));
  assert.deepEqual([energy, outcomes], [1, ["accepted", "accepted"]]);
});

test("entries of the twin of a game count in the game that won", () => {
  const won = { id: id("won"), type: "new_game", game: GAME, seq: 9 };
  const twin = {
    id: id("twin"),
    type: "new_game",
    game: GAME,
    seq: 10,
    outcome: "duplicate",
    mine: true,
  };
  const state = aState(0, { game: id("won") });
  assert.equal(fold(state, rowsOf(won, twin), gain("a", 2, { game: id("twin") })).energy, 2);
});

test("a new game is undone only while nothing was played in it", () => {
  const begun = {
    id: id("next"),
    type: "new_game",
    game: GAME,
    seq: 8,
    mine: true,
    delta: { [ANA]: { energy: -3 } },
  };
  const played = { ...gain("x", 1, { game: id("next") }), seq: 9, delta: { [ANA]: { energy: 1 } } };
  const back = { ...undo("u", "next"), game: id("next") };
  const state = aState(0, { game: id("next") });
  assert.deepEqual(fold(state, rowsOf(begun), back).outcomes, ["accepted"]);
  assert.equal(fold(state, rowsOf(begun, played), back).rows[0].refusal.code, "UNDO_NOT_POSSIBLE");
});
