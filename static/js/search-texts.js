// Finding rulings by their words or their id: the twin of webapp/domain/search_texts.py.
import { fold } from "./folding.js";
import { compare, queryOf, spanOf, spansIn } from "./search.js";

/** All texts of the rulings, [[id, text or null in each of `languages`]], folded once. */
export const indexTexts = (rulings, languages) =>
  rulings.flatMap(([id, ...texts]) =>
    texts.flatMap((text, i) =>
      text ? [{ id, language: languages[i], text, folded: fold(text), name: fold(id).text }] : [],
    ),
  );

/** The rulings with the query as id or in their text, best first: [{id, language, text, spans}]. */
export function searchTexts(texts, query, language = "en") {
  const asked = queryOf(query);
  if (!asked) return [];
  const best = new Map();
  for (const [place, text] of texts.entries()) {
    const found = match(text, asked);
    if (!found) continue;
    const order = [found.rank, text.language !== language];
    const known = best.get(text.id);
    if (!known || compare(order, known.order) < 0)
      best.set(text.id, { order, first: known ? known.first : place, text, spans: found.spans });
  }
  return [...best.values()]
    .sort((a, b) => compare([...a.order, a.first], [...b.order, b.first]))
    .map(({ text: { id, language, text, folded }, spans }) => ({
      ...{ id, language, text },
      spans: spansIn(folded, spans),
    }));
}

function match(text, query) {
  if (text.name.startsWith(query.text))
    return { rank: text.name === query.text ? 0 : 1, spans: [] };
  const spans = placesOf(text, query.whole);
  if (spans.length) return { rank: 2 + least(text, spans), spans };
  let worst = 0;
  const all = [];
  for (const word of query.words) {
    const places = placesOf(text, word.pattern);
    if (!places.length) return null;
    worst = Math.max(worst, least(text, places));
    all.push(...places);
  }
  return { rank: 4 + worst, spans: all };
}

const placesOf = ({ folded }, expression) => [...folded.text.matchAll(expression)].map(spanOf);

const least = ({ folded }, spans) =>
  Math.min(...spans.map(([start]) => (start > 0 && folded.text[start - 1] !== " " ? 1 : 0)));
