// The words of scripts, in the phone's language: <script type="application/json" id="words">.

// What a player wrote from right to left would draw the figures beside it along with it.
const TURNS_AROUND =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
export const isolated = (text) => (TURNS_AROUND.test(text) ? `\u2068${text}\u2069` : text);

// The first of these costs a phone as much as drawing a table: made when there is something to say.
function once(make) {
  let made = null;
  return () => {
    made ??= make();
    return made;
  };
}

// In none of our languages is there another way to write these.
const isPlain = (n) => Number.isInteger(n) && n >= 0 && n < 1000;

/** say(key, {name: value}) fills "{name}"; a plural entry is chosen by its `n`. */
export function wordsFrom(entries, language) {
  const plural = once(() => new Intl.PluralRules(language));
  const number = once(() => new Intl.NumberFormat(language));
  const shown = (value) => {
    if (typeof value !== "number") return isolated(value);
    return isPlain(value) ? String(value) : number().format(value);
  };
  say.entry = (key) => entries[key];
  return say;

  function say(key, values = {}) {
    const entry = entries[key] ?? "";
    const text =
      typeof entry === "string" ? entry : (entry[plural().select(values.n)] ?? entry.other);
    return text.replace(/\{(\w+)\}/g, (hole, name) => shown(values[name] ?? hole));
  }
}

export function pageWords(page = document) {
  const source = page.getElementById("words");
  return wordsFrom(source ? JSON.parse(source.textContent) : {}, page.documentElement.lang || "en");
}
