// The rows of resolutions, pinned cards and disputes in words. As webapp/views/rule_words.py.
import { amountWords, cardName, kindName, seatName } from "./names.js";

export const NEEDED = {
  resolution_open: ["seat"],
  resolution_choose: ["resolution"],
  resolution_close: ["resolution"],
  pin: ["seat", "card"],
  unpin: ["seat", "card"],
  dispute: ["seat", "kind"],
  dispute_end: [],
};

/** One sentence for such a row. */
export function ruleWords(row, table, find, say) {
  const { type, card, seat, kind, pay } = row;
  const tell = (key, values = {}) => say(`rule.${key}`, values);
  const named = (id) => seatName(table, id, say);
  const cardWords = (slug) => (slug ? cardName(slug, say)[0] : tell("no-card"));
  const resolving = table.resolution(row.resolution) ?? begunBy(find(row.resolution));
  const [about, whose] = [cardWords(resolving?.card), named(resolving?.seat)];
  const tellers = {
    resolution_open: () => tell("resolves", { card: cardWords(card) }),
    resolution_close: () => tell("resolved", { card: about }),
    resolution_choose: () => {
      if ((pay ?? null) === null) return tell("declined", { card: about, name: whose });
      const what = amountWords(table, "energy", pay, say);
      return tell("chosen", { card: about, name: whose, what });
    },
    pin: () => tell("pin", { name: named(seat), card: cardWords(card) }),
    unpin: () => tell("unpin", { name: named(seat), card: cardWords(card) }),
    dispute: () => tell("dispute", { name: named(seat), what: kindName(table, kind, say) }),
    dispute_end: () => tell("dispute_end"),
  };
  return tellers[type]();
}

// Our pages name a resolution by the entry that opens it.
const begunBy = (row) => (row?.type === "resolution_open" ? row : null);
