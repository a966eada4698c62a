// The draft that is open on this tab: in hand, on disk from its first tap, closed by time.
import { closeDraft, tap, WINDOW } from "./ledger/drafts.js";

export class Drafting {
  #tools;
  #keep;
  #close;
  #closing = null;
  draft = null; // {id, seat, kind, n, at}; the id is that of the entry it becomes

  /** `keep(draft)` writes it or, with null, strikes it out; `close()` is called when time is up. */
  constructor(tools, { keep, close }) {
    this.#tools = tools;
    this.#keep = keep;
    this.#close = close;
  }

  is(seat) {
    return this.draft?.seat === seat;
  }

  /**
   * One tap where so many are without the draft → {closed, refused}, as in ledger/drafts.js. What
   * `lasts` is closed by no time.
   */
  tap(seat, step, have, lasts = false) {
    const { tools, draft: before } = { tools: this.#tools, draft: this.draft };
    const at = lasts && before ? before.at : tools.now();
    const { draft, closed, refused } = tap(before, seat, "energy", step, at, have);
    const goesOn = before && !closed;
    this.#put(draft && { ...draft, id: goesOn ? before.id : tools.makeId() }, lasts);
    return { closed: closed && { ...closed, id: before.id }, refused };
  }

  /** → the wish of what was open, or null */
  take() {
    const { draft } = this;
    if (draft) this.#put(null);
    return draft && { ...closeDraft(draft), id: draft.id };
  }

  #put(draft, lasts = false) {
    this.draft = draft;
    if (this.#closing !== null) this.#tools.cancel(this.#closing);
    this.#closing = draft && !lasts ? this.#tools.later(this.#close, WINDOW) : null;
    this.#keep(draft);
  }
}
