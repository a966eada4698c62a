// Fingers on pads. A tap is a press let go where it began; a hold repeats, faster after ten;
// a slip of more than 20 px is neither. Several fingers at once are fine: browsers make no click
// for the second one, so taps are counted when the finger lifts, and the click that follows is
// swallowed. A click with no finger before it (keyboard, screen reader) is a tap.
import { attribute, rewrite } from "./write.js";

const HOLD = 450;
const SLOW = 120;
const FAST = 60;
const LATE = 50;
const SLIP = 20;
const ECHO = 700;

/** `tap(pad)` → false stops a hold; `rest()` is told when the last finger has left. */
export class Grips {
  #tools;
  #tap;
  #rest;
  #grips = new Map(); // pointer id → {pad, x, y, timer, repeats, slipped}
  #echoes = new Map(); // pad → until when its click is the echo of a finger

  constructor({ now, later, cancel, tap, rest }) {
    this.#tools = { now, later, cancel };
    this.#tap = tap;
    this.#rest = rest;
  }

  /** Go on for somebody else; what is held stays held. */
  serve({ tap, rest }) {
    this.#tap = tap;
    this.#rest = rest;
  }

  get held() {
    return this.#grips.size > 0;
  }

  press(pointer, pad, x, y) {
    this.#let(pointer);
    const grip = { pad, x, y, repeats: 0, slipped: false };
    this.#plan(grip, HOLD);
    this.#grips.set(pointer, grip);
    this.#echoes.delete(pad);
  }

  move(pointer, x, y) {
    const grip = this.#grips.get(pointer);
    if (!grip || Math.hypot(x - grip.x, y - grip.y) <= SLIP) return;
    grip.slipped = true;
    this.#tools.cancel(grip.timer);
  }

  /** The finger lifts: a tap, unless it was held or slipped. */
  lift(pointer) {
    const grip = this.#let(pointer);
    if (!grip) return;
    this.#echoes.set(grip.pad, this.#tools.now() + ECHO);
    if (!grip.repeats && !grip.slipped) this.#tap(grip.pad);
    this.#settle();
  }

  /** The finger is taken away by the system: no tap, and no click either. */
  drop(isLost = () => true) {
    for (const [pointer, grip] of this.#grips) {
      if (!isLost(pointer)) continue;
      this.#let(pointer);
      this.#echoes.set(grip.pad, this.#tools.now() + ECHO);
    }
    this.#settle();
  }

  click(pad, byKey = false) {
    const isEcho = !byKey && this.answered(pad);
    this.#echoes.delete(pad);
    if (!isEcho) this.#tap(pad);
  }

  /** Whether the finger that has just left this pad began here too: its click adds nothing. */
  answered(pad) {
    return this.#echoes.get(pad) > this.#tools.now();
  }

  // A timer that was held up lets what else was held up go first: the finger may have left long ago.
  #plan(grip, wait) {
    const due = this.#tools.now() + wait;
    grip.timer = this.#tools.later(() => {
      if (this.#tools.now() - due > LATE) this.#plan(grip, 0);
      else this.#repeat(grip);
    }, wait);
  }

  #repeat(grip) {
    grip.repeats += 1;
    if (this.#tap(grip.pad) === false) return;
    this.#plan(grip, grip.repeats < 10 ? SLOW : FAST);
  }

  #let(pointer) {
    const grip = this.#grips.get(pointer);
    if (grip) this.#tools.cancel(grip.timer);
    this.#grips.delete(pointer);
    return grip;
  }

  #settle() {
    if (!this.held) this.#rest();
  }
}

const wired = new WeakMap(); // root → its grips

/**
 * `tap(pad)` → false when refused; `rest()` when no finger is left. Wired once more, the same fingers
 * tap for the new ones.
 */
export function wirePads(root, { tap, rest, tools }) {
  const before = wired.get(root);
  before?.serve({ tap, rest });
  if (before) return before;
  const grips = new Grips({ ...tools, tap, rest });
  wired.set(root, grips);
  const padOf = ({ target }) => target.closest?.("[data-pad]");

  root.addEventListener("pointerdown", (event) => {
    const pad = padOf(event);
    if (!pad || event.button !== 0) return;
    pad.setPointerCapture(event.pointerId);
    grips.press(event.pointerId, pad, event.clientX, event.clientY);
    // In the next frame: before the lift, the browser would look at the styles for this alone.
    requestAnimationFrame(() => {
      if (pad.hasPointerCapture(event.pointerId)) pad.dataset.pressed = "";
    });
  });
  root.addEventListener("pointermove", ({ pointerId, clientX, clientY }) =>
    grips.move(pointerId, clientX, clientY),
  );
  root.addEventListener("pointerup", ({ pointerId }) => grips.lift(pointerId));
  root.addEventListener("click", (event) => {
    const pad = padOf(event);
    if (!pad) return;
    event.preventDefault();
    grips.click(pad, event.detail === 0);
  });
  // No click follows a finger: it would land on whatever the tap has just laid over the pad. But a
  // finger that came down before this script was there has nothing else.
  root.addEventListener(
    "touchend",
    (event) => event.cancelable && grips.answered(padOf(event)) && event.preventDefault(),
    { passive: false },
  );
  root.addEventListener("contextmenu", (event) => padOf(event) && event.preventDefault());

  // A pad that leaves the page loses its finger at the document.
  const lost = ({ pointerId, target }) => {
    target.removeAttribute?.("data-pressed");
    grips.drop((pointer) => pointer === pointerId);
  };
  document.addEventListener("pointercancel", lost);
  document.addEventListener("lostpointercapture", lost);
  document.addEventListener("visibilitychange", () => grips.drop());
  window.addEventListener("blur", () => grips.drop());
  return grips;
}

/** Before the first state: show a tap as it most likely counts. → whether there was enough for it. */
export function guess(pad) {
  const number = pad.closest("[data-seat]").querySelector("[data-energy]");
  const total = Number(number.textContent) + Number(pad.dataset.pad);
  const text = String(Math.max(0, total));
  rewrite(number, text);
  attribute(number.parentElement, "data-digits", String(text.length));
  return total >= 0;
}
