import assert from "node:assert/strict";
import { test } from "node:test";
import { closeDraft, tap, WINDOW } from "../../static/js/ledger/drafts.js";

const ANA = "ANA00000";
const BEN = "BEN00000";

/** Taps on Ana's energy, 100 ms apart, with so much there → what the last one answers. */
function taps(have, ...steps) {
  return steps.reduce((last, step, i) => tap(last.draft, ANA, "energy", step, i * 100, have), {
    draft: null,
  });
}

test("taps the same way add up", () => {
  assert.equal(taps(0, 1, 1, 1).draft.n, 3);
  assert.equal(taps(5, -1, -1).draft.n, -2);
});

test("a tap the other way takes back, and at zero the draft vanishes", () => {
  assert.equal(taps(0, 1, 1, -1).draft.n, 1);
  assert.deepEqual(taps(0, 1, -1), { draft: null });
});

test("after it has vanished the other way begins a draft of its own", () => {
  assert.equal(taps(2, 1, -1, -1).draft.n, -1);
});

test("a draft never goes below what is there: the tap is refused, the draft stays", () => {
  const { draft, refused, closed } = taps(2, -1, -1, -1);
  assert.deepEqual(refused, { code: "INSUFFICIENT", params: { have: 2, need: 3 } });
  assert.deepEqual(draft, { seat: ANA, kind: "energy", n: -2, at: 100 });
  assert.equal(closed, undefined);
});

test("the first tap below zero is refused and begins nothing", () => {
  assert.deepEqual(taps(0, -1), {
    draft: null,
    refused: { code: "INSUFFICIENT", params: { have: 0, need: 1 } },
  });
});

test("a total ends at a million", () => {
  assert.equal(taps(999_999, 1, 1).refused.code, "TOO_MANY");
  assert.equal(taps(999_999, 1, 1).draft.n, 1);
});

test("taps up to 700 ms apart are one draft, later ones close it", () => {
  const first = tap(null, ANA, "energy", 1, 1000, 0);
  assert.equal(tap(first.draft, ANA, "energy", 1, 1000 + WINDOW, 0).draft.n, 2);
  const late = tap(first.draft, ANA, "energy", 1, 1001 + WINDOW, 0);
  assert.deepEqual(late.closed, { type: "gain", seat: ANA, kind: "energy", n: 1 });
  assert.equal(late.draft.n, 1);
});

test("a tap on another seat closes the draft", () => {
  const { draft } = tap(null, ANA, "energy", -1, 0, 4);
  const other = tap(draft, BEN, "energy", 1, 50, 0);
  assert.deepEqual(other.closed, { type: "pay", seat: ANA, kind: "energy", n: 1 });
  assert.deepEqual(other.draft, { seat: BEN, kind: "energy", n: 1, at: 50 });
});

test("what a closed draft has moved counts for the tap that closed it", () => {
  const { draft } = tap(null, ANA, "energy", -1, 0, 1);
  const late = tap(draft, ANA, "energy", -1, 5000, 1);
  assert.deepEqual(late.refused.params, { have: 0, need: 1 });
  assert.equal(late.closed.n, 1);
  assert.equal(late.draft, null);
});

test("a closed draft is one gain or one payment of a whole amount", () => {
  assert.deepEqual(closeDraft({ seat: ANA, kind: "energy", n: 3, at: 0 }), {
    ...{ type: "gain", seat: ANA, kind: "energy", n: 3 },
  });
  assert.equal(closeDraft({ seat: ANA, kind: "energy", n: -3, at: 0 }).type, "pay");
});

test("of counters that are no cost, a draft downwards is a loss", () => {
  assert.equal(closeDraft({ seat: ANA, kind: "ticket", n: -1 }).type, "pay");
  for (const kind of ["poison", "rad", "life", "custom:acorn"])
    assert.equal(closeDraft({ seat: ANA, kind, n: -1 }).type, "lose");
});

test("only life is drafted below zero", () => {
  assert.equal(tap(null, ANA, "life", -1, 0, 0).draft.n, -1);
  assert.deepEqual(tap(null, ANA, "rad", -1, 0, 0).refused, {
    code: "INSUFFICIENT",
    params: { have: 0, need: 1, kind: "rad" },
  });
});

// A small generator with a fixed seed, so that a failure can be repeated.
function chance(seed) {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % most;
  };
}

test("whatever is tapped: the drafts' sum is the sum of the taps one by one", () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const upTo = chance(seed);
    let [there, closed, at] = [upTo(4), upTo(4), 0];
    closed = there;
    let draft = null;
    for (let i = upTo(25); i > 0; i--) {
      at += upTo(900);
      const step = upTo(2) ? 1 : -1;
      const answer = tap(draft, ANA, "energy", step, at, closed);
      if (answer.closed)
        closed += answer.closed.type === "gain" ? answer.closed.n : -answer.closed.n;
      draft = answer.draft;
      assert.equal(Boolean(answer.refused), there + step < 0, `seed ${seed}`);
      if (there + step >= 0) there += step;
      assert.equal(closed + (draft?.n ?? 0), there, `seed ${seed}`);
      assert.ok(closed >= 0 && draft?.n !== 0, `seed ${seed}`);
    }
  }
});
