// A new version waits until nobody is in the middle of anything: asked for by a tap, or unseen.
import { countWaiting, sendNow } from "./waiting.js";

const HOUR = 60 * 60 * 1000; // ms

const here = {
  countWaiting,
  sendNow,
  reload: () => location.reload(),
  now: () => performance.now(),
};

/** Watch for new versions. `page` hears "outdated" from whoever meets a newer server. */
export function watchUpdates(registration, container, page = document, phone = here) {
  let isGoing = false;
  let hadController = container.controller !== null;
  let looked = phone.now();

  function offer() {
    const template = page.getElementById("update");
    if (page.querySelector("[data-update]") || !template) return;
    page.body.append(template.content.cloneNode(true));
    page.querySelector("[data-update] button").addEventListener("click", apply);
  }

  async function apply() {
    await phone.sendNow(page);
    if (registration.waiting) take(true);
    else reload();
  }

  function take(asked) {
    isGoing ||= asked;
    registration.waiting.postMessage({ type: "skip-waiting", asked });
  }

  function reload() {
    isGoing = false;
    phone.reload();
  }

  const isHidden = () => page.visibilityState === "hidden";

  async function whenHidden() {
    if (registration.waiting && !(await phone.countWaiting()) && isHidden()) take(false);
  }

  function whenSeen() {
    if (phone.now() - looked < HOUR) return;
    looked = phone.now();
    registration.update().catch(() => {});
  }

  const found = () => container.controller && offer();
  if (registration.waiting) found();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => installing.state === "installed" && found());
  });

  // The first worker changes nothing. A new one that somebody else asked for leaves this page as it
  // is: its own files are kept, and the line stays.
  container.addEventListener("controllerchange", async () => {
    const isFirst = !hadController;
    hadController = true;
    if (isFirst) return;
    if (isGoing || (isHidden() && !(await phone.countWaiting()))) reload();
    else offer();
  });

  page.addEventListener("visibilitychange", () => (isHidden() ? whenHidden() : whenSeen()));
  page.defaultView?.addEventListener("online", whenSeen);
  page.addEventListener("outdated", () => {
    offer();
    registration.update().catch(() => {});
  });
}
