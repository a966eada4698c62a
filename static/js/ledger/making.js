// From a tapped button and what the player answered to entries. As webapp/domain/making.py.

const WITH_CARD = new Set(["gain", "pay", "lose", "effect_on", "resolution_open"]);

/**
 * The entries of a button, without id and seq; an amount of 0 is none. Answers: {seat, card, number,
 * targets, players: {seat: counters}, amounts: {kind: n}, own: counters, resolution, effect, group}.
 * If every target is illegal, nothing of the spell or ability happens (608.2b).
 */
export function entries({ makes, needs }, answers) {
  const aims = needs.some(({ ask }) => ask === "targets");
  const opened = makes.filter(({ type }) => type === "resolution_open");
  const nothing = [...opened, { type: "resolution_close", resolution: "$resolution" }];
  const made = aims && answers.targets === "illegal" ? nothing : makes;
  return made
    .flatMap((make) => expanded(make, answers))
    .filter(({ n, kinds }) => n !== 0 && kinds?.length !== 0);
}

const held = (counters = {}) =>
  Object.keys(counters)
    .filter((kind) => counters[kind] > 0 && kind !== "life")
    .sort();

/** One entry, or one for each kind of each player, or for each amount; or one with all. */
function expanded(make, answers) {
  if (!make.each) return [filled(make, answers, {})];
  const { amounts = {}, players = {}, group } = answers;
  return Object.entries(players).flatMap(([player, counters]) => {
    const kinds = held(make.each === "amount" ? amounts : counters);
    const to = { $player: player };
    if (make.type === "lose")
      return kinds.map((kind) => ({
        ...filled(make, answers, { ...to, $kind: kind, $amount: amounts[kind] }),
        group,
      }));
    if (!kinds.length) return [];
    const also = kinds.slice(1).map((kind) => ({ kind, n: 1 }));
    const gain = { ...filled(make, answers, to), kind: kinds[0], n: 1 };
    return [also.length ? { ...gain, also } : gain];
  });
}

function filled({ each, times, ...make }, answers, more) {
  const { seat, card, number = 0, targets = "none", resolution, effect, own, players } = answers;
  const [first = ""] = Object.keys(players ?? {});
  const values = {
    $seat: seat,
    $number: number,
    $targets: targets,
    $resolution: resolution,
    $effect: effect,
    $kinds: held(own),
    $player: first,
    ...more,
  };
  const fields = Object.entries(make).map(([name, value]) => [
    name,
    Object.hasOwn(values, value) ? values[value] : value,
  ]);
  const entry = Object.fromEntries(fields);
  if (times) entry.n = number * times;
  return WITH_CARD.has(entry.type) ? { ...entry, card } : entry;
}
