import assert from "node:assert/strict";
import { test } from "node:test";
import { keepAwake } from "../../static/js/device.js";
import { settle } from "./support/clock.js";

/** A page and a phone; `locks` are those that were given, `allowed` is whether the next one is. */
function phone() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const locks = [];
  const there = { page, locks, asked: 0, allowed: true };
  there.wakeLock = {
    request: async () => {
      there.asked += 1;
      if (!there.allowed) throw new DOMException("not now", "NotAllowedError");
      locks.push({ released: false });
      return locks.at(-1);
    },
  };
  there.look = (state) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return there;
}

test("the screen is kept on, and asked for again when the phone has let go of it", async () => {
  const there = phone();
  keepAwake(there.page, there);
  await settle();
  there.look("hidden");
  there.locks[0].released = true;
  await settle();
  assert.equal(there.asked, 1, "never while nobody looks");
  there.look("visible");
  await settle();
  assert.deepEqual(there.locks, [{ released: true }, { released: false }]);
});

test("a phone that wants a touch first is asked again at the next one, and then no more", async () => {
  const there = phone();
  there.allowed = false;
  keepAwake(there.page, there);
  await settle();
  there.allowed = true;
  for (let taps = 0; taps < 3; taps += 1) {
    there.page.dispatchEvent(new Event("click"));
    await settle();
  }
  assert.equal(there.asked, 2);
  assert.equal(there.locks.length, 1);
});

test("a phone that can't keep its screen on is not asked", () => {
  assert.doesNotThrow(() => keepAwake(phone().page, {}));
});
