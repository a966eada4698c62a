// Sentences for the rows that only some tables have. As webapp/views/more_words.py and kinds.py.
import { met } from "../ledger/effects.js";
import { isolated } from "../words.js";
import { amountWords, cardName, kindName, seatName } from "./names.js";

const ARROW = " → ";
const NEEDED = {
  lose: ["seat", "kind", "n"],
  proliferate: ["seats"],
  double: ["seat", "kinds"],
  effect_on: ["card"],
  effect_off: ["effect"],
  kind_add: ["name"],
  turn: [],
  mode: [],
  team: ["seat"],
};

/** The fields without which a row of these types can't be read; null for another type. */
export const neededBy = (type) => NEEDED[type] ?? null;

/** What somebody gets: of each kind so many. */
export const amountsWords = (table, amounts, say) =>
  Object.entries(amounts)
    .map(([kind, n]) => amountWords(table, kind, n, say))
    .join(say("more.list"));

/** One sentence for such a row; null for one of another sort. */
export function moreWords(row, table, find, say) {
  const tell = (key, values = {}) => filled(say(`more.${key}`), values);
  const name = row.seat ? isolated(seatName(table, row.seat, say)) : "";
  const kind = (each) => isolated(kindName(table, each, say));
  const list = (words) => words.join(say("more.list"));
  const what = (n) => amountWords(table, row.kind, n, say);
  const nameOf = (seat) => isolated(seatName(table, seat, say));
  const tellers = {
    gain: () =>
      tell(row.kind === "life" ? "gained" : "got", {
        name,
        what: amountsWords(table, amountsOf(row), say),
      }),
    pay: () => tell("paid", { name, what: what(row.n) }),
    lose: () =>
      typeof row.n === "string"
        ? tell(`lost.${row.n}`, { name, kind: kind(row.kind) })
        : tell("lost", { name, what: what(row.n) }),
    correct: () =>
      tell("corrected", { name, kind: kind(row.kind), before: row.from, after: row.to }),
    double: () => tell("doubled", { name, kinds: list(row.kinds.map(kind)) }),
    proliferate: () => tell("proliferated", { names: list(row.seats.map(nameOf)) || "–" }),
    effect_on: () => {
      const whose = row.target ?? row.controller;
      const card = nameOfCard(row.card, say);
      return whose
        ? tell("effect_on", { card, name: nameOf(whose) })
        : tell("effect_on.none", { card });
    },
    effect_off: () =>
      tell("effect_off", { card: nameOfCard(cardOf(row.effect, table, find), say) }),
    kind_add: () => tell("kind_add", { kind: isolated(row.name) }),
    turn: () => (row.seat ? tell("turn", { name }) : tell("turn.none")),
    mode: () =>
      [row.mode, row.variant]
        .filter(Boolean)
        .map((each) => tell(each))
        .join(" · "),
    team: () => (row.team ? tell("team", { name, team: row.team }) : tell("team.none", { name })),
  };
  return tellers[row.type]?.() ?? null;
}

/** How effects changed what was to be got; null where none did. */
export function becameWords(row, table, find, say) {
  if (row.type !== "gain" || row.outcome !== "accepted") return null;
  const got = row.delta[row.seat]?.[row.kind] ?? 0;
  if (got === row.n) return null;
  const acted = actedOn(row, table);
  const cards = row.order?.length
    ? row.order.map((id) => cardOf(id, table, find))
    : table.inForce.filter(({ id }) => acted.has(id)).map(({ card }) => card);
  const names = cards
    .filter(Boolean)
    .map((card) => nameOfCard(card, say))
    .join(ARROW);
  const figures = { before: row.n, after: got, cards: names };
  return filled(say(names ? "more.became" : "more.became.by"), figures);
}

/** The cards of effects, one after the other. */
export const orderWords = (table, order, say) =>
  order
    .map((id) =>
      nameOfCard(
        cardOf(id, table, () => null),
        say,
      ),
    )
    .join(ARROW);

function actedOn({ seq, seat, placer, ...row }, table) {
  const then = table.inForce.filter(({ on }) => on < seq);
  return met(table, then, { seat, placer: placer ?? seat, amounts: amountsOf(row) });
}

const amountsOf = ({ kind, n, also = [] }) =>
  Object.fromEntries([[kind, n], ...also.map((each) => [each.kind, each.n])]);

const nameOfCard = (card, say) => (card ? isolated(cardName(card, say)[0]) : "…");

function cardOf(effect, table, find) {
  const known = table.effects.find(({ id }) => id === effect)?.card;
  const began = known ? null : find(effect);
  return known ?? (began?.type === "effect_on" ? began.card : null);
}

// Its parts are kept apart already.
const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
