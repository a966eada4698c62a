// Several phones in one process, told what to do by lines of JSON: a list of commands comes in, and
// what came of them goes out. tests/machine/host.py speaks to it.
import { createInterface } from "node:readline";
import { startTable } from "../../../static/js/offline/tables.js";
import { Device } from "./device.js";
import { Net } from "./net.js";
import { idOf, Tab } from "./tab.js";
import { Time } from "./time.js";
import { wishOf } from "./wishes.js";

const time = new Time();
const net = new Net();
const devices = new Map();
const tabs = new Map();
let about = {};

process.on("unhandledRejection", (fault) => net.problem(`unhandled: ${fault?.stack ?? fault}`));

/** Each takes its arguments and answers what the machine should know; `rush` leaves out the settling. */
const COMMANDS = {
  reset(told) {
    about = told;
    for (const tab of tabs.values()) tab.killed = "clean";
    devices.clear();
    tabs.clear();
    net.reset();
    time.reset(told.now);
  },
  device(name) {
    devices.set(name, new Device({ name, ...about, time }));
  },
  async clone(name, from) {
    COMMANDS.device(name);
    await devices.get(name).copy(devices.get(from));
  },
  async start(device, seats) {
    const on = devices.get(device);
    const makeId = () => idOf(`${device}-start-${++on.begun}`);
    return { table: await startTable({ seats, now: on.now(), makeId }, on.db) };
  },
  open(name, on, table, seq, isFresh) {
    const device = devices.get(on);
    const known = isFresh ? device.cookie : null;
    const tab = new Tab({ name, device, table, seq, known, net, time });
    tabs.set(name, tab);
    time.during(tab.open(known)).catch((fault) => {
      if (!tab.killed) net.problem(`${name} does not open: ${fault.stack}`);
    });
  },
  wish: (name, kind, ...numbers) => {
    const tab = tabs.get(name);
    const before = tab.kept();
    const refused = wishOf(tab, kind, numbers);
    return { ...tab.news(before), refused };
  },
  kill: (name, how) => tabs.get(name).kill(how),
  hide: (name) => tabs.get(name).hide(),
  wake: (name) => tabs.get(name).wake(),
  pass: (ms) => time.pass(ms),
  set: (name, about) => void Object.assign(devices.get(name), about),
  answer: (number, answer) => net.answer(number, answer),
  say: (number, name, data) => net.say(number, name, data),
  decided(epoch, seqs) {
    const known = net.decided.get(epoch) ?? new Map();
    for (const [id, seq] of Object.entries(seqs)) known.set(id, seq);
    net.decided.set(epoch, known);
  },
  look: (name) => tabs.get(name).picture(),
  dump: (name) => devices.get(name).dump(),
};

async function run([name, ...rest]) {
  if (name === "rush") return COMMANDS[rest[0]](...rest.slice(1));
  const answer = await COMMANDS[name](...rest);
  await time.settle();
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) {
  const answers = [];
  try {
    for (const command of JSON.parse(line)) answers.push((await run(command)) ?? null);
  } catch (fault) {
    net.problem(`the host fails: ${fault.stack}`);
  }
  process.stdout.write(`${JSON.stringify({ answers, ...net.take() })}\n`);
}
