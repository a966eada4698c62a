// Puts values into a copy of the server's markup: into what is text and what is an attribute's
// value, never as markup. The holes are those of webapp/views/specimens.py.
import { isolated } from "../words.js";

const HOLE = /~([a-z.]+)~/g;
const TEXT = 4; // NodeFilter.SHOW_TEXT
const ELEMENTS = 1;

/**
 * A text with its holes filled; null where one has no value (null). A text that is nothing but a
 * hole takes the value as it is; within a sentence it is kept apart from what stands beside it. A
 * hole that `values` does not know stays. A value may be a function: it is called for each hole.
 */
export function filled(text, values) {
  let isThere = true;
  const full = text.replace(HOLE, (hole, name) => {
    if (!Object.hasOwn(values, name)) return hole;
    const value = typeof values[name] === "function" ? values[name]() : values[name];
    isThere &&= value !== null;
    return hole === text ? String(value) : isolated(String(value));
  });
  return isThere ? full : null;
}

/** Fill a copy in place. What has a hole without a value goes, with all that is in it. */
export function fill(copy, values) {
  const walker = copy.ownerDocument.createTreeWalker(copy, TEXT | ELEMENTS);
  const gone = [];
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    for (const slot of node.attributes ?? [node]) {
      if (!slot.nodeValue?.includes("~")) continue;
      const text = filled(slot.nodeValue, values);
      if (text === null) gone.push(node.attributes ? node : node.parentElement);
      else slot.nodeValue = text;
    }
  }
  for (const each of gone) each.remove();
  return copy;
}

/**
 * Take the specimens of a list out of a copy → {rows, put(nodes)}. They are taken out before the
 * copy is filled, so that what a player wrote in one row is never read again for holes.
 */
export function lift(copy, selector) {
  const rows = [...copy.querySelectorAll(selector)];
  const mark = copy.ownerDocument.createComment("");
  rows[0]?.before(mark);
  for (const row of rows) row.remove();
  return {
    rows,
    put: (nodes) => mark.replaceWith(...nodes),
  };
}
