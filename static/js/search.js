// Finding cards by name: the twin of webapp/domain/search.py. tests/queries.json holds both to it.
import { fold, lettersIn, PLAIN, UMLAUTS, words } from "./folding.js";
import { allowed, count, slips } from "./typos.js";

const LONGEST_QUERY = 80;
const FEW = 3;
const APART = 4;
const SLIPPED = 8;
const SHORTEST_RUN_TOGETHER = 5;
const FACES = " // ";
/** What Python's str.split() takes for space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they count as space
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** All names of the cards, [[slug, name or null in each of `languages`]], folded once. */
export function index(cards, languages) {
  return cards.flatMap(([slug, ...names]) =>
    names.flatMap((text, i) => (text ? [nameOf(slug, languages[i], text)] : [])),
  );
}

function nameOf(slug, language, text) {
  const folded = fold(text);
  const [starts, ends] = [new Set(), new Set()];
  let at = 0;
  for (const face of text.split(FACES)) {
    const start = at + (at > 0 && folded.text[at] === " " ? 1 : 0);
    at = start + fold(face).text.length;
    starts.add(start);
    ends.add(at);
  }
  return {
    slug,
    language,
    text,
    length: [...text].length,
    folded,
    words: words(folded.text),
    bits: lettersIn(folded.text),
    starts,
    ends,
  };
}

/** What is looked for; null where there is nothing to look for. */
export function queryOf(text) {
  const cut = [...text].slice(0, LONGEST_QUERY).join("");
  const whole = cut
    .split(SPACE)
    .map((part) => fold(part).text)
    .filter(Boolean)
    .join(" ");
  if (!whole) return null;
  const each = [...new Map(words(whole).map((word) => [word.letters.join(""), word])).values()];
  const letters = whole.replaceAll(" ", "");
  return {
    text: whole,
    whole: pattern(whole),
    words: each.map((word) => ({
      ...word,
      pattern: pattern(word.run),
      allowed: allowed(word),
    })),
    bits: each.reduce((all, { bits }) => all | bits, 0),
    together: [...letters].length >= SHORTEST_RUN_TOGETHER ? pattern(letters, " ?") : null,
  };
}

/**
 * The cards that have a name with the query in it, best first, each by its best name:
 * [{slug, language, text, spans}]. Whole names, then beginnings, then beginnings of words, then
 * words apart; and where all these are few, names nearly written so.
 */
export function search(names, query, language = "en") {
  const asked = queryOf(query);
  if (!asked) return [];
  const best = new Map();
  for (const look of [written, nearlyWritten]) {
    if (best.size >= FEW) break;
    const known = new Set(best.keys());
    for (const name of names) {
      const found = known.has(name.slug) ? null : look(name, asked);
      if (!found) continue;
      const order = [found.rank, name.language !== language, name.length, name.slug];
      if (!best.has(name.slug) || compare(order, best.get(name.slug).order) < 0)
        best.set(name.slug, { order, name, found });
    }
  }
  return [...best.values()].sort((a, b) => compare(a.order, b.order)).map(hit);
}

const hit = ({ name: { slug, language, text, folded }, found }) => ({
  ...{ slug, language, text },
  spans: spansIn(folded, found.spans),
});

/** Values in order, as Python compares tuples: texts by code points. */
export function compare(a, b) {
  const i = a.findIndex((value, at) => value !== b[at]);
  if (i < 0) return 0;
  return a[i] < b[i] ? -1 : 1;
}

/** Whether the query stands in a name: as one, or each of its words. */
function written(name, query) {
  if (query.bits & ~name.bits) return null;
  const found = bestPlace(name, query.whole);
  if (found) return { rank: found.rank, spans: [found.span] };
  const places = [];
  for (const word of query.words) {
    const place = bestPlace(name, word.pattern);
    if (!place) return null;
    places.push(place);
  }
  const rank = Math.max(...places.map((place) => place.rank)) + APART;
  return { rank, spans: places.map(({ span }) => span) };
}

/** Whether it does but for a slip or two in its words, or for the spaces between them. */
function nearlyWritten(name, query) {
  let missing = 0;
  for (const word of query.words) {
    const lost = count(word.bits & ~name.bits);
    if (lost > word.allowed) return null;
    missing += lost;
  }
  const isPossible = query.together && !missing;
  const [together] = isPossible ? name.folded.text.matchAll(query.together) : [];
  if (together) return { rank: SLIPPED, spans: [spanOf(together)] };
  let rank = SLIPPED;
  const spans = [];
  for (const word of query.words) {
    const place = bestPlace(name, word.pattern) ?? (word.allowed ? nearest(name, word) : null);
    if (!place) return null;
    rank += place.slips ?? 0;
    spans.push(place.span);
  }
  return { rank, spans };
}

/** The word of a name that a word of the query may be meant for: how many slips, and where. */
function nearest(name, word) {
  let best = null;
  for (const other of name.words) {
    const n = slips(word, other, word.allowed);
    if (n !== null && (!best || n < best.slips))
      best = { slips: n, span: [other.start, other.end] };
  }
  return best;
}

/** A folded query as an expression in which "a", "ae" and "ä" find each other. */
function pattern(query, between = "") {
  const units = query.match(/[aou]e|[aouäöü]|./gu);
  return new RegExp(units.map(spellings).join(between), "gu");
}

function spellings(unit) {
  if (unit in PLAIN) return `(?:${unit}|${PLAIN[unit]}e|${PLAIN[unit]})`;
  const umlaut = UMLAUTS[unit[0]];
  if (!umlaut) return unit;
  return unit.length === 2 ? `(?:${unit}|${umlaut})` : `[${unit}${umlaut}]`;
}

export const spanOf = ({ 0: found, index: start }) => [start, start + found.length];

function bestPlace(name, expression) {
  let best = null;
  for (const found of name.folded.text.matchAll(expression)) {
    const place = { span: spanOf(found), rank: rankOf(name, spanOf(found)) };
    if (!best || place.rank < best.rank) best = place;
  }
  return best;
}

function rankOf({ starts, ends, folded }, [start, end]) {
  if (starts.has(start)) return ends.has(end) ? 0 : 1;
  return folded.text[start - 1] === " " ? 2 : 3;
}

/** Parts of a folded text as parts of the text as written, in order, none overlapping. */
export function spansIn({ places }, spans) {
  const out = [];
  for (const [start, end] of spans.map(([a, b]) => [places[a], places[b - 1] + 1]).sort(compare)) {
    const last = out.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
