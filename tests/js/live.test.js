import assert from "node:assert/strict";
import { test } from "node:test";
import { Live } from "../../static/js/live.js";
import { FakeClock } from "./support/clock.js";

function aFeed({ status = 503, state = null, hidden = false } = {}) {
  const asked = [];
  const clock = new FakeClock();
  const sources = [];
  const heard = { states: [], opened: 0, lost: 0, moved: [], gone: [] };
  class FakeSource extends EventTarget {
    static CLOSED = 2;
    readyState = 0;
    constructor(address) {
      super();
      this.address = address;
      sources.push(this);
    }
    close() {
      this.readyState = 2;
    }
    says(type, data) {
      this.readyState = type === "refused" ? 2 : type === "error" ? 0 : 1;
      const name = type === "refused" ? "error" : type;
      this.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(data) }));
    }
  }
  const knows = { seq: 3 };
  const live = new Live({
    address: (name) => `/t/X/${name}?after=${knows.seq}`,
    floor: () => knows.seq,
    tell: {
      state: (state, floor) => heard.states.push([state.seq, floor]),
      open: () => heard.opened++,
      lost: () => heard.lost++,
      moved: (table) => heard.moved.push(table),
      gone: (code) => heard.gone.push(code),
    },
    tools: {
      EventSource: FakeSource,
      isHidden: () => hidden,
      status: async () => status,
      state: async (address) => {
        asked.push(address);
        return state;
      },
      later: clock.later,
      cancel: clock.cancel,
      random: () => 0.5,
    },
  });
  live.open();
  const open = () => sources.filter(({ readyState }) => readyState !== 2);
  return { live, clock, sources, heard, knows, open, asked };
}

test("every state is handed on with the seq that was known when the stream was opened", () => {
  const { sources, heard, knows } = aFeed();
  knows.seq = 9;
  sources[0].says("state", { v: 1, seq: 4 });
  assert.deepEqual(heard.states, [[4, 3]]);
});

test("what is no state of ours is passed over", () => {
  const { sources, heard } = aFeed();
  sources[0].says("state", "nonsense");
  sources[0].says("state", { v: 2, seq: 4 });
  assert.deepEqual(heard.states, []);
});

test("a stream that says nothing for 40 s is opened anew; a heartbeat is enough", async () => {
  const { clock, sources, open } = aFeed();
  await clock.pass(39_000);
  sources[0].says("hb", { seq: 3 });
  await clock.pass(39_999);
  assert.equal(sources.length, 1);
  await clock.pass(1);
  assert.equal(sources.length, 2);
  assert.equal(open().length, 1);
});

test("where streams are held back, the state is asked for after 4 s", async () => {
  const { clock, heard, asked } = aFeed({ state: { v: 1, seq: 6 } });
  await clock.pass(3999);
  assert.deepEqual(asked, []);
  await clock.pass(1);
  assert.deepEqual(asked, ["/t/X/state?after=3"]);
  assert.deepEqual(heard.states, [[6, 3]]);
});

test("it is asked for even while one connection after another fails", async () => {
  const { clock, sources, asked } = aFeed();
  for (let i = 0; i < 30; i += 1) {
    sources.at(-1).says("refused");
    await clock.pass(500);
  }
  assert.equal(asked.length, 2);
});

test("a first connection that fails is tried again, soon at first and then ever more slowly", async () => {
  const { clock, sources, heard } = aFeed({ status: 503 });
  const waits = [];
  for (let i = 1; i <= 27; i += 1) {
    const since = clock.time;
    sources.at(-1).says("refused");
    while (sources.length === i) await clock.pass(50);
    waits.push(clock.time - since);
  }
  assert.deepEqual(waits.slice(0, 24), [250, ...Array(20).fill(500), 1000, 2000, 4000]);
  assert.equal(waits.at(-1), 15_000);
  assert.deepEqual(heard.gone, []);
});

test("a stream that ends cleanly comes back soon, from where it was", async () => {
  const { clock, sources, knows } = aFeed();
  sources[0].says("state", { v: 1, seq: 8 });
  knows.seq = 8;
  sources[0].says("error");
  await clock.pass(250);
  assert.equal(sources[1].address, "/t/X/events?after=8");
});

for (const status of [204, 404, 410]) {
  test(`${status} ends it for good`, async () => {
    const { live, clock, sources, heard } = aFeed({ status });
    sources[0].says("refused");
    await clock.pass(120_000);
    live.wake();
    assert.equal(sources.length, 1);
    assert.deepEqual(heard.gone, [status]);
  });
}

test("waking always closes and opens, and there are never two streams", async () => {
  const { live, clock, sources, open } = aFeed();
  sources[0].says("open");
  live.wake();
  live.wake();
  await clock.pass(1000);
  assert.equal(sources.length, 3);
  assert.equal(open().length, 1);
});

test("what an old stream still says is not heard", () => {
  const { live, sources, heard } = aFeed();
  live.wake();
  sources[0].says("state", { v: 1, seq: 99 });
  sources[0].says("error");
  assert.deepEqual(heard.states, []);
  assert.equal(heard.lost, 0);
});

test("hidden for 2 s the stream is given back, and a look in between keeps it", async () => {
  const { live, clock, open } = aFeed();
  live.hide();
  await clock.pass(1900);
  live.wake();
  await clock.pass(5000);
  assert.equal(open().length, 1);
  live.hide();
  await clock.pass(2000);
  assert.equal(open().length, 0);
});

test("a page that opens out of sight, or retries there, gives its stream back, too", async () => {
  const { clock, sources, open } = aFeed({ hidden: true });
  await clock.pass(1500);
  sources[0].says("error");
  await clock.pass(400);
  assert.deepEqual([sources.length, open().length], [2, 1]);
  await clock.pass(100);
  assert.equal(open().length, 0);
  await clock.pass(60_000);
  assert.equal(sources.length, 2);
});

test("a table with another link is told once, and its old stream is left", () => {
  const { sources, heard } = aFeed();
  sources[0].says("state", { v: 1, seq: 4 });
  sources[0].says("moved", { table: "N" });
  sources[0].says("moved", { table: "M" });
  sources[0].says("error");
  assert.deepEqual(heard.moved, ["N"]);
  assert.deepEqual([sources.length, heard.lost], [1, 0]);
});
