// What the phone makes of cards: `node act.js FILE` reads what is asked, and prints buttons, choices,
// words and entries for each card at each state.
import { readFileSync } from "node:fs";
import { buttonWords } from "../../../static/js/card-words.js";
import { buttons, choices, isPossible } from "../../../static/js/ledger/actions.js";
import { entries } from "../../../static/js/ledger/making.js";
import { wordsFrom } from "../../../static/js/words.js";

const { cards, states, answers, words } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const say = wordsFrom(words, "en");

const told = (button) => ({
  ...button,
  possible: isPossible(button),
  words: buttonWords(button, say),
  entries: answers.map((answer) => entries(button, answer)),
});

const found = cards.map((card) =>
  states.map((have) =>
    [buttons(card, have), choices(card, have), choices(card, have, true)].map((all) =>
      all.map(told),
    ),
  ),
);
process.stdout.write(JSON.stringify(found));
