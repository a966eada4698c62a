// Turns, teams and tournaments; as templates/tables/sheets/_turn.html, _teams.html and
// _tournament.html draw them.
import { fill, lift } from "../fill.js";
import { playerValues } from "./players.js";

/** Whose turn it is, who comes next, and what each player has spent in it. */
export function drawTurn(scene) {
  const copy = scene.kit.copy("sheet-turn");
  const list = lift(copy, ".checks > .check");
  const { next } = scene;
  if (next) copy.querySelector(".sheet__title").removeAttribute("autofocus");
  else copy.querySelector("form[data-entry]").remove();
  fill(copy, scene.nextValues);
  const draw = (seat) => {
    const row = list.rows[0].cloneNode(true);
    const isNow = seat.id === scene.table.turn;
    if (isNow) row.setAttribute("aria-current", "true");
    if (isNow || seat === next) row.querySelector("form").remove();
    return fill(row, playerValues(scene, seat));
  };
  list.put(scene.players.map(draw));
  return copy;
}

/** Two-Headed Giant: who plays with whom. */
export function drawTeams(scene) {
  const { table, kit } = scene;
  if (table.variant !== "2hg") return kit.draw("sheet-teams", scene.tableValues);
  const copy = kit.copy("sheet-teams-2hg");
  const list = lift(copy, ".checks > .check");
  const most = Math.min(4, Math.max(2, Math.ceil(table.seats.length / 2)));
  fill(copy, scene.tableValues);
  list.put(scene.players.map((seat) => drawMember(scene, list.rows[0], seat, most)));
  return copy;
}

// A tap on one's own team leaves it.
function drawMember(scene, specimen, seat, most) {
  const row = specimen.cloneNode(true);
  for (const [i, form] of [...row.querySelectorAll("form")].entries()) {
    const isOwn = seat.team === i + 1;
    if (i >= most) form.remove();
    if (isOwn) form.querySelector('[name="team"]').remove();
    form.querySelector("button").setAttribute("aria-pressed", String(isOwn));
  }
  return fill(row, playerValues(scene, seat));
}

export const drawTournament = ({ kit, table, tableValues }) =>
  kit.draw(table.mode === "tournament" ? "sheet-tournament-on" : "sheet-tournament", tableValues);
