// Players to choose among, beside the seat that a sheet is about.
import { fill, lift } from "../fill.js";
import { seatName } from "../names.js";

export function playerValues(scene, { id, colour, shape, counters }) {
  return {
    ...scene.tableValues,
    "player.id": id,
    "player.name": seatName(scene.table, id, scene.kit.say),
    "player.colour": colour,
    "player.path": scene.kit.path(shape),
    "player.energy": counters.energy,
    "player.spent": scene.table.tallies[id]?.energy?.spent ?? 0,
  };
}

/** A copy of a specimen for each player. */
export const eachPlayer = (scene, row, players = scene.players) =>
  players.map((seat) => fill(row.cloneNode(true), playerValues(scene, seat)));

/**
 * Take the options out of every <select> of a copy, before it is filled → put(chosen): one for each
 * player, `chosen(select)` being the seat to begin with.
 */
export function liftOptions(scene, copy) {
  const lists = [...copy.querySelectorAll("select")].map((select) => [
    select,
    lift(select, "option"),
  ]);
  return (chosen) => {
    for (const [select, { rows, put }] of lists) {
      put(eachPlayer(scene, rows[0]));
      for (const each of select.options)
        each.toggleAttribute("selected", each.value === chosen(select));
    }
  };
}
