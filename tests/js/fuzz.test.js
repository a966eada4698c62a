// Thousands of schedules of loss, doubling, reordering, delay and restart between phones and a
// server. Whatever happens: nothing tapped is lost or counted twice, every phone's order is kept,
// a phone's own number is right at every moment, and in the end all agree.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as rules from "../../static/js/ledger/index.js";
import { Phone } from "../../static/js/phone.js";
import { FakeClock } from "./support/clock.js";
import { idOf, Server, TABLE } from "./support/server.js";

const SCHEDULES = Number(process.env.SCHEDULES ?? 500);
const SEATS = ["AAAAAAAA", "BBBBBBBB", "CCCCCCCC"];

/** Small seeded randomness, so that a failing schedule can be repeated. */
function dice(seed) {
  let state = seed * 2654435761 + 1;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { random, below: (n) => Math.floor(random() * n), chance: (p) => random() < p };
}

class World {
  weather = { loss: 0.2, echo: 0.15, fault: 0.1, slow: 2000, cut: 0.2 };
  problems = [];

  constructor(seed) {
    this.dice = dice(seed);
    this.clock = new FakeClock();
    this.server = new Server(SEATS);
    this.phones = SEATS.map((seat, number) => this.#phone(seat, `phone${number}`));
    for (const phone of this.phones) this.#connect(phone);
  }

  calm() {
    this.weather = { loss: 0, echo: 0, fault: 0, slow: 50, cut: 0 };
  }

  #phone(seat, name) {
    const { clock } = this;
    const mine = { name, seat, client: idOf(name), made: 0, entered: 0, told: 0 };
    const makeId = () => idOf(`${name}-${++mine.made}`);
    mine.phone = new Phone({
      table: TABLE,
      client: mine.client,
      tools: { ...clock, random: this.dice.random, makeId, post: (body) => this.#carry(body) },
      tell: {
        changed: () => this.#look(mine),
        outcome: () => mine.told++,
        parked: (entries, why) => this.problems.push(`parked ${entries.length}: ${why}`),
        gone: (status) => this.problems.push(`gone ${status}`),
        restored: () => {},
        renamed: () => this.problems.push("renamed"),
      },
    });
    mine.phone.judge.learn(rules);
    const { outbox } = mine.phone;
    const add = outbox.add.bind(outbox);
    outbox.add = (wish) => {
      mine.entered++;
      return add(wish);
    };
    return mine;
  }

  // Every moment a phone could paint.
  #look({ phone, seat, name }) {
    if (phone?.expected === undefined) return;
    queueMicrotask(() => {
      const shown = phone.face().totals.get(seat);
      if (shown === phone.expected) return;
      this.problems.push(`${name} shows ${shown}, tapped ${phone.expected}`);
    });
  }

  // A request may be lost, delayed, delivered twice; so may its answer.
  #carry(body) {
    const { dice, clock, weather, server } = this;
    const sent = structuredClone(body);
    return new Promise((resolve, reject) => {
      const lost = () => reject(new TypeError("Failed to fetch"));
      clock.later(() => {
        if (dice.chance(weather.loss)) return lost();
        if (dice.chance(weather.fault)) return resolve(this.#fault(sent));
        const answer = server.post(sent);
        if (dice.chance(weather.echo)) clock.later(() => server.post(sent), dice.below(5000));
        if (dice.chance(weather.loss)) return clock.later(lost, dice.below(weather.slow));
        clock.later(() => resolve(answer), dice.below(weather.slow));
      }, dice.below(weather.slow));
    });
  }

  #fault({ entries }) {
    return [
      { status: 500 },
      { status: 200, body: undefined },
      { status: 429, after: 700 },
      { status: entries.length > 1 ? 413 : 503 },
    ][this.dice.below(4)];
  }

  // The stream: the whole state first, then after each change; cut and opened again at times.
  #connect(mine) {
    const { server, clock, dice, weather } = this;
    const floor = mine.phone.outbox.mark;
    let cursor = mine.phone.rows.last;
    let arrival = clock.now();
    let open = true;
    const ring = () => {
      const state = server.state(mine.client, cursor);
      cursor = state.seq;
      arrival = Math.max(arrival, clock.now() + dice.below(weather.slow));
      clock.later(() => {
        if (!open) return;
        if (dice.chance(weather.cut)) {
          open = false;
          server.listeners.delete(ring);
          clock.later(() => this.#connect(mine), dice.below(3000));
          return;
        }
        mine.phone.hear(state, { floor, client: mine.client });
      }, arrival - clock.now());
    };
    mine.hangUp = () => {
      open = false;
      server.listeners.delete(ring);
      this.#connect(mine);
    };
    server.listeners.add(ring);
    ring();
  }

  /** The server comes back as it was when the backup was made. */
  lose(backup) {
    this.server.restore(backup, "e2");
    for (const mine of this.phones) mine.hangUp();
  }

  async quiet() {
    this.calm();
    for (let turn = 0; turn < 30; turn += 1) {
      await this.clock.pass(10_000);
      if (this.phones.every(({ phone }) => phone.outbox.waiting.length === 0)) break;
    }
    for (const mine of this.phones) mine.hangUp();
    await this.clock.pass(10_000);
  }
}

