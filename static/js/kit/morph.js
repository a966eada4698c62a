// Makes one tree of the page equal to another and keeps its nodes: what a finger rests on, what has
// the focus and what is typed stay. For markup of one kind, as the kit draws it.

const OF_HANDS = new Set(["data-pressed"]);

/** `fresh` is used up. */
export function morph(old, fresh) {
  const held = document.activeElement;
  alike(old, fresh);
  if (held !== document.activeElement && held?.isConnected) held.focus({ preventScroll: true });
}

function alike(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OF_HANDS.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  children(old, fresh);
}

function children(old, fresh) {
  const there = new Map();
  for (const node of old.childNodes) {
    const key = keyOf(node);
    there.set(key, [...(there.get(key) ?? []), node]);
  }
  const wanted = [...fresh.childNodes].map((node) => [node, there.get(keyOf(node))?.shift()]);
  for (const node of [...there.values()].flat()) node.remove();
  let at = old.firstChild;
  for (const [node, kept] of wanted) {
    if (kept === at && kept) at = at.nextSibling;
    else old.insertBefore(kept ?? node, at);
    if (kept?.nodeType === Node.ELEMENT_NODE) alike(kept, node);
    else if (kept && kept.nodeValue !== node.nodeValue) kept.nodeValue = node.nodeValue;
  }
}

// A form of the same class makes another entry where its fields are others.
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  return `${node.nodeName}#${node.id || node.getAttribute("name") || node.className}`;
}
