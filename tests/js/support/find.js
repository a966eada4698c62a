// Searches the names of a file, [[slug, name …]], for each of its queries, and prints what it finds.
import { readFileSync } from "node:fs";
import { index, search } from "../../../static/js/search.js";

const { languages, names, queries } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const indexed = index(names, languages);
const found = queries.map(([query, language]) =>
  search(indexed, query, language).map(({ slug, language, text, spans }) => [
    ...[slug, language, text, spans],
  ]),
);
process.stdout.write(JSON.stringify(found));
