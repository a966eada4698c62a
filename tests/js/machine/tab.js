// One page that is open at one table: the real phone with its outbox, feed and store, put together
// as <live-table> does it; everything it asks of the network waits for the machine.
import { keepClientId } from "../../../static/js/device.js";
import * as rules from "../../../static/js/ledger/index.js";
import { Live } from "../../../static/js/live.js";
import { Journal } from "../../../static/js/offline/journal.js";
import { Channel, Presence, turns } from "../../../static/js/offline/tabs.js";
import { Phone } from "../../../static/js/phone.js";
import { dice } from "./time.js";

const NEVER = new Promise(() => {});
const PATIENCE = 15_000; // of a fetch
export const idOf = (text) => text.padEnd(22, "_");

export class Tab {
  killed = false; // "clean", or "torn" in the middle of a transaction
  opened = false;
  own = new Set(); // ids of what was entered or tapped here
  told = new Map(); // id → outcomes that were told
  parked = new Map(); // id → reason
  restored = 0;
  #made = 0;
  #looking = false;

  constructor({ name, device, table, seq, known, net, time }) {
    Object.assign(this, { name, device, table, net, time });
    device.tabs += 1;
    const kept = device.journal.get("client");
    this.client = known ?? kept ?? idOf(`${name}-client`);
    const tools = {
      now: device.now,
      later: (action, wait) => time.later(this, action, wait),
      cancel: (timer) => time.cancel(timer),
      random: dice([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)),
      makeId: () => idOf(`${name}-${++this.#made}`),
    };
    this.presence = new Presence({ tab: name, locks: device.lockManager(this), now: device.now });
    this.channel = new Channel(() => device.channel(this));
    this.phone = new Phone({
      table,
      client: this.client,
      seq,
      tools: {
        ...tools,
        post: (body, table) => this.#post(body, table),
        turn: turns(device.lockManager(this), `outbox ${table}`),
      },
      tell: this.#ears(),
      keeping: {
        db: device.view(this),
        journal: new Journal(() => device.storage(this)),
        tab: name,
        isGone: (tab, beat) => this.presence.isGone(tab, beat),
        spread: () => this.channel.say({ type: "entries", table: this.table }),
      },
    });
    this.phone.judge.learn(rules);
    this.live = this.#feed(tools);
  }

  /** `known` is what the page says that the server calls this browser, if it says so. */
  async open(known) {
    this.presence.arrive();
    this.channel.arrive(({ type, table }) => {
      if (type === "client" || (type === "entries" && table === this.table)) this.phone.reread();
    });
    await this.phone.open(known, () => this.client);
    this.opened = true;
    this.#call(this.phone.outbox.client);
    this.phone.outbox.flush();
    this.#stream();
  }

  #call(client) {
    this.client = client;
    keepClientId(client, () => this.device.storage(this));
  }

  #stream() {
    if (this.opened && this.phone.joined) this.live.wake();
  }

  hide() {
    this.phone.closeDraft();
    this.phone.outbox.flushLast();
    this.live.hide();
  }

  wake() {
    this.phone.look();
    this.#stream();
    this.phone.outbox.flush();
  }

  /** Seats as they are known here; before anything is known, those that the machine knows of. */
  get seats() {
    const { seats = [] } = this.phone.table ?? {};
    return seats.length ? seats.map(({ id }) => id) : ["ANA00000"];
  }

  /** What was wished here and has not been answered, to compare with news(). */
  kept() {
    const draft = this.phone.ready ? this.phone.face().draft : null;
    return { draft, waiting: new Set(this.phone.outbox.waiting.map(({ id }) => id)) };
  }

  /** What one command has made: whole entries, the draft that is open, the draft that is no more. */
  news({ draft: before, waiting }) {
    const entered = this.phone.outbox.waiting.filter(({ id }) => !waiting.has(id));
    const draft = this.phone.ready ? this.phone.face().draft : null;
    const isEntered = entered.some(({ id }) => id === before?.id);
    const gone = before && before.id !== draft?.id && !isEntered ? before.id : null;
    for (const { id } of entered) this.own.add(id);
    if (draft) this.own.add(draft.id);
    if (gone) this.own.delete(gone);
    return { entered: structuredClone(entered), draft, gone };
  }

  /** What the page shows, and what it still has to do. */
  picture() {
    const { phone } = this;
    const { state, table } = phone;
    return {
      ready: phone.ready,
      epoch: state?.epoch,
      seq: state?.seq,
      client: phone.outbox.client,
      waiting: phone.outbox.waiting.map(({ id }) => id),
      stopped: phone.outbox.stopped,
      draft: phone.ready ? phone.face().draft : null,
      totals: phone.ready ? Object.fromEntries(phone.face().totals) : null,
      seats: table?.seats.map(({ id, name, status }) => [id, name, status]),
      conflicts: table?.conflicts.map(({ entry }) => entry),
      told: Object.fromEntries(this.told),
      parked: Object.fromEntries(this.parked),
      restored: this.restored,
    };
  }

  kill(how) {
    this.killed = how;
    this.time.forget(this);
    this.device.release(this);
    this.net.forget(this);
  }

  #feed(tools) {
    const { net } = this;
    const open = (address) => net.stream(this, address);
    function EventSource(address) {
      return open(address);
    }
    EventSource.CLOSED = 2;
    return new Live({
      address: (name) => `${name}?c=${this.client}&after=${this.phone.rows.last}`,
      floor: () => this.phone.outbox.mark,
      tools: {
        ...tools,
        EventSource,
        isHidden: () => false,
        status: (address) => this.#get(address),
        state: (address) => this.#get(address),
      },
      tell: {
        state: (state, floor) => this.phone.hear(state, { floor, client: this.client }),
        open: () => this.phone.outbox.flush(),
        lost() {},
        moved() {},
        gone: (status) => net.problem(`${this.name}: the feed ended with ${status}`),
      },
    });
  }

  #ears() {
    return {
      changed: () => this.#look(),
      outcome: ({ id }, row) => this.told.set(id, [...(this.told.get(id) ?? []), row.outcome]),
      parked: (entries, reason) => {
        for (const { id } of entries) this.parked.set(id, reason);
      },
      gone: (status) => this.net.problem(`${this.name}: gone with ${status}`),
      restored: () => this.restored++,
      renamed: (client) => {
        this.#call(client);
        this.channel.say({ type: "client" });
        this.#stream();
      },
      joined: () => this.#stream(),
      volatile() {},
    };
  }

  // As a page paints: many changes at once are one look.
  #look() {
    if (this.#looking || this.killed) return;
    this.#looking = true;
    queueMicrotask(() => {
      this.#looking = false;
      if (!this.killed && this.phone?.ready) this.net.painted(this);
    });
  }

  #post(body, table) {
    if (this.killed) return NEVER;
    return this.#patiently(this.net.post(this, table, body));
  }

  #get(address) {
    if (this.killed) return NEVER;
    return this.#patiently(this.net.get(this, address));
  }

  #patiently(answer) {
    return new Promise((done, fail) => {
      const late = () => fail(new DOMException("too late", "TimeoutError"));
      const timer = this.time.later(this, late, PATIENCE);
      const over = (action) => (value) => {
        this.time.cancel(timer);
        if (!this.killed) action(value);
      };
      answer.then(over(done), over(fail));
    });
  }
}
