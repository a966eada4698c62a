// Draws by the kit what no server can be asked for now.
import { cardsIn } from "../card-words.js";
import { kit, ownKit } from "./kit.js";
import { morph } from "./morph.js";
import { Scene } from "./scene.js";
import { drawSeats } from "./seats.js";
import { drawHalf, drawSheet } from "./sheets.js";

const NO_CARDS = { cards: {}, say: () => "" };

export class Painter {
  #phone;
  #online;
  #kit = ownKit();
  #cards = null; // what they do; asked for once a seat shows one

  /** `online()`: whether the server can be asked. */
  constructor(phone, online) {
    this.#phone = phone;
    this.#online = online;
  }

  /** Resolves when there is something to draw with; rejects where the kit is not to be had. */
  async ready() {
    this.#kit ??= await kit();
    if (this.#needsCards) {
      this.#cards ??= await cardsIn(document.documentElement.lang).catch(() => NO_CARDS);
    }
  }

  get isReady() {
    return this.#kit !== null && !this.#needsCards;
  }

  get #needsCards() {
    if (this.#cards) return false;
    const { seats, resolutions } = this.#phone.table ?? { seats: [], resolutions: [] };
    return seats.some(({ pins }) => pins.length) || resolutions.some(({ closed }) => !closed);
  }

  get scene() {
    const { outbox, table, state, joined, ledger } = this.#phone;
    return new Scene({
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
      language: document.documentElement.lang,
    });
  }

  /** All seats as they are now. What a finger rests on stays. */
  seats() {
    morph(document.getElementById("seats"), drawSeats(this.scene));
  }

  /** What to lay over the table for the address of a sheet; null where there is none. */
  sheet(address) {
    return drawSheet(this.scene, address);
  }

  half() {
    return drawHalf(this.scene);
  }
}
