import assert from "node:assert/strict";
import { test } from "node:test";
import { got, NEEDS } from "../../static/js/ledger/effects.js";
import { aSeat, Table } from "../../static/js/ledger/table.js";

const SEATS = ["ANA00000", "BEN00000"];
const CARDS = Object.keys(NEEDS).filter((card) => !["solemnity", "suncleanser"].includes(card));
const table = new Table({ seats: SEATS.map((id) => aSeat({ id })) });

// A small generator with a fixed seed, so that a failure can be repeated.
function chance(seed) {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function someEffects(upTo) {
  return Array.from({ length: 1 + upTo(4) }, (_, i) => ({
    ...{ id: `effect${i}`, card: CARDS[upTo(CARDS.length)], controller: SEATS[upTo(2)] },
    target: null,
  }));
}

const permutations = (list) =>
  list.length < 2
    ? [list]
    : list.flatMap((one) =>
        permutations(list.filter((other) => other !== one)).map((p) => [one, ...p]),
      );

/** What effects come to, and what each order of those that have a say comes to. */
function everyWay(effects, event) {
  const asked = got(table, effects, event, null);
  const has = (order) => !got(table, effects, event, order).refusal;
  const subsets = effects.reduce((all, { id }) => [...all, ...all.map((s) => [...s, id])], [[]]);
  const acting = subsets.find(has);
  const amounts = (order) => JSON.stringify(got(table, effects, event, order).amounts);
  return { asked, acting, found: new Set(permutations(acting ?? []).map(amounts)) };
}

function eachCase(times, check) {
  for (let seed = 1; seed <= times; seed++) {
    const upTo = chance(seed);
    const effects = someEffects(upTo);
    const amounts = upTo(3) ? { energy: 1 + upTo(5) } : { energy: 1 + upTo(3), rad: 1 + upTo(3) };
    const event = { seat: SEATS[0], placer: SEATS[upTo(2)], amounts };
    check(effects, event, `seed ${seed}`);
  }
}

test("a player is asked exactly where orders differ, and offered each outcome once", () => {
  let asks = 0;
  eachCase(1500, (effects, event, seed) => {
    const { asked, found } = everyWay(effects, event);
    if (!asked.refusal) {
      assert.deepEqual([JSON.stringify(asked.amounts)], [...found], seed);
      return;
    }
    asks++;
    const { code, params } = asked.refusal;
    assert.equal(code, "ORDER_REQUIRED", seed);
    const offered = params.outcomes.map(({ amounts }) => JSON.stringify(amounts));
    assert.deepEqual(new Set(offered), found, seed);
    assert.equal(offered.length, found.size, seed);
  });
  assert.ok(asks > 100);
});

test("the order that an outcome names leads to it", () => {
  eachCase(1500, (effects, event, seed) => {
    const { refusal } = got(table, effects, event, null);
    for (const { amounts, order } of refusal?.params.outcomes ?? []) {
      assert.deepEqual(got(table, effects, event, order).amounts, amounts, seed);
    }
  });
});

test("an order that names an effect twice, or leaves one out, is refused", () => {
  eachCase(500, (effects, event, seed) => {
    const { acting } = everyWay(effects, event);
    if (!acting?.length) return;
    for (const order of [acting.slice(1), [...acting, acting[0]]]) {
      assert.equal(got(table, effects, event, order).refusal.code, "BAD_FIELD", seed);
    }
    const { refusal } = got(table, effects, event, [...acting, "nothing"]);
    assert.equal(refusal.code, "UNKNOWN_EFFECT", seed);
  });
});

test("what can't be got is got under no effect", () => {
  const solemnity = { id: "solemnity", card: "solemnity", controller: null, target: null };
  eachCase(300, (effects, event, seed) => {
    const { refusal } = got(table, [...effects, solemnity], event, null);
    assert.equal(refusal.code, "CANT_GET", seed);
  });
});
