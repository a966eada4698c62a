// What continuous effects do to counters that a player would get: "can't" first (rule 614.17), then
// every replacement once (614.5), in the order that the affected player picks (616.1). As
// webapp/domain/effects.py. An event is {seat, placer, amounts: {kind: n}}, every n above 0.
import { badField, Code, refusal } from "./table.js";

const MOST_ORDERED = 6; // so many replacements are put into every order; of more, one must be said
const MOST_WAYS = 40;
export const SUNCLEANSER = "suncleanser";
export const CURE = "melira-the-living-cure";
const SYLVOK = "melira-sylvok-outcast";
const VORINCLEX = "vorinclex-monstrous-raider";
const LAEZEL = "laezel-vlaakiths-champion"; // what its controller puts on themself

const HOW = {
  plus: (n) => n + 1,
  double: (n) => 2 * n,
  half: (n) => Math.floor(n / 2),
  one: () => 1,
};
// What replaces counters its controller would get: how, and of which kind (null: of each).
const OF_RECEIVER = {
  "winding-constrictor": ["plus", null],
  "izzet-generatorium": ["plus", "energy"],
  "aether-refinery": ["double", "energy"],
  [CURE]: ["one", "poison"],
};
// What replaces counters that its controller, or an opponent, would give.
const OF_PLACER = ["innkeepers-talent", VORINCLEX];

const own = ["controller"];
/** The cards that can be switched on, with the seats that each must name. */
export const NEEDS = {
  solemnity: [],
  [SUNCLEANSER]: ["target"],
  [SYLVOK]: own,
  ...Object.fromEntries(
    [...Object.keys(OF_RECEIVER), ...OF_PLACER, LAEZEL].map((card) => [card, own]),
  ),
};

/** The first effect by which that player can't get counters of that kind. */
export const bar = (effects, seat, kind) => effects.find((effect) => bars(effect, seat, kind));

function bars({ card, controller, target }, seat, kind) {
  if (card === "solemnity") return true;
  if (card === SUNCLEANSER) return target === seat;
  const whom = { [SYLVOK]: controller, [CURE]: target }[card];
  return kind === "poison" && whom === seat;
}

/**
 * What a player gets under effects → {amounts, cured} or {refusal}; ORDER_REQUIRED only where the
 * order changes the outcome: then its `outcomes`, [{amounts, order}], name each once.
 */
export function got(table, effects, event, order) {
  const kinds = Object.keys(event.amounts);
  const barred = kinds.map((kind) => bar(effects, event.seat, kind));
  const left = kinds.filter((_, i) => !barred[i]);
  if (kinds.length && !left.length) {
    const { id, card } = barred[0];
    return { refusal: refusal(Code.CANT_GET, { effect: id, card }) };
  }
  const now = left.map((kind) => event.amounts[kind]);
  const groups = acting(table, effects, event, left);
  const ids = groups.flatMap((group) => group.ids);
  const unfit = unfitOrder(effects, ids, order);
  if (unfit) return { refusal: unfit };
  if (order || groups.length < 2) return applied(left, now, groups, order ?? ids);
  if (ids.length > MOST_ORDERED) return { refusal: tooMany(MOST_ORDERED) };
  const outcomes = ways(left, now, groups);
  if (outcomes.length === 1) return applied(left, now, groups, outcomes[0].order);
  if (outcomes.length > MOST_WAYS) return { refusal: tooMany(MOST_WAYS) };
  return { refusal: refusal(Code.ORDER_REQUIRED, { seat: event.seat, outcomes }) };
}

const tooMany = (max) => refusal(Code.TOO_MANY, { max });

/** The ids of the effects that have a say in an event. */
export function met(table, effects, event) {
  const kinds = Object.keys(event.amounts);
  const barring = effects.filter((effect) => kinds.some((kind) => bars(effect, event.seat, kind)));
  const replacing = acting(table, effects, event, kinds).flatMap(({ ids }) => ids);
  return new Set([...barring.map(({ id }) => id), ...replacing]);
}

function unfitOrder(effects, ids, order) {
  if (!order || `${[...order].sort()}` === `${[...ids].sort()}`) return null;
  const known = order.every((id) => effects.some((effect) => effect.id === id));
  return known ? badField("order", "permutation") : refusal(Code.UNKNOWN_EFFECT);
}

// The effects that replace an event, those that do the same together: [{how, touches, ids}].
function acting(table, effects, event, kinds) {
  const groups = new Map();
  for (const effect of effects) {
    const [how, only] = replaces(table, effect, event) ?? [];
    const touches = kinds.map((kind) => Boolean(how) && (only ?? kind) === kind);
    if (!touches.includes(true)) continue;
    const key = how + touches;
    if (!groups.has(key)) groups.set(key, { how, touches, ids: [] });
    groups.get(key).ids.push(effect.id);
  }
  return [...groups.values()];
}

function replaces(table, { card, controller, target }, { seat, placer }) {
  if (Object.hasOwn(OF_RECEIVER, card) && !target)
    return controller === seat ? OF_RECEIVER[card] : null;
  if (card === LAEZEL) return controller === placer && placer === seat ? ["plus", null] : null;
  if (!OF_PLACER.includes(card)) return null;
  if (controller === placer) return ["double", null];
  return card === VORINCLEX && !table.areMates(controller, placer) ? ["half", null] : null;
}

const acts = ({ touches }, now) => now.some((n, i) => n > 0 && touches[i]);
const after = ({ how, touches }, now) => now.map((n, i) => (n && touches[i] ? HOW[how](n) : n));
const amountsOf = (kinds, now) => Object.fromEntries(kinds.map((kind, i) => [kind, now[i]]));

function applied(kinds, start, groups, order) {
  let [now, cured] = [start, false];
  for (const id of order) {
    const group = groups.find(({ ids }) => ids.includes(id));
    if (!acts(group, now)) continue;
    now = after(group, now);
    cured ||= group.how === "one";
  }
  return { amounts: amountsOf(kinds, now), cured };
}

// Every distinct outcome, smallest first. Effects that do the same are told apart nowhere, and
// orders that have come to the same amounts go on as one.
function ways(kinds, start, groups) {
  const done = new Map();
  let frontier = new Map([["", { used: groups.map(() => 0), now: start, order: [] }]]);
  while (frontier.size) {
    const onward = new Map();
    for (const { used, now, order } of frontier.values()) {
      const open = groups.map((group, i) => used[i] < group.ids.length && acts(group, now));
      if (!open.includes(true)) keep(done, `${now}`, { now, order });
      for (const [i, group] of groups.entries()) {
        if (!open[i]) continue;
        const then = { used: used.map((n, j) => n + (i === j)), now: after(group, now) };
        keep(onward, `${then.used};${then.now}`, {
          ...then,
          order: [...order, group.ids[used[i]]],
        });
      }
    }
    frontier = onward;
  }
  const every = groups.flatMap(({ ids }) => ids);
  return [...done.values()].sort(bySize).map(({ now, order }) => ({
    amounts: amountsOf(kinds, now),
    order: [...order, ...every.filter((id) => !order.includes(id))],
  }));
}

function bySize(a, b) {
  const place = a.now.findIndex((n, i) => n !== b.now[i]);
  return a.now[place] - b.now[place];
}

function keep(map, key, value) {
  if (!map.has(key)) map.set(key, value);
}
