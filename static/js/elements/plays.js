// What a tapped button of a card enters. As webapp/views/playing.py reads the same form.
import { buttons, choices, haveOf } from "../ledger/actions.js";
import { entries } from "../ledger/making.js";
import { MOST } from "../ledger/table.js";
import { rewrite } from "./write.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const ABLE = { energy: MOST, cannotGet: false, on: [] };
const AMOUNT = "amount.";

/** A card as the page has it, on whatever holds its buttons: {slug, actions, effect}. */
function cardAt(element) {
  const holder = element.closest("[data-played]");
  const { card: slug, played } = holder?.dataset ?? {};
  return played ? { slug, ...JSON.parse(played) } : null;
}

/**
 * The entries of a form of type "play", in order; null where this phone can't tell. `wish` has the
 * fields of the form; the first entry has its id, the others differ in the last two characters.
 */
export function playsOf(wish, form, table) {
  const found = wish.resolution ? table?.resolution(wish.resolution) : null;
  const seat = table?.seat(found?.seat ?? wish.seat);
  const card = cardAt(form);
  if (!seat || (wish.resolution ? !found : !card)) return null;
  const offered = found
    ? [...choices(card, ABLE), ...choices(card, ABLE, true)]
    : buttons(card, haveOf(table, seat.id, card.slug));
  const button = offered.find(({ key }) => key === wish.button);
  if (!button) return null;
  const made = entries(button, answersOf(wish, { found, seat, card, table }));
  return made.map((entry, place) => ({ ...entry, id: idOf(wish.id, place) }));
}

/** What can't be tapped now, and why, on the buttons that the page has. */
export function showButtons(table, say, root) {
  for (const holder of root.querySelectorAll("[data-played]")) {
    const { resolution, seatOf } = holder.dataset;
    const id = seatOf ?? holder.closest("[data-pins]")?.dataset.pins;
    const [seat, card] = [table.seat(id), cardAt(holder)];
    if (!seat || !card) continue;
    const have = haveOf(table, seat.id, card.slug);
    for (const button of resolution ? choices(card, have) : buttons(card, have)) {
      const element = holder.querySelector(`[data-button="${button.key}"]`);
      if (element) showShort(element, shortOf(button, say));
    }
  }
}

function shortOf({ missing, blocked }, say) {
  if (blocked) return say("blocked");
  return missing ? say("missing", { n: missing }) : "";
}

function showShort(element, short) {
  rewrite(element.querySelector("[data-short]"), short);
  if (element.matches("button")) element.disabled = short !== "";
  else element.toggleAttribute("data-unable", short !== "");
}

function answersOf(wish, { found, seat, card, table }) {
  const chosen = (wish.players ?? []).map((id) => table.seat(id)).filter(Boolean);
  const amounts = Object.entries(wish).filter(([name]) => name.startsWith(AMOUNT));
  return {
    seat: seat.id,
    card: card?.slug ?? found.card,
    number: wish.number ?? 0,
    targets: wish.targets ?? "none",
    players: Object.fromEntries(chosen.map(({ id, counters }) => [id, counters])),
    amounts: Object.fromEntries(amounts.map(([name, n]) => [name.slice(AMOUNT.length), Number(n)])),
    own: seat.counters,
    resolution: found?.id ?? wish.id,
    effect: wish.id,
    group: wish.id,
  };
}

function idOf(id, place) {
  if (!place) return id;
  return `${id.slice(0, -2)}${DIGITS[Math.floor(place / 64)]}${DIGITS[place % 64]}`;
}
