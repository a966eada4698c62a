// What a phone makes of cards; tests/test_action_twins.py holds buttons and entries to the server's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buttonWords, cardsIn } from "../../static/js/card-words.js";
import { buttons, haveOf } from "../../static/js/ledger/actions.js";
import { fromState } from "../../static/js/ledger/index.js";

const effect = (id, card, controller, target = null) => ({ id, card, controller, target });
const state = {
  game: "g",
  seq: 3,
  seats: [
    { id: "A", status: "active", counters: { energy: 4 } },
    { id: "B", status: "active", counters: { energy: 0 } },
  ],
  effects: [effect("w", "winding-constrictor", "A"), effect("s", "suncleanser", "A", "B")],
};
const FRAGMENT = `<script type="application/json" id="card-actions">${JSON.stringify({
  cards: { "aether-hub": { actions: [{ when: "activated", pay: 1, mana: true }] } },
  words: { "deed.pay_mana": "{n} für Mana bezahlen" },
})}</script>\n`;

test("a seat has its energy, what forbids it more, and what it has switched on", () => {
  const table = fromState(state);
  const ana = { energy: 4, cannotGet: false, on: ["w"] };
  assert.deepEqual(haveOf(table, "A", "winding-constrictor"), ana);
  assert.deepEqual(haveOf(table, "B", "winding-constrictor"), {
    energy: 0,
    cannotGet: true,
    on: [],
  });
});

test("cards and words are asked for once, and again after a failure", async () => {
  const asked = [];
  const answers = [{ ok: false }, { ok: true, text: async () => FRAGMENT }];
  const fetch = async (address) => {
    asked.push(address);
    return answers.shift();
  };
  await assert.rejects(cardsIn("pt-BR", fetch));
  const { cards, say } = await cardsIn("pt-BR", fetch);
  assert.equal(await cardsIn("pt-BR", fetch), await cardsIn("pt-BR", fetch));
  assert.deepEqual(asked, ["/f/pt-br/cards/actions", "/f/pt-br/cards/actions"]);
  const [button] = buttons(cards["aether-hub"], { energy: 0, cannotGet: false, on: [] });
  assert.equal(buttonWords(button, say), "1 für Mana bezahlen");
  assert.equal(button.missing, 1);
});
