// Says the rows and conflicts of a state as the kit does: reads a file {words, language, state, now}
// and prints {rows: [{words, notes, ago}], conflicts: [words]}, newest row first.
import { readFileSync } from "node:fs";
import { ago } from "../../../static/js/kit/ago.js";
import { becameWords } from "../../../static/js/kit/more.js";
import { conflictWords } from "../../../static/js/kit/names.js";
import { noteWords, rowWords } from "../../../static/js/kit/wording.js";
import { foldPending, fromState } from "../../../static/js/ledger/index.js";
import { wordsFrom } from "../../../static/js/words.js";

const { words, language, state, now } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const say = wordsFrom(words, language);
const find = (id) => state.entries.find((row) => row.id === id);
const after = (seq) => state.entries.filter((row) => row.seq > seq);
const { table } = foldPending(fromState(state), { find, after }, []);
const rows = state.entries.toReversed().map((row) => ({
  words: rowWords(row, table, find, say),
  became: [becameWords(row, table, find, say)].filter(Boolean),
  notes: noteWords(row, say),
  ago: ago(row.at, now, language),
}));
const conflicts = table.conflicts.map((each) => conflictWords(each, table, say));
process.stdout.write(JSON.stringify({ rows, conflicts }));
