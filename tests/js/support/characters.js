// Prints what becomes of a text of each character, alone and after an A: [code, alone, after].
import { tidy } from "../../../static/js/ledger/fields.js";

const told = (text) => tidy(text, 30).why ?? "";

const characters = [];
for (let code = 0; code <= 0x10ffff; code++) {
  const character = String.fromCodePoint(code);
  if (/[\p{Cn}\p{Co}]/u.test(character)) continue; // not every reader's tables know the newest
  characters.push([code, told(character), told(`A${character}`)]);
}
process.stdout.write(JSON.stringify(characters));
