import assert from "node:assert/strict";
import { test } from "node:test";
import { backOff } from "../../static/js/offline/clockwork.js";
import { Outbox } from "../../static/js/offline/outbox.js";
import { FakeClock, settle } from "./support/clock.js";

const TABLE = "T".repeat(26);

/** A server that decides every entry in order, as ledger.md says, and can be told to misbehave. */
class Server {
  seq = 0;
  epoch = "e1";
  last = new Map(); // client → seq
  rows = new Map(); // id → row
  taken = new Map(); // "client seq" → id
  posts = [];
  faults = []; // one per post: a function of the body → an answer, or nothing to go on as usual

  post = async (body) => {
    this.posts.push(structuredClone(body));
    const fault = this.faults.shift();
    return (await fault?.(body)) ?? this.decide(body);
  };

  decide({ client, entries }) {
    const outcomes = [];
    for (const { id, seq } of entries) {
      const last = this.last.get(client) ?? 0;
      if (seq <= last && this.taken.get(`${client} ${seq}`) !== id && !this.rows.has(id)) {
        return { status: 409, body: { error: "seq_conflict" } };
      }
      if (seq > last + 1) return { status: 409, body: { error: "gap", expect: last + 1 } };
      const replay = this.rows.has(id);
      if (!replay) this.rows.set(id, { id, seq: ++this.seq, outcome: "accepted", refusal: null });
      this.taken.set(`${client} ${seq}`, id);
      this.last.set(client, Math.max(last, seq));
      outcomes.push({ ...this.rows.get(id), replay });
    }
    const ack = this.last.get(client);
    return { status: 200, body: { v: 1, seq: this.seq, ack, outcomes, state: this.state(client) } };
  }

  state(client, after) {
    const entries = after === undefined ? {} : { entries: this.after(after) };
    const { seq, epoch } = this;
    return {
      v: 1,
      table: TABLE,
      epoch,
      seq,
      ack: this.last.get(client) ?? 0,
      seats: [],
      ...entries,
    };
  }

  after(seq) {
    return [...this.rows.values()].filter((row) => row.seq > seq);
  }
}

function aPhone({ server = new Server(), client = "ana", seats } = {}) {
  const clock = new FakeClock();
  const heard = { changed: 0, outcomes: [], parked: [], gone: [], restored: 0, renamed: [] };
  let made = 0;
  const outbox = new Outbox({
    table: TABLE,
    client,
    tools: {
      post: server.post,
      now: clock.now,
      later: clock.later,
      cancel: clock.cancel,
      random: () => 0.5,
      makeId: () => `${client}-${++made}`,
    },
    tell: {
      changed: () => heard.changed++,
      outcome: (entry, row) => heard.outcomes.push([entry.id, row.outcome]),
      parked: (entries, why) => heard.parked.push([why, ...entries.map(({ id }) => id)]),
      gone: (status) => heard.gone.push(status),
      restored: () => heard.restored++,
      renamed: (id) => heard.renamed.push(id),
    },
  });
  const first = server.state(client, 0);
  outbox.adopt(seats ? { ...first, seats } : first);
  return { outbox, server, clock, heard, tap: (n = 1) => outbox.add({ type: "gain", n, seen: 0 }) };
}

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const lostAfterwards = (server) => (body) => {
  server.decide(body);
  return lost();
};
const answer = (status, rest) => async () => ({ status, ...rest });

test("entries made within 150 ms travel in one post, in order, numbered from the ack", async () => {
  const { server, clock, outbox, tap } = aPhone();
  tap();
  tap();
  await clock.pass(149);
  assert.equal(server.posts.length, 0);
  await clock.pass(1);
  assert.deepEqual(
    server.posts.map(({ entries }) => entries.map(({ seq }) => seq)),
    [[1, 2]],
  );
  assert.equal(outbox.waiting.length, 0);
});

