// What is sent before there are modules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock } from "./support/clock.js";
import { aPage } from "./support/first.js";

const TABLE = "https://table.test/t/T";
const headers = (more) => new Headers(more);
const portal = { ok: true, status: 200, url: `${TABLE}/entries`, headers: headers() };
const ours = {
  ...portal,
  url: TABLE,
  headers: headers({ "Content-Security-Policy": "default-src 'none'" }),
};
const tired = { ok: false, status: 503, headers: headers({ "Retry-After": "7" }) };

/** Two taps on a page whose modules never come, the posts with these fates. */
async function twoTaps(...fates) {
  const clock = new FakeClock();
  const start = clock.time;
  const asked = [];
  const fetch = async () => {
    asked.push(clock.time - start);
    return fates.shift();
  };
  const page = aPage({ fetch, setTimeout: clock.later });
  page.tap();
  page.tap();
  await clock.pass(60_000);
  return { asked, left: page.left };
}

test("a tap that a captive portal answers before there are modules is sent until it arrives", async () => {
  const { asked, left } = await twoTaps(portal, portal, ours, ours);
  assert.deepEqual(asked, [0, 1_000, 2_000, 2_000]);
  assert.deepEqual(left, [TABLE]);
});

test("a tired server is left alone for as long as it says before there are modules", async () => {
  const { asked } = await twoTaps(tired, ours, ours);
  assert.deepEqual(asked, [0, 7_000, 7_000]);
});

test("what is turned down before there are modules is an answer, and the browser shows it", async () => {
  const refused = { ok: false, status: 422, url: TABLE, headers: headers() };
  const { asked, left } = await twoTaps(ours, refused, ours);
  assert.equal(asked.length, 2);
  assert.deepEqual(left, [`${TABLE}/entries`]);
});
