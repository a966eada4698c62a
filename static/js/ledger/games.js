// How games begin, end and are reopened, and which one an entry belongs to. As games.py.
import { sightOf } from "./energy.js";
import { Code, refusal } from "./refusals.js";
import { seated } from "./seats.js";
import { accepted, inverse, isAccepted, refused, together, withoutEffect } from "./table.js";

export const PLAYS = ["gain", "pay", "correct", "undo", "settle"];
export const OF_A_GAME = [...PLAYS, "new_game"];

export function openTable(table, entry) {
  if (table.game) return refused(table, refusal(Code.ALREADY_OPEN));
  const seats = entry.seats.reduce((before, wish) => [...before, seated(before, wish)], []);
  return accepted(table.with({ name: entry.name, game: entry.id, seats, since: table.seq + 1 }));
}

export function newGame(table, entry, past) {
  if (entry.game !== table.game) return withoutEffect(table, "duplicate");
  if (sightOf(table, entry, past).unseen.some((row) => isPlay(row, table))) {
    return refused(table, refusal(Code.OTHERS_PLAYED));
  }
  const begun = table.with({
    game: entry.id,
    previous: table.game,
    since: table.seq + 1,
    conflicts: [],
    shelved: table.conflicts,
  });
  return accepted(begun, everythingGone(table));
}

/** A game's own id, also where it is called by its twin's; null when no such game is known. */
export function ownId(table, game, past) {
  if (game === table.game) return game;
  const row = past.find(game);
  if (!row || (row.type !== "open" && row.type !== "new_game")) return null;
  if (row.outcome === "duplicate") return row.game === table.previous ? table.game : game;
  return isAccepted(row) ? game : null;
}

/** The table in the game before, with the conflicts that were open in it. */
export const backTo = (table, game, past) =>
  inGame(table, game, past).with({ conflicts: table.shelved, shelved: [] });

/** The table in a game that had been undone, once more. */
export const forwardTo = (table, game, past) =>
  inGame(table, game, past).with({ conflicts: [], shelved: table.conflicts });

export const isPlay = (row, table) => isAccepted(row) && PLAYS.includes(row.type) && row.game === table.game;

function inGame(table, game, past) {
  const row = past.find(game);
  const previous = row?.type === "new_game" ? row.game : "";
  return table.with({ game, previous, since: row?.seq ?? 0 });
}

const everythingGone = (table) => together(...table.seats.map(({ id, counters }) => inverse({ [id]: counters })));