test("numbering goes on where the server's ack ends", async () => {
  const server = new Server();
  server.last.set("ana", 7);
  const { clock, tap } = aPhone({ server });
  tap();
  await clock.pass(150);
  assert.equal(server.posts[0].entries[0].seq, 8);
});

test("before the first state an entry waits without a seq and is not sent", async () => {
  const { clock, server, outbox } = aPhone();
  const early = new Outbox({
    table: TABLE,
    client: "ben",
    tools: { post: server.post, random: () => 0, makeId: () => "x", ...clock, now: clock.now },
    tell: { changed() {}, outcome() {} },
  });
  early.add({ type: "gain", n: 1 });
  await clock.pass(1000);
  assert.equal(server.posts.length, 0);
  early.adopt(server.state("ben"));
  await clock.pass(150);
  assert.equal(server.posts[0].entries[0].seq, 1);
  assert.equal(outbox.waiting.length, 0);
});

test("one flight at a time, 100 entries at most", async () => {
  const { clock, server, tap } = aPhone();
  let release;
  server.faults = [() => new Promise((resolve) => (release = resolve))];
  for (let i = 0; i < 150; i += 1) tap();
  await clock.pass(2000);
  assert.deepEqual(
    server.posts.map(({ entries }) => entries.length),
    [100],
  );
  release();
  await clock.pass(1);
  assert.deepEqual(
    server.posts.map(({ entries }) => entries.length),
    [100, 50],
  );
});

test("a lost answer is asked for again, and counts once", async () => {
  const { clock, server, outbox, heard, tap } = aPhone();
  server.faults = [lostAfterwards(server)];
  tap();
  await clock.pass(150);
  assert.equal(outbox.waiting.length, 1);
  assert.equal(outbox.failing, true);
  await clock.pass(500);
  assert.equal(outbox.waiting.length, 0);
  assert.equal(server.seq, 1);
  assert.deepEqual(heard.outcomes, [["ana-1", "accepted"]]);
  assert.equal(outbox.failing, false);
});

for (const [what, fault] of [
  ["a 500", answer(500)],
  ["a page with status 200", answer(200, { body: undefined })],
  ["JSON of somebody else", answer(200, { body: { v: 1, ok: true } })],
  [
    "another table's answer",
    answer(200, { body: { v: 1, ack: 1, outcomes: [], state: { v: 1, table: "U" } } }),
  ],
  [
    "an answer of a newer protocol",
    answer(200, { body: { v: 2, ack: 1, outcomes: [], state: {} } }),
  ],
  ["no network", lost],
]) {
  test(`${what} confirms nothing, and the entry is sent again`, async () => {
    const { clock, server, outbox, tap } = aPhone();
    server.faults = [fault];
    tap();
    await clock.pass(150);
    assert.equal(outbox.waiting.length, 1);
    await clock.pass(500);
    assert.equal(outbox.waiting.length, 0);
    assert.equal(server.seq, 1);
  });
}

test("a tap whose answer is lost fails no more once the stream has told of it", async () => {
  const { clock, server, outbox, tap } = aPhone();
  server.faults = [lostAfterwards(server)];
  tap();
  await clock.pass(150);
  assert.equal(outbox.failing, true);
  outbox.adopt(server.state("ana", 0));
  assert.equal(outbox.waiting.length, 0);
  assert.equal(outbox.failing, false);
  tap();
  assert.equal(outbox.failing, false);
});

test("the back-off stays within a second for the first tries, then grows to 30 s", async () => {
  const { clock, server, tap } = aPhone();
  server.faults = Array(60).fill(answer(503));
  const began = clock.time;
  const posts = [];
  tap();
  while (clock.time < began + 120_000) {
    await clock.pass(50);
    if (server.posts.length > posts.length) posts.push(clock.time);
  }
  const pauses = posts.slice(1).map((at, i) => at - posts[i]);
  assert.deepEqual(pauses.slice(0, 23), [250, ...Array(20).fill(500), 1000, 2000]);
  assert.ok(Math.max(...pauses) <= 15_000);
});

