import assert from "node:assert/strict";
import { test } from "node:test";
import { readLink } from "../../static/js/home/join.js";
import { ago } from "../../static/js/kit/ago.js";
import { filled } from "../../static/js/kit/fill.js";
import { LedgerScene } from "../../static/js/kit/ledger-scene.js";
import { seatName } from "../../static/js/kit/names.js";
import { fromState } from "../../static/js/ledger/index.js";

const TABLE = "TAB1E0TAB1E0TAB1E0TAB1E000";

const kit = {
  say: (key, { place } = {}) => (place ? `Seat ${place}` : key),
  path: (shape) => shape,
};

function aScene({ seats = [], ...known } = {}) {
  const seat = (fields, n) => ({
    id: `SEAT000${n}`,
    name: null,
    colour: "aether",
    shape: "circle",
    status: "active",
    held: false,
    mine: false,
    counters: { energy: 0 },
    ...fields,
  });
  const table = fromState({ game: "g", seq: 9, seats: seats.map(seat) });
  return new LedgerScene({ table, rows: [], kit, language: "en", wanted: null, ...known });
}

test("a hole takes its value, and what is read for holes is never what a player wrote", () => {
  assert.equal(
    filled("/t/~table.id~/sheet", { "table.id": "~seat.id~", "seat.id": "no" }),
    "/t/~seat.id~/sheet",
  );
  assert.equal(filled("~what~ ~unknown~", { what: "<b>" }), "<b> ~unknown~");
  assert.equal(filled("~id~~id~", { id: () => "x" }), "xx");
});

test("a value that is missing says so, and none is mistaken for it", () => {
  assert.equal(filled(" · by ~row.by~", { "row.by": null }), null);
  assert.equal(filled("~n~", { n: 0 }), "0");
  assert.equal(filled("~name~", { name: "" }), "");
});

test("a name from right to left is kept apart within a sentence, and is itself alone", () => {
  assert.equal(filled("~name~", { name: "דנה" }), "דנה");
  assert.equal(filled("~name~: +1", { name: "דנה" }), "\u2068דנה\u2069: +1");
});

test("a pasted link is read in whatever form it comes, and a code is none", () => {
  assert.deepEqual(readLink(`Come: https://x.example/t/${TABLE}?layout=tiles !`), {
    kind: "t",
    id: TABLE,
  });
  assert.deepEqual(readLink(`http://x/w/${TABLE.toLowerCase()}`), { kind: "w", id: TABLE });
  assert.deepEqual(readLink(` ${TABLE.replaceAll("0", "O")} `), { kind: "t", id: TABLE });
  for (const text of ["", "K7F4-2QXM", `/t/${TABLE}9`, `/t/${TABLE.slice(1)}`]) {
    assert.equal(readLink(text), null, text);
  }
});

test("how long ago is said in the unit that fits", () => {
  const said = (seconds) => ago(0, seconds * 1000, "en");
  assert.equal(said(0), "0 seconds ago");
  assert.equal(said(50), "50 seconds ago");
  assert.equal(said(52), "1 minute ago");
  assert.equal(said(3600 * 23), "1 day ago");
  assert.equal(ago(5000, 0, "de"), "vor 0 Sekunden");
});

test("the layout follows from the seats that this phone holds", () => {
  const layouts = [
    [],
    [{ mine: true, held: true }],
    [
      { mine: true, held: true },
      { mine: true, held: true },
    ],
  ];
  assert.deepEqual(
    layouts.map((seats) => aScene({ seats }).layout),
    ["pick", "seat", "tiles"],
  );
  assert.equal(aScene({ wanted: "tiles" }).layout, "tiles");
});

test("a phone is alone at a table where no other holds a seat", () => {
  assert.equal(aScene({ seats: [{ mine: true, held: true }, {}] }).alone, true);
  assert.equal(aScene({ seats: [{ mine: true, held: true }, { held: true }] }).alone, false);
});

test("a seat without a name is called by its place, and one that is gone is a seat", () => {
  const { table } = aScene({ seats: [{ name: "Ana" }, {}] });
  assert.equal(seatName(table, "SEAT0000", kit.say), "Ana");
  assert.equal(seatName(table, "SEAT0001", kit.say), "Seat 2");
  assert.equal(seatName(table, "GONE0000", kit.say), "no-seat");
});

test("the later payments that an undo has to take with it are those that count", () => {
  const row = (id, seq, type, more) => ({
    ...{ id, seq, type, seat: "SEAT0000", game: "g", outcome: "accepted", at: 0 },
    ...{ delta: { SEAT0000: { energy: type === "gain" ? 4 : -1 } }, ...more },
  });
  const rows = [
    row("gain", 1, "gain"),
    row("paid", 2, "pay"),
    row("undone", 3, "pay", { undone: true }),
    row("refused", 4, "pay", { outcome: "refused", delta: {} }),
    row("old", 5, "pay", { game: "before" }),
    row("last", 6, "pay"),
  ];
  const scene = aScene({ seats: [{ counters: { energy: 2 } }], rows });
  assert.deepEqual(scene.short([rows[0]]), ["SEAT0000"]);
  assert.deepEqual(
    scene.payments(["SEAT0000"], 1).map(({ id }) => id),
    ["last", "paid"],
  );
  assert.deepEqual(scene.short([rows[0], rows[1], rows[5]]), []);
});
