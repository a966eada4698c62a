// Texts as a search compares them: the twin of webapp/domain/folding.py.

const SPELLED = { æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };
export const UMLAUTS = { a: "ä", o: "ö", u: "ü" };
export const PLAIN = { ä: "a", ö: "o", ü: "u" };
const QUOTES = "'’‘ʼ`´\"“”„«»‹›";
const DIAERESIS = "\u0308";

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

/** A folded text in which "ä", "ae" and "a" are one. */
const plain = (folded) =>
  folded.replace(/[äöü]/g, (letter) => PLAIN[letter]).replace(/([aou])e/g, "$1");

/** The words of a folded text; Chinese beside other letters is a word of its own. */
export const words = (folded) =>
  [
    ...folded.matchAll(
      /[\u3400-\u9fff\u{20000}-\u{3ffff}]+|[^\u3400-\u9fff\u{20000}-\u{3ffff} ]+/gu,
    ),
  ].map(({ 0: run, index: start }) => {
    const letters = [...plain(run)];
    return {
      start,
      end: start + run.length,
      run,
      letters,
      bits: bitsOf(letters),
      chinese: isChinese(letters[0]),
    };
  });

const isChinese = (letter) => /[\u3400-\u9fff\u{20000}-\u{3ffff}]/u.test(letter);

/** All letters of a folded text, as bits: as they stand, and with umlauts as one. */
export const lettersIn = (folded) =>
  bitsOf([...(folded + plain(folded))].filter((letter) => letter !== " "));

const bitsOf = (letters) =>
  letters.reduce((bits, letter) => bits | (1 << (letter.codePointAt(0) % 32)), 0);

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

/** A query with its Traditional Chinese characters as the Simplified ones of `table`. */
export const simplified = (query, table) =>
  [...query].map((letter) => table[letter] ?? letter).join("");
