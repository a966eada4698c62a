import assert from "node:assert/strict";
import { test } from "node:test";
import * as rules from "../../static/js/ledger/index.js";
import { Phone } from "../../static/js/phone.js";
import { FakeClock } from "./support/clock.js";
import { idOf, Server, TABLE } from "./support/server.js";

const ANA = "ANA00000";
const GAIN = { type: "gain", seat: ANA, kind: "energy", n: 2 };
const nothing = () => {};

/** A phone that knows the table, and whose rules are yet to come. */
function aPhone() {
  const server = new Server([ANA]);
  const clock = new FakeClock();
  const heard = { changed: 0 };
  let made = 0;
  const makeId = () => idOf(`ana-${++made}`);
  const changed = () => heard.changed++;
  const phone = new Phone({
    table: TABLE,
    client: idOf("ana"),
    tools: { ...clock, random: () => 0.5, makeId, post: async (body) => server.post(body) },
    tell: { changed, outcome: nothing, parked: nothing, renamed: nothing },
  });
  phone.hear(server.state(idOf("ana")), { client: idOf("ana") });
  return { server, clock, phone, heard };
}

const total = (phone) => phone.table?.balance(ANA, "energy");

test("what is confirmed is shown before the rules have come, and nothing is judged", () => {
  const { phone } = aPhone();
  assert.equal(total(phone), 0);
  assert.deepEqual([phone.ready, phone.judges], [true, false]);
  assert.equal(phone.enter({ ...GAIN, type: "pay" }), null);
});

test("what waits is shown with the rules, never without it", () => {
  const { phone, heard } = aPhone();
  phone.enter(GAIN);
  assert.deepEqual([phone.known, phone.ready, phone.table], [true, false, null]);
  const before = heard.changed;
  phone.judge.learn(rules);
  assert.equal(heard.changed, before + 1);
  assert.equal(total(phone), 2);
});

test("a tap before the rules is an entry at once, and counts", async () => {
  const { server, clock, phone } = aPhone();
  assert.equal(phone.tap(ANA, 1), null);
  assert.equal(phone.tap(ANA, 1), null);
  assert.equal(phone.outbox.waiting.length, 2);
  phone.judge.learn(rules);
  assert.equal(phone.face().totals.get(ANA), 2);
  await clock.pass(2000);
  assert.equal(server.total(ANA), 2);
});

test("with the rules a payment that one can't make is refused, and changes nothing", async () => {
  const { phone } = aPhone();
  phone.judge.learn(rules);
  await phone.judge.learned;
  assert.equal(phone.enter({ ...GAIN, type: "pay" }).code, "INSUFFICIENT");
  assert.equal(total(phone), 0);
});
