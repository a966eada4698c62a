// <install-offer>: the way to the home screen that this phone has, offered once, at a good moment.
import { countWaiting } from "./waiting.js";

const TABLES = 2;
const TAPS = 20;
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
addEventListener("click", ({ target }) => target.closest?.("[data-pad]") && note({ taps: 1 }));

/** Which way leads to the home screen: "prompt", "ios", "firefox", or none. */
export function wayOf({ userAgent, standalone, maxTouchPoints = 0 }, isApp, canPrompt) {
  if (isApp || standalone === true) return null;
  if (canPrompt) return "prompt";
  // An iPad says that it is a Mac.
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
  if (isApple) return /Safari/.test(userAgent) && !/FxiOS|EdgiOS/.test(userAgent) ? "ios" : null;
  return /Android.*Firefox/.test(userAgent) ? "firefox" : null;
}

/** Whether it is time: after the second table or twenty taps, and never again once it is settled. */
export const isTime = ({ tables = 0, taps = 0, settled }) =>
  !settled && (tables >= TABLES || taps >= TAPS);

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
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function note({ taps = 0, ...more }) {
  const before = notes();
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({ ...before, taps: (before.taps ?? 0) + taps, ...more }),
    );
  } catch {
    // then it is offered again another day
  }
}

const settle = (how) => note({ settled: how });
