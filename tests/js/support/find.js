// Searches the names and texts of a file for each of its queries, and prints what it finds.
import { readFileSync } from "node:fs";
import { index, search } from "../../../static/js/search.js";
import { indexTexts, searchTexts, sentenceOf } from "../../../static/js/search-texts.js";

const { languages, names, texts, queries } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const indexed = index(names, languages);
const rulings = indexTexts(texts, languages);
const found = queries.map(([query, language]) => [
  search(indexed, query, language).map(({ slug, language, text, spans }) => [
    ...[slug, language, text, spans],
  ]),
  searchTexts(rulings, query, language).map((hit) => {
    const sentence = sentenceOf(hit);
    return [hit.id, hit.language, hit.text, hit.spans, sentence.text, sentence.spans];
  }),
]);
process.stdout.write(JSON.stringify(found));