test("the longest pause is 30 s, at random", () => {
  assert.equal(
    backOff(50, () => 1),
    30_000,
  );
  assert.equal(
    backOff(50, () => 0.1),
    3000,
  );
});

test("taps do not shorten a back-off, but coming back online does", async () => {
  const { clock, server, outbox, tap } = aPhone();
  server.faults = Array(40).fill(answer(503));
  tap();
  await clock.pass(14_000);
  const before = server.posts.length;
  tap();
  await clock.pass(200);
  assert.equal(server.posts.length, before);
  outbox.flush();
  await settle();
  assert.equal(server.posts.length, before + 1);
});

test("429 waits as long as the server asked, whatever else happens", async () => {
  const { clock, server, outbox, tap } = aPhone();
  server.faults = [answer(429, { after: 5000 })];
  tap();
  await clock.pass(150);
  outbox.flush();
  await clock.pass(4999);
  assert.equal(server.posts.length, 1);
  await clock.pass(1);
  assert.equal(outbox.waiting.length, 0);
});

test("whoever asks for a day's patience is asked again after ten minutes", async () => {
  const { clock, server, outbox, tap } = aPhone();
  server.faults = [answer(503, { after: 86_400_000 }), answer(503, { after: 1e13 })];
  tap();
  await clock.pass(599_000);
  assert.equal(server.posts.length, 1);
  await clock.pass(602_000);
  assert.equal(outbox.waiting.length, 0);
});

test("413 halves the batch until it fits", async () => {
  const { clock, server, outbox, tap } = aPhone();
  const tooMuch = ({ entries }) => (entries.length > 10 ? { status: 413 } : undefined);
  server.faults = Array(20).fill(tooMuch);
  for (let i = 0; i < 40; i += 1) tap();
  await clock.pass(1000);
  assert.equal(outbox.waiting.length, 0);
  assert.equal(server.seq, 40);
  assert.deepEqual(
    server.posts.slice(0, 3).map(({ entries }) => entries.length),
    [40, 20, 10],
  );
});

test("a broken entry is put aside alone, and those around it arrive in order", async () => {
  const { clock, server, outbox, heard, tap } = aPhone();
  const unread = answer(400, { body: { error: "bad_request" } });
  const broken = ({ entries }) => (entries.some(({ n }) => n === 13) ? unread() : undefined);
  server.faults = Array(20).fill(broken);
  for (let n = 11; n <= 15; n += 1) tap(n);
  await clock.pass(1000);
  assert.equal(outbox.waiting.length, 0);
  assert.deepEqual(heard.parked, [["unread", "ana-3"]]);
  assert.deepEqual([...server.rows.keys()], ["ana-1", "ana-2", "ana-4", "ana-5"]);
  assert.deepEqual([...server.taken.keys()], ["ana 1", "ana 2", "ana 3", "ana 4"]);
});

test("a gap makes it send again what the server lacks", async () => {
  const { clock, server, outbox, tap } = aPhone();
  tap();
  tap();
  await clock.pass(150);
  server.last.set("ana", 1);
  server.rows.delete("ana-2");
  tap();
  await clock.pass(1000);
  assert.equal(outbox.waiting.length, 0);
  assert.deepEqual([...server.rows.keys()], ["ana-1", "ana-2", "ana-3"]);
});

test("a seq that another phone used makes it a new client that keeps entry ids and its seats", async () => {
  const { clock, server, outbox, heard, tap } = aPhone({
    seats: [{ id: "S1", mine: true }, { id: "S2" }],
  });
  server.decide({ client: "ana", entries: [{ id: "other", seq: 1 }] });
  tap();
  await clock.pass(1000);
  assert.equal(outbox.waiting.length, 0);
  assert.deepEqual(heard.renamed, [outbox.client]);
  const { client, entries } = server.posts[1];
  assert.equal(client, outbox.client);
  assert.deepEqual(
    entries.map(({ seq, type, seat, over }) => [seq, type, seat, over]),
    [
      [1, "seat_take", "S1", true],
      [2, "gain", undefined, undefined],
    ],
  );
  assert.equal(entries[1].id, "ana-1");
});

