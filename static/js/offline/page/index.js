// What makes the page part of an app: it is loaded after everything else, and only where it can be.
import { InstallOffer } from "./install.js";
import { noteLanguage, wireLanguages } from "./language.js";
import { fetchQuietly } from "./packs.js";
import { OfflineReady } from "./ready.js";
import { register } from "./register.js";
import { watchUpdates } from "./updates.js";

/** Begin, once per page. Plain http and some private windows have no workers: then nothing. */
export async function begin(page = document) {
  const container = navigator.serviceWorker;
  if (!container || !("caches" in window)) return;
  if (page.documentElement.dataset.worker === "off") return takeBack(container);
  wireLanguages(page);
  await noteLanguage(page).catch(() => {});
  const registration = await register(container);
  watchUpdates(registration, container, page);
  customElements.define("offline-ready", OfflineReady);
  customElements.define("install-offer", InstallOffer);
  if (page.querySelector("[data-finder]")) findHere(page).catch(() => {});
  await container.ready;
  await fetchQuietly();
}

// Where it can't, the server goes on finding.
const findHere = async (page) => (await import("../../finder.js")).begin(page);

// Switched off by the operator: the one that is here learns of it now.
const takeBack = async (container) => (await container.getRegistration())?.update();
