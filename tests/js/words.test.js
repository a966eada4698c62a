import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { clientId, makeId } from "../../static/js/device.js";
import { wishOf } from "../../static/js/elements/forms.js";
import { wordsFrom } from "../../static/js/words.js";

globalThis.crypto ??= webcrypto; // Node 18 keeps it apart

const ENTRIES = {
  waiting: { one: "{n} tap waiting", other: "{n} taps waiting" },
  undo: "Undo {what}",
};

test("holes are filled, and what nobody fills stays to be seen", () => {
  const say = wordsFrom(ENTRIES, "en");
  assert.equal(say("undo", { what: "+3" }), "Undo +3");
  assert.equal(say("undo", { what: "$& {n}" }), "Undo $& {n}");
  assert.equal(say("undo"), "Undo {what}");
});

test("a name from right to left stays in its place between the figures", () => {
  const say = wordsFrom({ announce: "{name}: {total}, {change}" }, "en");
  const words = say("announce", { name: "דנה 7", total: 3, change: "plus 2" });
  assert.equal(words, "\u2068דנה 7\u2069: 3, plus 2");
});

test("the number chooses the form, by the rules of the language", () => {
  const say = wordsFrom(ENTRIES, "en");
  assert.equal(say("waiting", { n: 1 }), "1 tap waiting");
  assert.equal(say("waiting", { n: 2 }), "2 taps waiting");
  const portuguese = wordsFrom({ taps: { one: "um", many: "de", other: "os" } }, "pt-BR");
  assert.deepEqual(
    [0, 1, 2, 1_000_000].map((n) => portuguese("taps", { n })),
    ["um", "um", "os", "de"],
  );
});

test("a number is written as the language writes it", () => {
  for (const language of ["en", "de", "pt-BR", "zh-Hans"]) {
    const say = wordsFrom({ n: "{n}" }, language);
    const format = new Intl.NumberFormat(language);
    for (let n = -2; n < 1003; n += 1) assert.equal(say("n", { n }), format.format(n));
    for (const n of [0.5, 12_345, 1_000_000]) assert.equal(say("n", { n }), format.format(n));
  }
});

test("the rules of a language are asked for only by what needs them", () => {
  const { PluralRules, NumberFormat } = Intl;
  const made = [];
  Intl.PluralRules = class extends PluralRules {
    constructor(language) {
      super(language);
      made.push("plural");
    }
  };
  Intl.NumberFormat = class extends NumberFormat {
    constructor(language) {
      super(language);
      made.push("number");
    }
  };
  try {
    const say = wordsFrom(ENTRIES, "en");
    say("undo", { what: "+3" });
    assert.deepEqual(made, []);
    for (const n of [1, 999]) say("waiting", { n });
    assert.deepEqual(made, ["plural"]);
    assert.equal(say("waiting", { n: 1000 }), "1,000 taps waiting");
    assert.deepEqual(made, ["plural", "number"]);
  } finally {
    Object.assign(Intl, { PluralRules, NumberFormat });
  }
});

test("a language without the asked form says its only one", () => {
  const say = wordsFrom({ taps: { other: "{n} 次" } }, "zh-Hans");
  assert.equal(say("taps", { n: 1 }), "1 次");
});

test("an unknown key says nothing", () => assert.equal(wordsFrom({}, "en")("what"), ""));

test("ids are 22 base64url characters and never the same", () => {
  const ids = new Set(Array.from({ length: 1000 }, () => makeId()));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{22}$/);
});

test("this phone is whom the server knows, else whom it kept, else somebody new", () => {
  const [known, kept] = [makeId(), makeId()];
  const storage = () => ({ getItem: () => kept });
  assert.equal(clientId(known, storage), known);
  assert.equal(clientId(undefined, storage), kept);
  const forbidden = () => {
    throw new Error("SecurityError");
  };
  assert.match(clientId("nonsense", forbidden), /^[\w-]{22}$/);
});

test("the fields of a form are the wish: numbers, lists, flags, and nothing for what is empty", () => {
  const fields = [
    ["entry_id", "x"],
    ["type", "gain"],
    ["n", " 12 "],
    ["to", "many"],
    ["reason", "  "],
    ["order", "A"],
    ["order", "B"],
    ["over", "true"],
  ];
  assert.deepEqual(wishOf(fields), {
    id: "x",
    type: "gain",
    n: 12,
    to: "many",
    order: ["A", "B"],
    over: true,
  });
});

test("a number in a form is written in digits, as the server reads it without this script", () => {
  for (const text of ["1e2", "0x10", "1.5", "Infinity", "２", "+2", "9".repeat(400)]) {
    assert.deepEqual(wishOf([["n", text]]), { n: text });
  }
  assert.deepEqual(wishOf([["to", "-3"]]), { to: -3 });
});