for (const status of [403, 404, 410]) {
  test(`${status} parks everything and says so`, async () => {
    const { clock, server, outbox, heard, tap } = aPhone();
    server.faults = [answer(status, { body: { error: "said_by_the_app" } })];
    tap();
    await clock.pass(60_000);
    assert.deepEqual(heard.gone, [status]);
    assert.deepEqual(heard.parked, [["gone", "ana-1"]]);
    assert.equal(server.posts.length, 1);
    assert.equal(outbox.waiting.length, 1);
  });
}

test("a 400 of something on the way puts nothing aside: it is tried again", async () => {
  const { clock, server, outbox, heard, tap } = aPhone();
  server.faults = [answer(400), answer(422), answer(415), answer(400, { body: "Bad Request" })];
  tap();
  tap();
  await clock.pass(60_000);
  assert.deepEqual(heard.parked, []);
  assert.equal(outbox.waiting.length, 0);
  assert.equal(server.seq, 2);
});

test("a 404 of something on the way is no word about the table: it is tried again", async () => {
  const { clock, server, outbox, heard, tap } = aPhone();
  server.faults = [answer(404), answer(404, { body: { detail: "from a proxy" } })];
  tap();
  await clock.pass(60_000);
  assert.deepEqual(heard.gone, []);
  assert.equal(outbox.waiting.length, 0);
});

/** Ben plays so often that a state asked for since `mark` brings only the newest 1,000 rows. */
function longAbsence({ outbox, server }) {
  const floor = outbox.mark;
  for (let n = 1; n <= 1_200; n++) {
    server.decide({ client: "ben", entries: [{ id: `ben-${n}`, seq: n }] });
  }
  const state = server.state("ana", floor.seq);
  outbox.adopt({ ...state, entries: state.entries.slice(-1_000) }, { floor });
}

const shown = (outbox) => outbox.unknown.map(({ id }) => id);

test("what was decided below the rows that a state still brings is not shown twice", async () => {
  const { outbox, server, clock, heard, tap } = aPhone();
  server.faults.push(lostAfterwards(server), lost, lost);
  tap();
  await clock.pass(150);
  longAbsence({ outbox, server });
  assert.deepEqual(shown(outbox), []);
  const floor = outbox.mark;
  server.decide({ client: "ben", entries: [{ id: "one-more", seq: 1_201 }] });
  outbox.adopt(server.state("ana", floor.seq), { floor });
  assert.equal(outbox.waiting.length, 1);
  assert.deepEqual(shown(outbox), []);
  await clock.pass(60_000);
  assert.equal(outbox.waiting.length, 0);
  assert.deepEqual(heard.outcomes, [["ana-1", "accepted"]]);
});

test("what never arrived is shown all the while, also after a long absence", async () => {
  const { outbox, server, clock, tap } = aPhone();
  server.faults.push(lost, lost);
  tap();
  await clock.pass(150);
  longAbsence({ outbox, server });
  assert.deepEqual(shown(outbox), ["ana-1"]);
  await clock.pass(60_000);
  assert.equal(outbox.waiting.length, 0);
  assert.equal(server.rows.has("ana-1"), true);
});

test("a stream ahead of the answer confirms once: never shown twice, never missing", async () => {
  const { clock, server, outbox, heard, tap } = aPhone();
  let release;
  server.faults = [
    (body) => {
      const late = server.decide(body);
      return new Promise((resolve) => (release = () => resolve(late)));
    },
  ];
  tap();
  await clock.pass(150);
  outbox.adopt(server.state("ana", 0));
  assert.equal(outbox.waiting.length, 0);
  assert.equal(outbox.state.seq, 1);
  release();
  await settle();
  assert.equal(outbox.state.seq, 1);
  assert.deepEqual(heard.outcomes, [["ana-1", "accepted"]]);
});

