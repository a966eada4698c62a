// The live feed of one table: an EventSource that always comes back.
// The browser's own reconnecting is not used: it gives up after the first error page, and a
// stream that died while the phone slept still says that it is open.
import { canRead } from "./network.js";
import { backOff } from "./offline/clockwork.js";

const PATIENCE = 4000; // for the first word
const SILENCE = 40_000;
const HIDDEN = 2000; // a browser has six connections, and tabs one each
const LONGEST = 30_000;

/**
 * `address(name)` makes the address of "events" or "state" anew for each connection.
 * `tell`: {state(json, floor), open(), lost(), moved(table), gone(status)}; `floor()` is how far it is known.
 * `tools`: {EventSource, isHidden(), status(address), state(address), later, cancel, random}.
 */
export class Live {
  #address;
  #floor;
  #tell;
  #tools;
  #source = null;
  #timers = {};
  #tries = 0;
  #asked = 0; // times since the last word
  #opened = 0; // how often; who asks may be somebody else by then
  #ended = false;

  constructor({ address, floor, tell, tools }) {
    this.#address = address;
    this.#floor = floor;
    this.#tell = tell;
    this.#tools = tools;
  }

  /** Close whatever is there and connect: a sleeping phone's stream is not to be trusted. */
  open() {
    if (this.#ended) return;
    this.#drop();
    this.#opened += 1;
    const address = this.#address("events");
    const floor = this.#floor();
    const source = new this.#tools.EventSource(address);
    const only = (action) => (event) => source === this.#source && action(event);
    source.addEventListener(
      "state",
      only((event) => this.#hear(event, floor)),
    );
    source.addEventListener(
      "hb",
      only(() => this.#alive()),
    );
    source.addEventListener(
      "moved",
      only(({ data }) => this.#move(data)),
    );
    source.addEventListener(
      "open",
      only(() => this.#tell.open()),
    );
    source.addEventListener(
      "error",
      only(() => this.#fail(address)),
    );
    this.#source = source;
    this.#watch();
    if (!("patience" in this.#timers)) this.#hurry();
    if (this.#tools.isHidden()) this.hide();
  }

  close() {
    this.#stop("hidden");
    this.#stop("patience");
    this.#drop();
  }

  /** Hidden for long: give the stream back, the phone would kill it without a word. */
  hide() {
    if (!("hidden" in this.#timers)) this.#start("hidden", HIDDEN, () => this.close());
  }

  /** Visible, back from the cache, online again. */
  wake() {
    this.#tries = 0;
    this.#stop("hidden");
    this.open();
  }

  #drop() {
    this.#stop("silence");
    this.#stop("retry");
    this.#source?.close();
    this.#source = null;
  }

  #hear(event, floor) {
    const state = parse(event.data);
    if (!state) return;
    this.#alive();
    this.#stop("patience");
    this.#asked = 0;
    this.#tell.state(state, floor);
  }

  // The table has another link, and this phone has a seat at it.
  #move(data) {
    const { table } = JSON.parse(data);
    this.#drop();
    this.#tell.moved(table);
  }

  // Where something on the way holds the stream back, the state is asked for.
  async #ask() {
    const [floor, opened] = [this.#floor(), this.#opened];
    const state = await this.#tools.state(this.#address("state")).catch(() => null);
    if (state && opened === this.#opened) this.#tell.state(state, floor);
  }

  #hurry() {
    this.#start("patience", Math.min(LONGEST, PATIENCE * 2 ** this.#asked), () => {
      this.#asked += 1;
      this.#hurry();
      this.#ask();
    });
  }

  #alive() {
    this.#tries = 0;
    this.#watch();
  }

  #watch() {
    this.#start("silence", SILENCE, () => this.open());
  }

  async #fail(address) {
    const refused = this.#source.readyState === this.#tools.EventSource.CLOSED;
    this.#drop();
    this.#tell.lost();
    this.#retry();
    if (!refused) return;
    const status = await this.#tools.status(address).catch(() => 0);
    if ([204, 404, 410].includes(status)) this.#end(status);
  }

  #retry() {
    const wait = backOff(this.#tries, this.#tools.random);
    this.#tries += 1;
    this.#start("retry", wait, () => this.open());
  }

  #end(status) {
    this.#ended = true;
    this.close();
    this.#tell.gone(status);
  }

  #start(name, wait, action) {
    this.#stop(name);
    this.#timers[name] = this.#tools.later(action, wait);
  }

  #stop(name) {
    if (name in this.#timers) this.#tools.cancel(this.#timers[name]);
    delete this.#timers[name];
  }
}

function parse(text) {
  try {
    const state = JSON.parse(text);
    return canRead(state) ? state : null;
  } catch {
    return null;
  }
}
