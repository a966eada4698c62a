// Where no outbox came up, htmx sends the entries: one after the other, each until it has arrived.
// The same id makes it safe to send again what may have arrived.
import { fromServer, retryAfter } from "./network.js";
import { Clockwork } from "./offline/clockwork.js";
import { pageWords } from "./words.js";

const PATIENCE = 15_000;
const LONG = 15_000; // of failures, before it is worth more than the status line

const isPassing = (answer) => answer.status === 429 || answer.status >= 500 || !fromServer(answer);

/**
 * A fetch that comes back with an answer of the server, however long that takes.
 *
 * `tools`: {fetch, now, later, cancel, random}. `tell`: {failing(), stuck(), well()}.
 */
export class Insistence {
  #tools;
  #tell;
  #clock;
  #resume = null;
  #stuck = null; // the timer of failures, until one try succeeds

  constructor(tools, tell) {
    this.#tools = tools;
    this.#tell = tell;
    this.#clock = new Clockwork(tools, () => this.#go());
  }

  fetch = async (address, request) => {
    for (;;) {
      const answer = await this.#tools.fetch(address, request).catch(() => null);
      if (answer && !isPassing(answer)) return this.#well(answer);
      this.#failed(answer?.headers.get("Retry-After"));
      await new Promise((done) => {
        this.#resume = done;
        this.#clock.again();
      });
    }
  };

  /** Somebody asks for it: try now what waits, but never before a Retry-After. */
  again() {
    this.#calm();
    this.#go();
  }

  #go() {
    if (!this.#clock.held()) this.#resume?.();
  }

  #failed(after) {
    this.#clock.failed(retryAfter(after, this.#tools.now()));
    this.#stuck ??= this.#tools.later(() => this.#tell.stuck(), LONG);
    this.#tell.failing();
  }

  #well(answer) {
    this.#clock.reset();
    this.#calm();
    this.#tell.well();
    return answer;
  }

  #calm() {
    if (this.#stuck !== null) this.#tools.cancel(this.#stuck);
    this.#stuck = null;
  }
}

const tools = {
  // Not with the signal of htmx: that one ends all tries together.
  fetch: (address, request) =>
    fetch(address, { ...request, signal: AbortSignal.timeout(PATIENCE) }),
  now: () => Date.now(),
  later: (action, wait) => setTimeout(action, wait),
  cancel: (timer) => clearTimeout(timer),
  random: Math.random,
};

/** Takes the entries that htmx sends from now on, in its order (hx-sync), and says what waits. */
export function insist(page = document, say = pageWords(page)) {
  const line = page.getElementById("status");
  const notice = page.querySelector("[data-stuck]");
  const waiting = new Set();
  let failing = false;
  let refresh = false;

  const show = (isFailing) => {
    failing = isFailing;
    const words = failing ? [say("offline"), say("waiting", { n: waiting.size })] : [];
    line.textContent = words.join(" · ");
    line.dataset.state = failing ? "waiting" : "";
    if (!failing) notice.hidden = true;
  };
  const insistence = new Insistence(tools, {
    failing: () => show(true),
    stuck: () => (notice.hidden = false),
    well: () => show(false),
  });
  const again = () => {
    notice.hidden = true;
    insistence.again();
  };
  const on = (name, action) =>
    page.addEventListener(`htmx:${name}`, ({ detail: { ctx } }) => action(ctx));

  on("config:request", (ctx) => {
    if (!ctx.sourceElement.matches("[data-entry]")) return;
    ctx.fetch = insistence.fetch;
    ctx.request.timeout = "0";
    waiting.add(ctx);
    show(failing);
  });
  // A new page would forget what still waits, so it comes after the last of it.
  on("before:response", (ctx) => {
    if (!waiting.has(ctx)) return;
    if (ctx.hx.refresh === "true") [refresh, ctx.swap] = [true, "none"];
    if (refresh) ctx.hx.refresh = waiting.size > 1 ? "" : "true";
  });
  on("finally:request", (ctx) => waiting.delete(ctx));
  notice.querySelector("button").addEventListener("click", again);
  page.defaultView.addEventListener("online", again);
}