test("an older state never replaces a newer one", () => {
  const { server, outbox } = aPhone();
  outbox.adopt({ ...server.state("ana"), seq: 45 });
  outbox.adopt({ ...server.state("ana"), seq: 44 });
  assert.equal(outbox.state.seq, 45);
});

test("another tab's entries under the same name never confirm this tab's", async () => {
  const { clock, server, outbox, tap } = aPhone();
  tap();
  server.decide({ client: "ana", entries: [{ id: "other-tab", seq: 1 }] });
  outbox.adopt(server.state("ana", 0));
  assert.equal(outbox.waiting.length, 1);
  await clock.pass(150);
  assert.deepEqual([...server.rows.keys()], ["other-tab", "ana-1"]);
  assert.equal(outbox.client, "ana");
});

test("after a restore it adopts, says so and sends the last 24 hours again", async () => {
  const { clock, server, outbox, heard, tap } = aPhone();
  tap();
  await clock.pass(25 * 3_600_000);
  tap();
  await clock.pass(1000);
  server.rows.delete("ana-2");
  Object.assign(server, { epoch: "e2", seq: 1 });
  server.last.set("ana", 1);
  outbox.adopt(server.state("ana", 0));
  assert.equal(heard.restored, 1);
  await clock.pass(1000);
  assert.deepEqual(
    server.posts.at(-1).entries.map(({ id }) => id),
    ["ana-2"],
  );
  assert.equal(outbox.state.epoch, "e2");
  outbox.adopt({ ...server.state("ana"), epoch: "e1", seq: 99 });
  assert.equal(outbox.state.epoch, "e2");
});

test("a seq below the one known when asking means a restore too", async () => {
  const { clock, server, outbox, heard, tap } = aPhone();
  tap();
  await clock.pass(1000);
  server.rows.clear();
  server.taken.clear();
  server.last.clear();
  server.seq = 0;
  outbox.adopt(server.state("ana", 0), { floor: { epoch: "e1", seq: 1 } });
  await clock.pass(1000);
  assert.equal(heard.restored, 1);
  assert.deepEqual([...server.rows.keys()], ["ana-1"]);
});

test("an answer from before the restore confirms nothing", async () => {
  const { clock, server, outbox, tap } = aPhone();
  let release;
  server.faults = [
    (body) => {
      const late = structuredClone(server.decide(body));
      return new Promise((resolve) => (release = () => resolve(late)));
    },
  ];
  tap();
  await clock.pass(150);
  server.rows.clear();
  server.taken.clear();
  server.last.clear();
  Object.assign(server, { epoch: "e2", seq: 0 });
  outbox.adopt(server.state("ana", 0));
  release();
  await clock.pass(1000);
  assert.deepEqual([...server.rows.keys()], ["ana-1"]);
  assert.equal(outbox.waiting.length, 0);
});

test("hiding the page sends everything at once, beside a flight that hangs", async () => {
  const { clock, server, outbox, tap } = aPhone();
  let release;
  server.faults = [() => new Promise((resolve) => (release = resolve))];
  tap();
  await clock.pass(150);
  tap();
  outbox.flushLast();
  await settle();
  assert.deepEqual(
    server.posts.map(({ entries }) => entries.map(({ seq }) => seq)),
    [[1], [1, 2]],
  );
  assert.equal(server.seq, 2);
  release();
  await clock.pass(1000);
  assert.equal(server.seq, 2);
  assert.equal(outbox.waiting.length, 0);
});

test("while something waits it tries at least every 15 s", async () => {
  const { clock, server, tap } = aPhone();
  server.faults = Array(50).fill(answer(503));
  tap();
  await clock.pass(60_000);
  const before = server.posts.length;
  await clock.pass(15_000);
  assert.ok(server.posts.length > before);
});
