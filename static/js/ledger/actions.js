// What a seat may tap for a card: its buttons, and the choices while it resolves. As
// webapp/domain/actions.py and buttons.py; `card` is {actions, effect} as in the file of cards.
import { bar } from "./effects.js";

const SEAT = "$seat";
const NUMBER = "$number";
const RESOLUTION = "$resolution";
const CLOSE = { type: "resolution_close", resolution: RESOLUTION };
const ON_ENTERING = "target_gets_none"; // its card names a player when it enters
const CHOICES = new Set(["may_get", "may", "unless"]);
const CHOSEN = new Set(["X", "any", "one_or_more", "all", "one_kind", "each_kind", "on"]);
const VERBS = ["get", "may_get", "may", "must", "unless", "lose", "give", "double", "switch"];

const isWhole = (amount) => typeof amount === "number";
const isCounted = (amount) => !isWhole(amount) && !CHOSEN.has(amount); // on the table, by players

/**
 * All buttons of a card at a seat that has {energy, cannotGet, on: [effect ids of this card]}: {key,
 * when, deeds: [{word, n, of}], makes, needs: [{ask, options, least, most, of}], missing, blocked,
 * opens, only, leads}. Two that are alike are one.
 */
export function buttons(card, have) {
  const found = new Map();
  for (const [key, action] of keyed(card.actions ?? [])) {
    const button = ofAction(key, action, have);
    const alike = JSON.stringify([button.when, button.deeds, button.needs]);
    if (!found.has(alike)) found.set(alike, button);
  }
  return [...found.values(), ...switches(card, have)];
}

/**
 * What is left to tap while a card of this name resolves; `chosen`: after a payment. Of a card that
 * nobody here knows (null) only the end is left.
 */
export function choices(card, have, chosen = false) {
  const steps = (card?.actions ?? []).flatMap((action) => (action.do ?? []).map(read));
  const step = steps.find(({ verb }) => CHOICES.has(verb));
  if (chosen || !step) return [aChoice("done", [aDeed("done")], [CLOSE])];
  if (step.verb === "may_get") {
    const makes = [{ ...gain(step), resolution: RESOLUTION }, CLOSE];
    const get = aChoice("get", [aDeed("get", step.amount)], makes);
    return [...(have.cannotGet ? [] : [get]), decline(step)];
  }
  const pay = payment(step, have);
  return [...(step.verb === "unless" && pay.missing ? [] : [pay]), decline(step)];
}

/** What the buttons of a card depend on: a seat's energy, whether it can't get any, what is on. */
export function haveOf(table, seat, slug) {
  const mine = table.inForce.filter(({ card, controller }) => card === slug && controller === seat);
  const cannotGet = Boolean(bar(table.inForce, seat, "energy"));
  return { energy: table.balance(seat, "energy"), cannotGet, on: mine.map(({ id }) => id) };
}

export const isPossible = ({ missing, blocked }) => !missing && !blocked;

function read(raw) {
  const verb = VERBS.find((word) => word in raw);
  const otherwise = raw.else ? read(raw.else[0]) : null;
  return { verb, amount: raw[verb], who: raw.who ?? "you", leads: raw.then ?? null, otherwise };
}

const aDeed = (word, n = null, of = null) => ({ word, n, of });
const aNeed = (ask, given = {}) => ({ ask, options: [], least: 0, most: null, of: null, ...given });
const aButton = (key, when, given) => {
  const plain = { missing: 0, blocked: false, opens: false, only: null, leads: null };
  return { key, when, deeds: [], makes: [], needs: [], ...plain, ...given };
};
const aChoice = (key, deeds, makes, given) =>
  aButton(key, "resolution", { deeds, makes, ...given });

/** Each action with its key: when it happens, counted from the second on. */
function keyed(actions) {
  const times = {};
  return actions.map((action) => {
    const { when } = action;
    times[when] = (times[when] ?? 0) + 1;
    return [times[when] === 1 ? when : `${when}-${times[when]}`, action];
  });
}

function ofAction(key, action, have) {
  const steps = (action.do ?? []).map(read);
  const button = (given) => aButton(key, action.when, { only: action.if ?? null, ...given });
  if (action.pay !== undefined) return button(cost(action, have));
  const deeds = deedsOf(steps);
  const [{ verb }] = steps;
  if (verb === "must") return button({ deeds, ...forced(steps[0], have) });
  if (["get", "may_get", "may", "unless"].includes(verb))
    return button({ deeds, ...resolving(action, steps, have) });
  const needs = steps.filter((step) => step.verb !== "switch").flatMap(whom);
  const switching = steps.filter((step) => step.verb === "switch"); // it takes the counters too
  return button({ deeds, needs, makes: (switching[0] ? switching : steps).map(aboutCounters) });
}

/** A cost: it is paid before anything of it happens, so nobody asks for targets. */
function cost({ pay, times, once, mana }, { energy }) {
  const short = Math.max(0, pay - energy);
  if (isWhole(pay) && !times) {
    const word = mana ? "pay_mana" : once ? "pay_once" : "pay";
    return { deeds: [aDeed(word, pay)], makes: [payOf(pay)], missing: short };
  }
  if (isWhole(pay)) {
    const most = Math.max(1, Math.floor(energy / pay));
    const needs = [aNeed("number", { least: 1, most, of: "times" })];
    const makes = [{ ...payOf(NUMBER), times: pay }];
    return { deeds: [aDeed("pay_times", pay)], makes, needs, missing: short };
  }
  const of = pay === "X" ? null : pay;
  const needs = [aNeed("number", { most: energy, of })];
  return { deeds: [aDeed(of ? "pay_equal" : "pay_x", null, of)], makes: [payOf(NUMBER)], needs };
}

