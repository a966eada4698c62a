import assert from "node:assert/strict";
import { test } from "node:test";
import {
  draftedTotals,
  foldPending,
  forecast,
  fromState,
  isSure,
  preselected,
} from "../../static/js/ledger/index.js";
import { Rows } from "../../static/js/memory.js";

const [ANA, BEN] = ["ANA00000", "BEN00000"];
const id = (word) => word.padEnd(22, "_");
const GAME = id("open");

const effect = (word, card) => ({
  ...{ id: id(word), card, controller: ANA, target: null, until: null },
});
const CONSTRICTOR = effect("wc", "winding-constrictor");
const REFINERY = effect("ar", "aether-refinery");
const SOLEMNITY = { ...effect("sol", "solemnity"), controller: null };

/** A state as a server tells it. */
function aState({ ana = {}, ben = {}, ...more } = {}) {
  const seat = (id, counters) => ({
    ...{ id, name: null, colour: "aether", shape: "circle", status: "active", held: true },
    ...{ mine: id === ANA, team: null, pins: [], tally: {}, counters: { energy: 0, ...counters } },
  });
  const seats = [seat(ANA, ana), seat(BEN, ben)];
  return { game: GAME, seq: 10, mode: "casual", variant: "normal", seats, ...more };
}

const aTable = (state) => foldPending(fromState(aState(state)), new Rows(), []).table;
const gain = (n, more) => ({ type: "gain", seat: ANA, kind: "energy", n, ...more });
const draft = (n, kind = "energy") => ({ seat: ANA, kind, n, at: 0 });

test("a draft shows its total with the effects applied once", () => {
  const table = aTable({ ana: { energy: 2 }, effects: [CONSTRICTOR] });
  assert.deepEqual(draftedTotals(table, draft(3)), [6]);
  assert.deepEqual(draftedTotals(table, draft(-2)), [0]);
});

test("a draft whose order matters shows each outcome, or the one that was chosen", () => {
  const table = aTable({ effects: [CONSTRICTOR, REFINERY] });
  assert.deepEqual(draftedTotals(table, draft(2)), [5, 6]);
  assert.deepEqual(draftedTotals(table, draft(2), [REFINERY.id, CONSTRICTOR.id]), [5]);
});

test("a draft of what can't be got leaves the total as it is", () => {
  const table = aTable({ ana: { energy: 4 }, effects: [SOLEMNITY] });
  assert.deepEqual(draftedTotals(table, draft(2)), [4]);
  assert.equal(forecast(table, gain(2)).refusal.code, "CANT_GET");
});

test("a draft never shows less than nothing, but for life", () => {
  const table = aTable({ ana: { poison: 1 }, life: 20 });
  assert.deepEqual(draftedTotals(table, draft(-3, "poison")), [0]);
  assert.deepEqual(draftedTotals(table, draft(-3, "life")), [-3]);
});

test("the player is asked with each outcome once, and the chosen order makes it whole", () => {
  const table = aTable({ effects: [CONSTRICTOR, REFINERY] });
  const { refusal } = forecast(table, gain(2));
  assert.equal(refusal.code, "ORDER_REQUIRED");
  const totals = refusal.params.outcomes.map(({ order }) => {
    const { delta } = forecast(table, gain(2, { order }));
    return delta[ANA].energy;
  });
  assert.deepEqual(totals, [5, 6]);
});

test("of several players that proliferate, each is asked", () => {
  const table = aTable({ ana: { energy: 3 }, ben: { rad: 1 }, effects: [CONSTRICTOR, REFINERY] });
  const wish = { type: "proliferate", seats: [ANA, BEN] };
  const { params } = forecast(table, wish).refusal;
  assert.equal(params.seat, ANA);
  const { delta } = forecast(table, { ...wish, order: { [ANA]: params.outcomes[1].order } });
  assert.deepEqual(delta, { [ANA]: { energy: 4 }, [BEN]: { rad: 1 } });
});

test("the last order of that player comes first, and nothing in a tournament", () => {
  const table = aTable({ effects: [CONSTRICTOR, REFINERY] });
  const { params } = forecast(table, gain(2)).refusal;
  const order = params.outcomes[0].order;
  const rows = [{ ...gain(1), outcome: "accepted", order }];
  assert.equal(preselected(table, params, rows), params.outcomes[0]);
  assert.equal(preselected(table, params, []), null);
  assert.equal(preselected(table.with({ mode: "tournament" }), params, rows), null);
});

test("what is lost tells that less was there", () => {
  const lost = forecast(aTable({ ana: { rad: 1 } }), { ...gain(3), type: "lose", kind: "rad" });
  assert.deepEqual(lost, { delta: { [ANA]: { rad: -1 } }, clamped: true, refusal: null });
});

/** Entries of this phone on a state, with rows it knows → their rows. */
function pending(state, rows, ...wishes) {
  const known = new Rows();
  for (const row of rows) known.add({ outcome: "accepted", delta: {}, undone: false, ...row });
  const entries = wishes.map((wish, i) => ({ id: id(`w${i}`), game: GAME, seen: 10, ...wish }));
  return foldPending(fromState(aState(state)), known, entries).rows;
}

const on = (seq) => ({
  ...{ id: id("on"), seq, type: "effect_on", effect: CONSTRICTOR.id, game: GAME, at: 0 },
  ...{ card: CONSTRICTOR.card, controller: ANA, mine: false },
});

test("effects of the state count for what waits", () => {
  const [row] = pending({ effects: [CONSTRICTOR] }, [], gain(2));
  assert.deepEqual(row.delta, { [ANA]: { energy: 3 } });
});

test("an effect that came after a gain was made does not count for it", () => {
  const [row] = pending({ effects: [CONSTRICTOR] }, [on(9)], gain(2, { seen: 8 }));
  assert.deepEqual([row.delta, row.flags], [{ [ANA]: { energy: 2 } }, ["effects-changed"]]);
});

test("an effect that has ended since a gain was made still counts for it", () => {
  const off = { id: id("off"), seq: 10, type: "effect_off", effect: CONSTRICTOR.id, game: GAME };
  const [row] = pending({}, [on(2), { ...off, at: 0, mine: false }], gain(2, { seen: 8 }));
  assert.deepEqual([row.delta, row.flags], [{ [ANA]: { energy: 3 } }, ["effects-changed"]]);
});

test("a choice that another phone has made is known for sure", () => {
  const bolt = { id: id("bolt"), seat: ANA, card: "roc", targets: "legal", min: 0, paid: 1 };
  const state = { ana: { energy: 3 }, resolutions: [{ ...bolt, chosen: true }] };
  const [row] = pending(state, [], { type: "resolution_choose", resolution: bolt.id, pay: 1 });
  assert.equal(row.refusal.code, "ALREADY_CHOSEN");
  assert.ok(isSure(row));
});

test("the tally of the state goes on with what waits", () => {
  const [seat] = aState().seats;
  const tally = { energy: { got: 2, spent: 1 } };
  const state = { seats: [{ ...seat, counters: { energy: 5 }, tally }] };
  const pay = gain(2, { id: id("pay"), game: GAME, seen: 10, type: "pay" });
  const { table } = foldPending(fromState(aState(state)), new Rows(), [pay]);
  assert.deepEqual(table.tallies[ANA].energy, { got: 2, spent: 3 });
});
