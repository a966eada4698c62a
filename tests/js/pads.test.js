import assert from "node:assert/strict";
import { test } from "node:test";
import { Grips } from "../../static/js/elements/pads.js";
import { FakeClock } from "./support/clock.js";

function aHand({ refuseAfter = Number.POSITIVE_INFINITY } = {}) {
  const clock = new FakeClock();
  const heard = { taps: [], rests: 0 };
  const grips = new Grips({
    ...clock,
    tap: (pad) => heard.taps.push(pad) <= refuseAfter,
    rest: () => heard.rests++,
  });
  return { grips, clock, heard };
}

test("a tap counts when the finger lifts, and its click does not count again", async () => {
  const { grips, clock, heard } = aHand();
  grips.press(1, "+", 0, 0);
  await clock.pass(80);
  assert.deepEqual(heard.taps, []);
  grips.lift(1);
  grips.click("+");
  assert.deepEqual(heard.taps, ["+"]);
  assert.equal(heard.rests, 1);
});

test("thirty fast taps are thirty, with or without their clicks", async () => {
  for (const clicks of [true, false]) {
    const { grips, clock, heard } = aHand();
    for (let i = 0; i < 30; i += 1) {
      grips.press(i, "+", 0, 0);
      await clock.pass(20);
      grips.lift(i);
      if (clicks) grips.click("+");
      await clock.pass(20);
    }
    assert.equal(heard.taps.length, 30);
  }
});

test("a click with no finger before it is a tap: keyboard and screen reader", () => {
  const { grips, heard } = aHand();
  grips.click("+");
  grips.click("+");
  assert.equal(heard.taps.length, 2);
});

test("a quick tap on a busy phone is one tap, though its end is heard after the hold was due", async () => {
  const { grips, clock, heard } = aHand();
  grips.press(1, "+", 0, 0);
  clock.time += 900;
  clock.later(() => grips.lift(1), 0);
  await clock.pass(2000);
  assert.deepEqual(heard.taps, ["+"]);
});

test("whoever takes the pads over has the fingers that rest on them", async () => {
  const { grips, clock, heard } = aHand();
  grips.press(1, "+", 0, 0);
  await clock.pass(500);
  const later = [];
  grips.serve({ tap: (pad) => later.push(pad), rest: () => later.push("rest") });
  await clock.pass(100);
  grips.lift(1);
  assert.deepEqual([heard.taps, later], [["+"], ["+", "rest"]]);
});

test("a hold on a busy phone still repeats", async () => {
  const { grips, clock, heard } = aHand();
  grips.press(1, "+", 0, 0);
  clock.time += 900;
  await clock.pass(120);
  assert.equal(heard.taps.length, 2);
});

test("a hold begins after 450 ms, repeats every 120 ms, after ten every 60 ms", async () => {
  const { grips, clock, heard } = aHand();
  grips.press(1, "+", 0, 0);
  await clock.pass(449);
  assert.equal(heard.taps.length, 0);
  await clock.pass(1);
  assert.equal(heard.taps.length, 1);
  await clock.pass(9 * 120);
  assert.equal(heard.taps.length, 10);
  await clock.pass(600);
  assert.equal(heard.taps.length, 20);
});

test("no extra tap comes after a hold", async () => {
  const { grips, clock, heard } = aHand();
  grips.press(1, "+", 0, 0);
  await clock.pass(460);
  grips.lift(1);
  grips.click("+");
  await clock.pass(2000);
  assert.equal(heard.taps.length, 1);
});

test("a finger that the system takes away stops the hold and taps nothing", async () => {
  const { grips, clock, heard } = aHand();
  grips.press(1, "+", 0, 0);
  await clock.pass(460);
  grips.drop();
  grips.click("+");
  await clock.pass(2000);
  assert.equal(heard.taps.length, 1);
  assert.equal(grips.held, false);
});

test("a slip of more than 20 px is no tap, a smaller one is", () => {
  const { grips, heard } = aHand();
  grips.press(1, "+", 100, 100);
  grips.move(1, 112, 116);
  grips.lift(1);
  assert.equal(heard.taps.length, 1);
  grips.press(2, "+", 100, 100);
  grips.move(2, 100, 121);
  grips.move(2, 100, 100);
  grips.lift(2);
  grips.click("+");
  assert.equal(heard.taps.length, 1);
});

test("a refused tap ends the hold", async () => {
  const { grips, clock, heard } = aHand({ refuseAfter: 2 });
  grips.press(1, "−", 0, 0);
  await clock.pass(5000);
  assert.equal(heard.taps.length, 3);
});

test("two fingers on two pads both count, and rest comes after the last", () => {
  const { grips, heard } = aHand();
  grips.press(1, "+", 0, 0);
  grips.press(2, "−", 0, 0);
  grips.lift(2);
  assert.equal(heard.rests, 0);
  grips.lift(1);
  assert.deepEqual(heard.taps, ["−", "+"]);
  assert.equal(heard.rests, 1);
});
