// Draws by the kit what no server can be asked for now.
import { kit, ownKit } from "./kit.js";
import { morph } from "./morph.js";
import { Scene } from "./scene.js";
import { drawSeats } from "./seats.js";

const NO_CARDS = { cards: {}, say: () => "" };

export class Painter {
  #phone;
  #online;
  #kit = ownKit();
  #cards = null; // what they do; asked for once a seat shows one
  #pins = null; // what draws them
  #sheets = null; // what draws those; nobody needs them for the first look
  #more = null; // those that few tables need

  /** `online()`: whether the server can be asked. */
  constructor(phone, online) {
    this.#phone = phone;
    this.#online = online;
  }

  /**
   * Resolves when there is something to draw with, for the sheet of an address too; rejects where
   * the kit is not to be had.
   */
  async ready(address = null) {
    this.#kit ??= await kit();
    if (address !== null) {
      this.#sheets ??= await import("./sheets.js");
      await this.#phone.judge.learned;
    }
    const isOfRules = address !== null && this.#sheets.isOfRules(address);
    const tells = address !== null && this.#tellsOfCards;
    if (isOfRules) await this.#complete();
    if (isOfRules || tells || this.#needsCards) await this.#learn();
  }

  /** The same for whatever may be drawn; `forEver`: no worker will have the sheets of the rules. */
  async all(forEver) {
    this.#sheets = await import("./sheets.js");
    this.#pins = await import("./pins.js");
    await this.ready(forEver ? "why" : null);
  }

  async #complete() {
    this.#more ??= await moreSheets(this.#kit).catch(() => null);
  }

  async #learn() {
    this.#pins ??= await import("./pins.js");
    const { cardsIn } = await import("../card-words.js");
    this.#cards ??= await cardsIn(document.documentElement.lang).catch(() => NO_CARDS);
  }

  get isReady() {
    return this.#kit !== null && !this.#needsCards;
  }

  get #needsCards() {
    if (this.#cards) return false;
    const { seats, resolutions } = this.#phone.table ?? { seats: [], resolutions: [] };
    return seats.some(({ pins }) => pins.length) || resolutions.some(({ closed }) => !closed);
  }

  get #tellsOfCards() {
    return this.#phone.ledger.some(({ card, resolution }) => card || resolution);
  }

  get scene() {
    return new Scene(this.#known);
  }

  get #known() {
    const { outbox, table, state, joined, ledger } = this.#phone;
    return {
      id: outbox.table,
      table,
      name: state?.name,
      rows: ledger,
      seq: state?.seq ?? 0,
      code: state?.code,
      joined,
      online: this.#online(),
      wanted: new URLSearchParams(location.search).get("layout"),
      kit: this.#kit,
      cards: this.#cards,
      pins: this.#pins,
      language: document.documentElement.lang,
    };
  }

  /** All seats as they are now. What a finger rests on stays. */
  seats() {
    morph(document.getElementById("seats"), drawSeats(this.scene));
  }

  /** What to lay over the table for the address of a sheet it is ready for; null where there is none. */
  sheet(address) {
    return this.#sheets.drawSheet(this.#known, address, this.#more);
  }

  half() {
    return this.#sheets.drawHalf(this.#known);
  }
}

async function moreSheets(kit) {
  const [{ SHEETS }] = await Promise.all([import("./rules/index.js"), kit.complete()]);
  return SHEETS;
}
