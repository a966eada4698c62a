// What the buttons of cards are called. As webapp/views/card_words.py; `say` has its words.

/** What a button says: when, and what it does. */
export function buttonWords({ when, deeds }, say) {
  const what = deeds
    .map((deed) => deedWords(deed, say))
    .reduce((first, next, i) => {
      const join = deeds[i].word.startsWith("or_") ? "or-else" : "thereupon";
      return say(`join.${join}`, { first, next });
    });
  const named = say(`when.${when}`);
  return named ? say("join.named", { when: named, what }) : what;
}

export const deedWords = ({ word, n, of }, say) =>
  say(`deed.${word}`, { n, of: of ? say(`of.${of}`) : "" });
