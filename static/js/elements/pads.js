// Wires the pads inside an element to fingers, keys and screen readers.
import { Grips } from "./grips.js";

/** `tap(pad)` → false when refused; `rest()` when no finger is left; `ready()` before that: htmx. */
export function wirePads(root, { tap, rest, ready, tools }) {
  const grips = new Grips({ ...tools, tap, rest });
  const padOf = ({ target }) => target.closest?.("[data-pad]");

  root.addEventListener("pointerdown", (event) => {
    const pad = padOf(event);
    if (!pad || event.button !== 0 || !ready()) return;
    pad.setPointerCapture?.(event.pointerId);
    grips.press(event.pointerId, pad, event.clientX, event.clientY);
  });
  root.addEventListener("pointermove", ({ pointerId, clientX, clientY }) =>
    grips.move(pointerId, clientX, clientY),
  );
  root.addEventListener("pointerup", ({ pointerId }) => grips.lift(pointerId));
  root.addEventListener("click", (event) => {
    const pad = padOf(event);
    if (!pad || !ready()) return;
    event.preventDefault();
    grips.click(pad);
  });
  root.addEventListener("contextmenu", (event) => padOf(event) && event.preventDefault());

  // A pad that leaves the page loses its finger at the document.
  const lost = ({ pointerId, target }) => grips.drop((id, pad) => id === pointerId || pad === target);
  document.addEventListener("pointercancel", lost);
  document.addEventListener("lostpointercapture", lost);
  document.addEventListener("visibilitychange", () => grips.drop());
  window.addEventListener("blur", () => grips.drop());
  return grips;
}
