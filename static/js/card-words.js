// What cards do and what their buttons are called. As webapp/views/card_words.py.
import { wordsFrom } from "./words.js";

const asked = new Map();

/** What every card does, {slug: {actions, effect, tally, by_hand}}, and say(key, values); once. */
export function cardsIn(language, fetch = globalThis.fetch) {
  if (!asked.has(language)) {
    const found = fetchCards(language, fetch);
    asked.set(language, found);
    found.catch(() => asked.delete(language));
  }
  return asked.get(language);
}

async function fetchCards(language, fetch) {
  const answer = await fetch(`/f/${language.toLowerCase()}/cards/actions`);
  if (!answer.ok) throw new Error("no cards are there");
  const text = await answer.text();
  const { cards, words } = JSON.parse(text.slice(text.indexOf(">") + 1, text.lastIndexOf("</")));
  return { cards, say: wordsFrom(words, language) };
}

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

const deedWords = ({ word, n, of }, say) =>
  say(`deed.${word}`, { n, of: of ? say(`of.${of}`) : "" });
