// A table goes on under another link: nothing that a phone has not sent is lost or counted twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as rules from "../../static/js/ledger/index.js";
import { sendAgain } from "../../static/js/offline/parked.js";
import { Phone } from "../../static/js/phone.js";
import { FakeClock, settle } from "./support/clock.js";
import { idOf, Server, TABLE } from "./support/server.js";
import { ANA, Browser, Database } from "./support/storage.js";

const NEW = "N".repeat(26);

/** A phone, and what becomes of each post: "ok", "gone" or a promise of one of them. */
function aPhone(...fates) {
  const clock = new FakeClock();
  const server = new Server([ANA]);
  const gone = [];
  let at = TABLE;
  let made = 0;
  const post = async (body, asked) => {
    const fate = (await fates.shift()) ?? "ok";
    if (fate === "gone" || asked !== at) return { status: 410, body: { error: "gone" } };
    const answer = server.post(body);
    answer.body.state.table = asked;
    return answer;
  };
  const nothing = () => {};
  const ears = { changed: nothing, outcome: nothing, parked: nothing, restored: nothing };
  const phone = new Phone({
    table: TABLE,
    client: idOf("ana"),
    tools: { ...clock, random: () => 0.5, makeId: () => idOf(`ana-${++made}`), post },
    tell: { ...ears, gone: (status) => gone.push(status), renamed: nothing },
  });
  phone.judge.learn(rules);
  phone.hear({ ...server.state(idOf("ana")), table: TABLE }, { client: idOf("ana") });
  const rotate = () => (at = NEW);
  return { clock, server, phone, gone, rotate };
}

test("an open draft and what waits are sent under the new link, and then nothing is left", async () => {
  const { clock, server, phone, rotate } = aPhone();
  phone.enter({ type: "gain", seat: ANA, kind: "energy", n: 2 });
  phone.tap(ANA, 1);
  rotate();
  phone.move(NEW);
  assert.equal(phone.settled, false);
  await clock.pass(1000);
  assert.equal(server.total(ANA), 3);
  assert.equal(phone.settled, true);
});

test("an answer from the old link that comes after the news stops nothing", async () => {
  let answer;
  const late = new Promise((done) => (answer = done));
  const { clock, server, phone, gone, rotate } = aPhone(late);
  phone.enter({ type: "gain", seat: ANA, kind: "energy", n: 2 });
  await clock.pass(200);
  rotate();
  phone.move(NEW);
  answer("gone");
  await clock.pass(1000);
  assert.deepEqual(gone, []);
  assert.equal(server.total(ANA), 2);
});

test("an answer from the old link that comes before the news is made good by them", async () => {
  const { clock, server, phone, gone, rotate } = aPhone();
  rotate();
  phone.enter({ type: "gain", seat: ANA, kind: "energy", n: 2 });
  await clock.pass(1000);
  assert.deepEqual(gone, [410]);
  phone.move(NEW);
  await clock.pass(1000);
  assert.equal(server.total(ANA), 2);
  assert.equal(phone.settled, true);
});

for (const isWriting of [false, true]) {
  const when = isWriting ? "in the middle of a write" : "with nothing else to write";
  test(`a page that hears of the new link just after the old one has ended takes all along, ${when}`, async () => {
    for (let turns = 0; turns <= 12; turns += 1) await movesAlong(turns, isWriting);
  });
}

for (const [what, again] of [
  ["the table has a new link", (page) => page.phone.move(NEW)],
  [
    "somebody sends it again",
    (page) => sendAgain(TABLE, page.db).then(() => page.phone.sendAgain()),
  ],
]) {
  test(`what is tapped after a link has ended comes after what was put aside, when ${what}`, async () => {
    const browser = new Browser();
    const db = new Database(browser.factory);
    const page = Object.assign(await browser.tab({ db }), { db });
    const enter = (type, n) => page.phone.enter({ type, seat: ANA, kind: "energy", n });
    for (let n = 1; n <= 3; n += 1) enter("gain", n);
    enter("pay", 6);
    await page.pass(1000);
    browser.faults = [() => ({ status: 410, body: { error: "gone" } })];
    enter("gain", 2);
    await page.pass(1000);
    assert.deepEqual(page.heard.gone, [410]);
    enter("pay", 2);
    await page.pass(1000);
    await again(page);
    await page.pass(3000);
    const outcomes = page.heard.outcomes.map(([, outcome]) => outcome);
    assert.deepEqual(outcomes, Array(6).fill("accepted"));
    assert.equal(browser.server.total(ANA), 0);
  });
}

/** The news come so many turns of the loop after a post has met the old link's end. */
async function movesAlong(turns, isWriting) {
  const browser = new Browser();
  const page = await browser.tab();
  const { phone, heard } = page;
  const gain = (n) => phone.enter({ type: "gain", seat: ANA, kind: "energy", n });
  const { post } = browser;
  browser.post = async (body, table) => {
    if (table === NEW) return post(body, table);
    if (isWriting) gain(1);
    return { status: 410, body: { error: "gone" } };
  };
  gain(2);
  const sent = page.pass(200);
  while (!heard.gone.length) await settle();
  for (let turn = 0; turn < turns; turn += 1) await settle();
  phone.move(NEW);
  for (; !phone.settled; await settle()) await browser.clock.pass(1);
  assert.equal(browser.server.total(ANA), isWriting ? 3 : 2, `the page left after ${turns} turns`);
  await sent;
  const kept = await browser.read((tx) => Promise.all([tx.all("entries"), tx.all("parked")]));
  assert.deepEqual(kept, [[], []]);
}
