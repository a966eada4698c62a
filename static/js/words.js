// The words of scripts, in the phone's language: <script type="application/json" id="words">.

/** say(key, {name: value}) fills "{name}"; a plural entry is chosen by its `n`. */
export function wordsFrom(entries, language) {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const shown = (value) => (typeof value === "number" ? number.format(value) : value);
  return function say(key, values = {}) {
    const entry = entries[key] ?? "";
    const text =
      typeof entry === "string" ? entry : (entry[plural.select(values.n)] ?? entry.other);
    return text.replace(/\{(\w+)\}/g, (hole, name) => shown(values[name] ?? hole));
  };
}

export function pageWords(page = document) {
  const source = page.getElementById("words");
  return wordsFrom(source ? JSON.parse(source.textContent) : {}, page.documentElement.lang || "en");
}
