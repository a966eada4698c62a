// The sheets that few tables need, drawn by the phone; they come when the first of them is opened.
import { drawCard, drawCrew, drawWhy } from "./cards.js";
import { drawCounter, drawProliferate } from "./counters.js";
import { drawEffects, drawOrderOfEffects } from "./effects.js";
import { drawPin } from "./finder.js";
import { drawTeams, drawTournament, drawTurn } from "./turns.js";

/** By the name in a sheet's address: (scene, what the address asks for) → a fragment, or null. */
export const SHEETS = {
  card: drawCard,
  counter: drawCounter,
  crew: drawCrew,
  effects: drawEffects,
  "order-of-effects": drawOrderOfEffects,
  pin: drawPin,
  proliferate: drawProliferate,
  teams: drawTeams,
  tournament: drawTournament,
  turn: drawTurn,
  why: drawWhy,
};