const inNumbers = (a, b) => a - b;

/** The numbers in a phone's entry ids, in the order of the server's ledger. */
function kept(server, { name }) {
  const own = [...server.rows.keys()].filter((id) => id.startsWith(`${name}-`));
  return own.map((id) => Number(id.split("-")[1].replaceAll("_", "")));
}

for (const [claim, play] of [
  ["own numbers are right at every moment", ownNumbers],
  [
    "the same when the server comes back from a backup",
    (seed) => ownNumbers(seed, { backup: true }),
  ],
  ["phones that play for everyone agree in the end", everyoneForAll],
]) {
  for (let first = 1; first <= SCHEDULES; first += 100) {
    test(`${claim}: schedules ${first} to ${first + 99}`, async () => {
      for (let seed = first; seed < first + 100; seed += 1) await play(seed);
    });
  }
}

/** Each phone taps for its own seat, so that its number must follow its taps exactly. */
async function ownNumbers(seed, { backup = false } = {}) {
  const world = new World(seed);
  const { dice, clock, server, phones } = world;
  const [saveAt, loseAt] = backup ? [5 + dice.below(5), 10 + dice.below(15)] : [];
  let saved;
  await clock.pass(5000);
  for (let step = 0; step < 25; step += 1) {
    const { phone, seat } = phones[dice.below(phones.length)];
    if (phone.ready) {
      phone.expected ??= 0;
      const down = phone.expected > 0 && dice.chance(0.3);
      phone.expected += down ? -1 : 1;
      assert.equal(phone.tap(seat, down ? -1 : 1), null);
      if (dice.chance(0.1)) phone.closeDraft();
      if (dice.chance(0.05)) phone.outbox.flushLast();
    }
    if (step === saveAt) saved = server.backup();
    if (step === loseAt) world.lose(saved);
    await clock.pass(dice.chance(0.5) ? dice.below(300) : dice.below(4000));
  }
  for (const { phone } of phones) phone.closeDraft();
  await world.quiet();
  agree(world, seed);
  for (const { phone, seat } of phones) {
    assert.equal(server.total(seat), phone.expected ?? 0, `seed ${seed}`);
  }
}

/** Everyone taps, pays and undoes everywhere; what can't be is refused or in conflict, once. */
async function everyoneForAll(seed) {
  const world = new World(seed);
  const { dice, clock, phones } = world;
  await clock.pass(5000);
  for (let step = 0; step < 25; step += 1) {
    const mine = phones[dice.below(phones.length)];
    const { phone } = mine;
    const seat = SEATS[dice.below(SEATS.length)];
    const what = dice.below(10);
    if (!phone.ready || what < 5) phone.tap(seat, dice.chance(0.6) ? 1 : -1);
    else if (what < 8)
      phone.enter({
        type: dice.chance(0.6) ? "gain" : "pay",
        seat,
        kind: "energy",
        n: 1 + dice.below(3),
      });
    else if (phone.face().latest) phone.enter({ type: "undo", entry: phone.face().latest.id });
    await clock.pass(dice.chance(0.5) ? dice.below(300) : dice.below(4000));
  }
  for (const { phone } of phones) phone.closeDraft();
  await world.quiet();
  agree(world, seed);
  for (const mine of phones) {
    assert.equal(kept(world.server, mine).length, mine.entered, `seed ${seed}: each entry once`);
    assert.equal(mine.told, mine.entered, `seed ${seed}: each outcome told once`);
  }
}

function agree({ problems, server, phones }, seed) {
  assert.deepEqual(problems, [], `seed ${seed}`);
  for (const mine of phones) {
    const { phone } = mine;
    assert.equal(phone.outbox.waiting.length, 0, `seed ${seed}`);
    const order = kept(server, mine);
    assert.deepEqual(order, order.slice().sort(inNumbers), `seed ${seed}: order`);
    for (const seat of SEATS) {
      assert.equal(phone.face().totals.get(seat), server.total(seat), `seed ${seed}: agreement`);
    }
  }
}