/** A payment that whoever can must make: the number is asked, or there is nothing to ask. */
function forced({ amount, otherwise }, { energy, cannotGet }) {
  if (amount === "any") {
    const choose = { type: "resolution_choose", resolution: RESOLUTION, pay: NUMBER };
    return { makes: [open("none"), choose, CLOSE], needs: [aNeed("number", { most: energy })] };
  }
  const missing = Math.max(0, amount - energy);
  if (!missing || !otherwise) return { makes: [payOf(amount)], missing };
  return { makes: cannotGet ? [] : [gain(otherwise)], blocked: cannotGet };
}

/** Gains, and the one choice, of a spell or ability that resolves. */
function resolving({ targets }, steps, have) {
  const choice = steps.find(({ verb }) => CHOICES.has(verb));
  const gives = steps.some(({ verb }) => verb === "get");
  const gets = have.cannotGet ? [] : steps.filter(({ verb }) => verb === "get");
  const numbers = gets
    .filter(({ amount }) => !isWhole(amount))
    .map(({ amount }) => aNeed("number", { of: amount === "X" ? null : amount }));
  const gains = gets.map(gain);
  if (!targets && !choice) return { makes: gains, needs: numbers, blocked: have.cannotGet };
  const least = choice?.amount === "one_or_more" ? { min: 1 } : {};
  const opened = { ...open(targets ? "$targets" : "none"), ...least };
  const within = gains.map((entry) => ({ ...entry, resolution: RESOLUTION }));
  const missing = choice?.verb === "may" && !gives ? payment(choice, have).missing : 0;
  return {
    makes: [opened, ...within, ...(choice ? [] : [CLOSE])],
    needs: [...(targets ? [aimed(targets)] : []), ...numbers],
    missing,
    blocked: !choice && have.cannotGet,
    opens: Boolean(choice),
  };
}

const aimed = (targets) =>
  aNeed("targets", { options: [...(targets === "up_to_one" ? ["none"] : []), "legal", "illegal"] });

/** Paying, as the choice of a resolution. */
function payment(step, { energy }) {
  const { amount, leads } = step;
  const least = isWhole(amount) ? amount : Number(amount === "one_or_more");
  const pay = isWhole(amount) ? amount : NUMBER;
  const choose = { type: "resolution_choose", resolution: RESOLUTION, pay };
  const most = Math.max(least, energy);
  const of = isCounted(amount) ? amount : null;
  const deed = isWhole(amount) ? aDeed("pay", amount) : { ...deedOf(step), word: "pay_amount" };
  return aChoice("pay", [deed], leads ? [choose] : [choose, CLOSE], {
    needs: isWhole(amount) ? [] : [aNeed("number", { least, most, of })],
    missing: Math.max(0, least - energy),
    leads,
  });
}

function decline({ verb }) {
  const refuse = { type: "resolution_choose", resolution: RESOLUTION, pay: null };
  const word = { unless: "unpaid", may_get: "not_get" }[verb] ?? "not_pay";
  return aChoice("decline", [aDeed(word)], [refuse, CLOSE]);
}

/** What an action does, in the catalog's words; last what happens to who can't pay. */
function deedsOf(steps) {
  const otherwise = steps.map((step) => step.otherwise).filter(Boolean);
  const orElse = otherwise.map((step) => ({ ...deedOf(step), word: `or_${step.verb}` }));
  return [...steps.map(deedOf), ...orElse];
}

function deedOf({ verb, amount, who }) {
  if (isWhole(amount)) return aDeed(verb, amount);
  if (isCounted(amount)) return aDeed(`${verb}_equal`, null, amount);
  return aDeed(`${verb}_${amount.toLowerCase()}${who === "you" ? "" : `_${who}`}`);
}

/** Which players counters are given to or taken from, and of which kinds. */
function whom({ amount, who }) {
  if (who === "you") return [];
  const asked = aNeed(who === "each_opponent" ? "players" : "player", { options: [who] });
  if (amount === "one_kind") return [asked, aNeed("amounts", { most: 1 })];
  return isWhole(amount) ? [asked, aNeed("amounts", { most: amount })] : [asked];
}

/** What becomes of an instruction about counters of any kind. */
function aboutCounters({ verb, amount }) {
  if (verb === "switch") return switchOn({ target: "$player" });
  if (verb === "double") return { type: "double", seat: SEAT, kinds: "$kinds" };
  if (verb === "give")
    return {
      each: amount === "each_kind" ? "event" : "amount",
      type: "gain",
      seat: "$player",
      placer: SEAT,
    };
  const all = amount === "all";
  const lost = { type: "lose", seat: "$player", kind: "$kind", n: all ? "all" : "$amount" };
  return { each: all ? "kind" : "amount", ...lost };
}

function switches({ effect }, { on }) {
  if (!effect) return [];
  const begin = aButton("on", "effect", { deeds: [aDeed("on")], makes: [switchOn({})] });
  const off = { type: "effect_off", effect: on.at(-1) };
  const end = aButton("off", "effect", { deeds: [aDeed("off")], makes: [off] });
  return [...(effect === ON_ENTERING ? [] : [begin]), ...(on.length ? [end] : [])];
}

const switchOn = (target) => ({
  type: "effect_on",
  effect: "$effect",
  controller: SEAT,
  ...target,
});
const open = (targets) => ({
  type: "resolution_open",
  resolution: RESOLUTION,
  seat: SEAT,
  targets,
});
const gain = ({ amount }) => ({
  type: "gain",
  seat: SEAT,
  kind: "energy",
  n: isWhole(amount) ? amount : NUMBER,
});
const payOf = (n) => ({ type: "pay", seat: SEAT, kind: "energy", n });
