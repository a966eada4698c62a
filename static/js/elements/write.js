// What stays the same is left alone: each write makes the browser look at the styles again.
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * For what changes with every tap: a text that changes costs less than another in its place, which
 * every :has() above is asked about. Not for what is read out: of it only the difference might be.
 */
export function rewrite(element, text) {
  const { firstChild: node } = element;
  if (!(node instanceof Text) || node.nextSibling) write(element, text);
  else if (node.data !== text) node.data = text;
}

export function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
