import assert from "node:assert/strict";
import { test } from "node:test";
import { Rows } from "../../static/js/memory.js";

const GAME = "g1";

function aLedger(...entries) {
  const rows = new Rows();
  let seq = 0;
  for (const entry of entries) {
    rows.add({ seq: ++seq, game: GAME, outcome: "accepted", undone: false, mine: true, ...entry });
  }
  return rows;
}

const gain = (id, more) => ({ id, type: "gain", ...more });
const undo = (id, entry, more) => ({ id, type: "undo", entry, ...more });

test("Undo takes this phone's own last play", () => {
  assert.equal(aLedger(gain("a"), gain("b"), gain("c", { mine: false })).latest(GAME, []).id, "b");
});

test("an entry that is undone gives way to the one before it", () => {
  assert.equal(aLedger(gain("a"), gain("b"), undo("u", "b")).latest(GAME, []).id, "a");
  assert.equal(
    aLedger(gain("a"), gain("b"), undo("u", "b", { with: ["a"] })).latest(GAME, []),
    null,
  );
});

test("undoing an undo brings it back", () => {
  assert.equal(
    aLedger(gain("a"), gain("b"), undo("u", "b"), undo("v", "u")).latest(GAME, []).id,
    "b",
  );
});

test("an undo takes back what the server says: a whole group", () => {
  const back = undo("u", "b", { compensates: ["b", "a"] });
  assert.equal(aLedger(gain("z"), gain("a"), gain("b"), back).latest(GAME, []).id, "z");
  assert.equal(aLedger(gain("a"), gain("b"), back, undo("v", "u")).latest(GAME, []).id, "b");
});

test("whatever can be undone is taken back", () => {
  for (const type of ["lose", "proliferate", "double", "effect_on", "resolution_choose", "turn"])
    assert.equal(aLedger(gain("a"), { id: "b", type }).latest(GAME, []).id, "b");
});

test("what waits to be sent counts too, and its undos take back", () => {
  const rows = aLedger(gain("a"), undo("u", "a"), gain("b"));
  const pending = (entry) => ({ mine: true, outcome: "accepted", game: GAME, ...entry });
  assert.equal(rows.latest(GAME, [pending(gain("c"))]).id, "c");
  assert.equal(rows.latest(GAME, [pending(gain("c")), pending(undo("v", "c"))]).id, "b");
  assert.equal(rows.latest(GAME, [pending(undo("v", "b")), pending(undo("w", "u"))]).id, "a");
});

test("what was refused or belongs to an older game is nothing to undo", () => {
  assert.equal(
    aLedger(gain("a", { outcome: "refused" }), gain("b", { game: "g0" })).latest(GAME, []),
    null,
  );
});

test("a new game can be undone by the phone that began it", () => {
  const rows = aLedger(gain("a", { game: "g0" }), { id: GAME, type: "new_game", game: "g0" });
  assert.equal(rows.latest(GAME, []).id, GAME);
});

test("it keeps the last few hundred rows, in the order of the ledger", () => {
  const rows = aLedger(...Array.from({ length: 500 }, (_, i) => gain(`e${i}`)));
  assert.equal(rows.after(0).length, 400);
  assert.deepEqual(
    rows.after(498).map(({ id }) => id),
    ["e498", "e499"],
  );
  assert.equal(rows.find("e0"), null);
});
