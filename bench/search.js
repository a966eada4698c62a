// How long the phone's own search takes for each keystroke: ms of its processor time, one for each,
// as JSON. The names of the cards come in as [[slug, name or null in each language]].
import { readFileSync } from "node:fs";

const root = process.argv[2];
const { index, search } = await import(`${root}/static/js/search.js`);
const LANGUAGES = ["en", "de", "pt-BR", "zh-Hans"];

const rows = JSON.parse(readFileSync(0, "utf8"));
const names = index(rows, LANGUAGES);
const written = rows.flatMap(([, ...texts]) => texts.filter(Boolean));
const queries = written.filter((_, i) => i % 11 === 0).map((text) => text.replace(/e(?=\w)/, ""));
queries.push("aethersfere harvster", "gedeiende raten", "xyzzy xyzzy xyzzy", "a".repeat(80));
const keystrokes = queries.flatMap((query) => [...query].map((_, i) => query.slice(0, i + 1)));
for (const query of keystrokes) search(names, query, "de"); // warm
const times = keystrokes.map((query) => {
  const begun = process.cpuUsage();
  search(names, query, "de");
  return process.cpuUsage(begun).user / 1000;
});
process.stdout.write(JSON.stringify(times));
