// Finding rulings by their words or their id: the twin of webapp/domain/search_texts.py.
import { fold } from "./folding.js";
import { compare, queryOf, spanOf, spansIn } from "./search.js";

const LONGEST_SENTENCE = 240;
const BEFORE = 60;
const END = /[.!?]["'”“’)]* +|[。！？][”’）]*/g;
const DRAWN = /\{[^{} ]{1,8}\}/g;

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

/** The sentence with most of what was found; a symbol in it is marked whole or not. */
export function sentenceOf({ text, spans: found }) {
  const letters = [...text];
  const placed = ({ 0: all, index }) => {
    const start = [...text.slice(0, index)].length;
    return [start, start + all.length];
  };
  const cuts = [0, ...[...text.matchAll(END)].map((end) => placed(end)[1]), letters.length];
  const drawn = [...text.matchAll(DRAWN)].map(placed);
  const spans = found.map((span) => widened(span, drawn));
  const [longest] = cuts
    .slice(1)
    .map((to, i) => ({ cut: [cuts[i], to], n: within(spans, cuts[i], to).length }))
    .sort((a, b) => b.n - a.n);
  let [first, last] = longest.cut;
  if (last - first > LONGEST_SENTENCE) {
    const [marked] = within(spans, first, last);
    [first, last] = cut(letters, first, last, marked ? marked[0] : first);
  }
  const before = cuts.includes(first) ? "" : "…";
  const after = cuts.includes(last) ? "" : "…";
  const shift = before.length - first;
  return {
    text: before + letters.slice(first, last).join("").trimEnd() + after,
    spans: within(spans, first, last).map(([a, b]) => [a + shift, b + shift]),
  };
}

/** A part of a long sentence, between words where it has any, around what is at a place. */
function cut(letters, first, last, at) {
  const start = Math.max(first, at - BEFORE);
  const space = start > first ? letters.indexOf(" ", start) : -1;
  const from = space >= 0 && space < at ? space + 1 : start;
  const end = Math.min(last, from + LONGEST_SENTENCE);
  const gap = end < last ? letters.lastIndexOf(" ", end - 1) : -1;
  return [from, gap > at ? gap : end];
}

function widened([start, end], symbols) {
  const touched = symbols.filter(([a, b]) => a < end && start < b);
  return [Math.min(start, ...touched.map(([a]) => a)), Math.max(end, ...touched.map(([, b]) => b))];
}

/** What of these lies between two places. */
const within = (spans, first, last) =>
  spans
    .filter(([a, b]) => a < last && first < b)
    .map(([a, b]) => [Math.max(a, first), Math.min(b, last)]);
