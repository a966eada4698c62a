// What a tab that is gone has left open: its draft becomes its entry, whichever tab finds it first.
import { closeDraft } from "../ledger/drafts.js";

const LATER = 7000; // a draft that nobody has touched for so long is nobody's

export class Heirs {
  #keeper;
  #outbox;
  #isGone;
  #later;

  /** `isGone(tab, beat)` as in tabs.js. */
  constructor(keeper, outbox, isGone, later) {
    this.#keeper = keeper;
    this.#outbox = outbox;
    this.#isGone = isGone;
    this.#later = later;
  }

  /** Drafts as keeper.js gives them. Those of tabs that may be alive are looked at once more. */
  async take(drafts) {
    const gone = await Promise.all(drafts.map(({ tab, beat }) => this.#isGone(tab, beat)));
    for (const [i, left] of drafts.entries()) if (gone[i]) this.#inherit(left);
    if (gone.includes(false)) this.#later(() => this.look(), LATER);
  }

  #inherit({ tab, id, draft, about, jotted }) {
    if (!draft) return this.#keeper.note({ adopted: [[tab, null]] });
    const entry = { ...about, at: draft.at, ...closeDraft(draft), id };
    this.#outbox.inherit(tab, entry, jotted);
  }

  async look() {
    await this.take(await this.#keeper.drafts());
  }
}
