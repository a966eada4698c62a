// Where htmx sends the entries, one that is lost on the way is sent until it arrives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Insistence } from "../../static/js/insist.js";
import { FakeClock } from "./support/clock.js";
import { aPage } from "./support/first.js";

Object.assign(globalThis, { fromServer: aPage().fromServer });

const LOST = null;
const answer = (status, after) => ({
  status,
  headers: new Headers(after && { "Retry-After": after }),
});

/** Sends one entry, each try of it with one of these fates; `asked` has the time of every try. */
function anEntry(...fates) {
  const clock = new FakeClock();
  const start = clock.time;
  const asked = [];
  const told = [];
  const ask = async (address, { body }) => {
    asked.push({ at: clock.time - start, address, body });
    const fate = fates.shift();
    if (fate === LOST) throw new TypeError("Failed to fetch");
    return fate;
  };
  const tools = { ...clock, fetch: ask, random: () => 0.5 };
  const tell = (word) => () => told.push(word);
  const ears = { failing: tell("failing"), stuck: tell("stuck"), well: tell("well") };
  const insistence = new Insistence(tools, ears);
  const arrived = insistence.fetch("/t/T/entries", { body: "entry_id=1" });
  return { clock, insistence, asked, told, arrived, fates };
}

test("what breaks on the way or meets a tired server is sent again as it was", async () => {
  const { clock, asked, told, arrived } = anEntry(LOST, answer(500), answer(200));
  await clock.pass(3_000);
  assert.equal((await arrived).status, 200);
  assert.equal(asked.length, 3);
  assert.deepEqual(new Set(asked.map(({ body }) => body)), new Set(["entry_id=1"]));
  assert.deepEqual(told, ["failing", "failing", "well"]);
});

test("the page of a captive portal is no answer: what was sent is sent again", async () => {
  const portal = { ...answer(200), ok: true };
  const policy = new Headers({ "Content-Security-Policy": "default-src 'none'" });
  const ours = { status: 200, ok: true, headers: policy };
  const { clock, asked, told, arrived } = anEntry(portal, portal, ours);
  await clock.pass(3_000);
  assert.equal(await arrived, ours);
  assert.equal(asked.length, 3);
  assert.deepEqual(told, ["failing", "failing", "well"]);
});

test("a refusal is an answer, and nothing is sent twice for it", async () => {
  const { clock, asked, arrived } = anEntry(answer(422), answer(200));
  assert.equal((await arrived).status, 422);
  await clock.pass(60_000);
  assert.equal(asked.length, 1);
});

test("not before the server's Retry-After, however often somebody asks", async () => {
  const { clock, insistence, asked, arrived } = anEntry(answer(429, "20"), answer(200));
  await clock.pass(10_000);
  insistence.again();
  await clock.pass(9_000);
  assert.equal(asked.length, 1);
  await clock.pass(2_000);
  assert.equal((await arrived).status, 200);
  assert.equal(asked[1].at, 20_000);
});

test("after long failure it says so once, and tries on", async () => {
  const { clock, told, arrived } = anEntry(...Array(40).fill(LOST), answer(200));
  await clock.pass(14_000);
  assert.ok(!told.includes("stuck"));
  await clock.pass(2_000);
  assert.ok(told.includes("stuck"));
  await clock.pass(600_000);
  assert.equal((await arrived).status, 200);
  assert.equal(told.filter((word) => word === "stuck").length, 1);
  assert.equal(told.at(-1), "well");
});

test("who asks for it need not wait out the back-off", async () => {
  const { clock, insistence, arrived, fates } = anEntry(...Array(99).fill(LOST));
  while (!(clock.planned[0] > 2_000)) await clock.pass(100);
  fates.splice(0, 99, answer(200));
  insistence.again();
  await clock.pass(0);
  assert.equal((await arrived).status, 200);
});
