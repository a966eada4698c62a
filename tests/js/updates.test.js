// When a new version comes: asked for, or unseen while nothing waits; and then once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { watchUpdates } from "../../static/js/offline/page/updates.js";
import { isTime, wayOf } from "../../static/js/offline/page/ways.js";

class Part extends EventTarget {
  state = "installing";
  told = [];
  postMessage(message) {
    this.told.push(message);
  }
  becomes(state) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

/** A page under a worker, and one whose new version is being fetched. */
function aPage({ controlled = true, waiting = 0 } = {}) {
  const lines = [];
  const page = new EventTarget();
  const button = new EventTarget();
  Object.assign(page, {
    visibilityState: "visible",
    getElementById: () => ({ content: { cloneNode: () => "the line" } }),
    querySelector: (what) => (what.endsWith("button") ? button : (lines[0] ?? null)),
    body: { append: (line) => lines.push(line) },
  });
  const registration = Object.assign(new Part(), { waiting: null, updates: 0 });
  registration.update = async () => {
    registration.updates += 1;
  };
  const container = Object.assign(new EventTarget(), { controller: controlled ? {} : null });
  const phone = { countWaiting: async () => waiting, sendNow: async () => phone.sent.push("sent") };
  Object.assign(phone, { sent: [], reloads: 0, time: 0 });
  phone.reload = () => {
    phone.reloads += 1;
  };
  phone.now = () => phone.time;
  watchUpdates(registration, container, page, phone);
  return { page, button, lines, registration, container, phone };
}

const settled = () => new Promise((done) => setImmediate(done));

function arrive({ registration }) {
  const worker = new Part();
  registration.installing = worker;
  registration.dispatchEvent(new Event("updatefound"));
  registration.waiting = worker;
  worker.becomes("installed");
  return worker;
}

const look = async ({ page }, state) => {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
  await settled();
};

test("the first worker of a phone is no new version", async () => {
  const all = aPage({ controlled: false });
  arrive(all);
  all.container.dispatchEvent(new Event("controllerchange"));
  await settled();
  assert.deepEqual([all.lines, all.phone.reloads], [[], 0]);
});

test("a new version is offered once; asked for, what waits is sent first, and the page loads once", async () => {
  const all = aPage({ waiting: 3 });
  const worker = arrive(all);
  all.page.dispatchEvent(new Event("outdated"));
  assert.equal(all.lines.length, 1);
  assert.deepEqual(worker.told, []);
  all.button.dispatchEvent(new Event("click"));
  await settled();
  assert.deepEqual(all.phone.sent, ["sent"]);
  assert.deepEqual(worker.told, [{ type: "skip-waiting", asked: true }]);
  assert.equal(all.phone.reloads, 0);
  for (const _ of [1, 2]) all.container.dispatchEvent(new Event("controllerchange"));
  await settled();
  assert.equal(all.phone.reloads, 1);
});

test("unseen it comes by itself, but never while something waits", async () => {
  for (const [waiting, told] of [
    [1, []],
    [0, [{ type: "skip-waiting", asked: false }]],
  ]) {
    const all = aPage({ waiting });
    const worker = arrive(all);
    await look(all, "hidden");
    assert.deepEqual(worker.told, told);
  }
});

test("a version that another tab asked for leaves this page as it is while somebody looks", async () => {
  const all = aPage();
  all.container.dispatchEvent(new Event("controllerchange"));
  await settled();
  assert.deepEqual([all.phone.reloads, all.lines.length], [0, 1]);
});

test("new versions are looked for at most once an hour, when the page is looked at again", async () => {
  const all = aPage();
  await look(all, "visible");
  assert.equal(all.registration.updates, 0);
  all.phone.time += 60 * 60 * 1000;
  for (const _ of [1, 2]) await look(all, "visible");
  assert.equal(all.registration.updates, 1);
});

test("each phone has its own way to the home screen, the app itself none", () => {
  const iphone = "Mozilla/5.0 (iPhone) Version/26.0 Mobile/15E148 Safari/604.1";
  const ways = [
    [{ userAgent: iphone }, false, false, "ios"],
    [{ userAgent: iphone, standalone: true }, false, false, null],
    [{ userAgent: `${iphone} FxiOS/150` }, false, false, null],
    [{ userAgent: "Macintosh Version/26 Safari/605", maxTouchPoints: 5 }, false, false, "ios"],
    [{ userAgent: "Macintosh Version/26 Safari/605", maxTouchPoints: 0 }, false, false, null],
    [{ userAgent: "Android 15 Chrome/150" }, false, true, "prompt"],
    [{ userAgent: "Android 15 Chrome/150" }, true, true, null],
    [{ userAgent: "Android 15; Mobile Firefox/150" }, false, false, "firefox"],
  ];
  for (const [phone, isApp, canPrompt, way] of ways)
    assert.equal(wayOf(phone, isApp, canPrompt), way, phone.userAgent);
});

test("it is offered after the second table or twenty taps, until it was settled", () => {
  assert.ok(!isTime({ tables: 1, taps: 19 }));
  assert.ok(isTime({ tables: 2 }) && isTime({ taps: 20 }));
  assert.ok(!isTime({ tables: 9, taps: 99, settled: "no" }));
});
