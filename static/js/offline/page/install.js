// <install-offer>: the way to the home screen that this phone has, offered once, at a good moment.
import { countWaiting } from "./waiting.js";
import { isTime, wayOf } from "./ways.js";

const KEY = "install";

let prompt = null;
const offers = new Set();

// Chromium asks at a moment of its own unless it is told that we do.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  prompt = event;
  for (const offer of offers) offer.look();
});
addEventListener("appinstalled", () => {
  settle("installed");
  for (const offer of offers) offer.hidden = true;
});

// Counted while they happen, written down when the page goes: a tap waits for nothing.
let taps = 0;
const count = ({ target }) => (taps += target.closest?.("[data-pad]") ? 1 : 0);
addEventListener("pointerdown", count, { capture: true, passive: true });
addEventListener("pagehide", () => note({}));

export class InstallOffer extends HTMLElement {
  connectedCallback() {
    offers.add(this);
    this.addEventListener("click", this);
    this.look();
  }

  disconnectedCallback() {
    offers.delete(this);
  }

  async look() {
    const isApp = matchMedia("(display-mode: standalone)").matches;
    const way = wayOf(navigator, isApp, prompt !== null);
    if (!way || !isTime({ ...notes(), tables: await countTables() })) return;
    // What waits would stay behind in Safari: the app begins with a storage of its own.
    if (way === "ios" && (await countWaiting())) return;
    for (const part of this.querySelectorAll("[data-way]")) part.hidden = part.dataset.way !== way;
    this.#showCode();
    this.hidden = false;
  }

  async handleEvent({ target }) {
    if (target.closest("[data-never]")) settle("no");
    else if (target.closest("[data-install]")) {
      const { outcome } = await prompt.prompt();
      prompt = null;
      settle(outcome);
    } else return;
    this.hidden = true;
  }

  #showCode() {
    const code = document.getElementById("code")?.textContent.trim();
    this.querySelector("[data-with-code]").hidden = !code;
    this.querySelector("[data-code]").textContent = code ?? "";
  }
}

async function countTables() {
  try {
    const { recent } = await import("../tables.js");
    return (await recent()).length;
  } catch {
    return 0;
  }
}

function notes() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return { ...kept, taps: (kept.taps ?? 0) + taps };
  } catch {
    return { taps };
  }
}

function note(more) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...notes(), ...more }));
    taps = 0;
  } catch {
    // then it is offered again another day
  }
}

const settle = (how) => note({ settled: how });
