// Finding cards by name: the twin of webapp/domain/search.py. tests/queries.json holds both to it.

const LONGEST_QUERY = 80;
const SPELLED = { æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };
const UMLAUTS = { a: "ä", o: "ö", u: "ü" };
const PLAIN = { ä: "a", ö: "o", ü: "u" };
const QUOTES = "'’‘ʼ`´\"“”„«»‹›";
const DIAERESIS = "\u0308";
/** What Python's str.split() takes for space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they count as space
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** A text as it is compared, and for each of its characters the place it came from. */
export function fold(text) {
  const letters = [];
  for (const [place, character] of [...text].entries()) {
    for (const letter of casefold(character.normalize("NFKD"))) {
      const last = letters.at(-1);
      if (letter === DIAERESIS && last && last[0] in UMLAUTS) last[0] = UMLAUTS[last[0]];
      else if (!isCombining(letter) && !QUOTES.includes(letter))
        for (const plain of SPELLED[letter] ?? [letter]) letters.push([plain, place]);
    }
  }
  return spaced(letters);
}

// What lower case leaves apart and case folding does not.
const casefold = (text) =>
  text.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").replaceAll("\u0345", "ι");

// JavaScript does not tell combining classes, but puts what has one in their order.
const isCombining = (letter) =>
  /\p{M}/u.test(letter) && !`\u0345${letter}`.normalize("NFD").startsWith("\u0345");

/** One space for every run of other characters; none at the ends and none beside Chinese. */
function spaced(letters) {
  const kept = [];
  let gap = null;
  for (const [letter, place] of letters) {
    if (!/[\p{L}\p{N}]/u.test(letter)) {
      gap = place;
      continue;
    }
    const last = kept.at(-1);
    if (gap !== null && last && !isChinese(last[0]) && !isChinese(letter)) kept.push([" ", gap]);
    gap = null;
    kept.push([letter, place]);
  }
  return {
    text: kept.map(([letter]) => letter).join(""),
    places: kept.flatMap(([letter, place]) => Array(letter.length).fill(place)),
  };
}

const isChinese = (letter) => /[\u3400-\u9fff\u{20000}-\u{3ffff}]/u.test(letter);

/** All names of the cards, [[slug, name or null in each of `languages`]], folded once. */
export function index(cards, languages) {
  return cards.flatMap(([slug, ...names]) =>
    names.flatMap((text, i) =>
      text ? [{ slug, language: languages[i], text, folded: fold(text) }] : [],
    ),
  );
}

/**
 * The cards that have a name with the query in it, best first, each by its best name:
 * [{slug, language, text, spans}]. Whole names, then beginnings, then beginnings of words.
 */
export function search(names, query, language = "en") {
  const cut = [...query].slice(0, LONGEST_QUERY).join("");
  const words = cut.split(SPACE).flatMap((part) => fold(part).text.split(" ").filter(Boolean));
  if (!words.length) return [];
  const whole = pattern(words.join(" "));
  const each = [...new Set(words)].map(pattern);
  const best = new Map();
  for (const name of names) {
    const found = match(name.folded, whole, each);
    if (!found) continue;
    const { slug, text } = name;
    const order = [found.rank, name.language !== language, [...text].length, slug];
    if (!best.has(slug) || compare(order, best.get(slug).order) < 0)
      best.set(slug, { order, hit: { slug, language: name.language, text, spans: found.spans } });
  }
  return [...best.values()].sort((a, b) => compare(a.order, b.order)).map(({ hit }) => hit);
}

function compare(a, b) {
  const i = a.findIndex((value, at) => value !== b[at]);
  if (i < 0) return 0;
  return a[i] < b[i] ? -1 : 1;
}

/** A folded query as an expression in which "a", "ae" and "ä" find each other. */
const pattern = (query) => new RegExp(query.replace(/[aou]e|[aouäöü]|./gu, spellings), "gu");

function spellings(unit) {
  if (unit in PLAIN) return `(?:${unit}|${PLAIN[unit]}e|${PLAIN[unit]})`;
  const umlaut = UMLAUTS[unit[0]];
  if (!umlaut) return unit;
  return unit.length === 2 ? `(?:${unit}|${umlaut})` : `[${unit}${umlaut}]`;
}

/** How well a name matches (0 is best) and where, in places of the name as written. */
function match(name, whole, each) {
  const found = bestPlace(name.text, whole);
  if (found) return { rank: found.rank, spans: [span(name, found)] };
  const places = each.map((word) => bestPlace(name.text, word));
  if (places.includes(null)) return null;
  const spans = places.map((place) => span(name, place)).sort((a, b) => compare(a, b));
  return { rank: Math.max(...places.map(({ rank }) => rank)) + 4, spans: joined(spans) };
}

function bestPlace(text, expression) {
  let best = null;
  for (const { 0: found, index: start } of text.matchAll(expression)) {
    const place = { start, end: start + found.length, rank: rankOf(text, start, found.length) };
    if (!best || place.rank < best.rank) best = place;
  }
  return best;
}

function rankOf(text, start, length) {
  if (start === 0) return length === text.length ? 0 : 1;
  return text[start - 1] === " " ? 2 : 3;
}

const span = ({ places }, { start, end }) => [places[start], places[end - 1] + 1];

function joined(spans) {
  const out = [];
  for (const [start, end] of spans) {
    const last = out.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
