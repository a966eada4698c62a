// What must stand before every other script: a classic one, first in the head.

// What the style sheet may show: things that need scripts, sharing, or more than plain http.
document.documentElement.dataset.scripts = [
  "on",
  "share" in navigator ? "share" : "no-share",
  isSecureContext ? "secure" : "plain-http",
].join(" ");

// Each use of a form is an entry of its own, whoever sends it in the end: the id that came with
// the page is for browsers without scripts.
addEventListener(
  "submit",
  ({ target }) => {
    const id = target.matches("[data-entry]") && target.elements.namedItem("entry_id");
    const random = crypto.getRandomValues(new Uint8Array(16));
    const text = btoa(String.fromCharCode(...random)).slice(0, 22);
    if (id) id.value = text.replaceAll("+", "-").replaceAll("/", "_");
  },
  true,
);

// Until the table's own script is there, a tap on a pad travels by itself and the page stays:
// leaving it would call back the tap before. The id makes it safe to send again.
(() => {
  let road = Promise.resolve();
  let waiting = 0;
  let last = null;

  async function send(address, body) {
    const answer = await fetch(address, { method: "POST", body }).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return answer.url;
    const wait = Number(answer?.headers.get("Retry-After")) || 1;
    await new Promise((done) => setTimeout(done, wait * 1000));
    return send(address, body);
  }

  // The page that answers is shown where it has something to say, or nothing else will.
  function follow() {
    if (!last || waiting) return;
    const isNews = new URL(last).search !== location.search;
    const isAlone = document.querySelector("live-table:not(:defined)");
    if (isNews || (isAlone && document.readyState === "complete")) location.assign(last);
  }

  addEventListener("load", follow);
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !form.matches("[data-entry]") || !submitter?.dataset.pad) return;
    event.preventDefault();
    waiting += 1;
    const body = new URLSearchParams(new FormData(form, submitter));
    road = road.then(async () => {
      last = await send(form.action, body);
      waiting -= 1;
      follow();
    });
  });
})();

// Trusted Types: all text that becomes markup passes here, also what htmx swaps. It is judged by
// parsing it into an inert document: a pattern over the text would break everyone's swap for a
// seat called "Ana on=1 <b>". The policy names stand in the Content-Security-Policy.
(() => {
  if (!window.trustedTypes) return;

  const ACTIVE =
    "script,iframe,frame,frameset,object,embed,base,meta,link,style,animate,animateTransform,set";
  const ADDRESSES = new Set(["href", "xlink:href", "src", "action", "formaction", "data"]);
  const inspect = trustedTypes.createPolicy("inspect", { createHTML: (text) => text });

  const acts = ({ name, value }) =>
    /^(data-)?(hx-)?on./.test(name) ||
    name === "srcdoc" ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in a scheme
    (ADDRESSES.has(name) && /^javascript:/i.test(value.replace(/[\u0000-\u0020]/g, "")));

  const isActive = (root) =>
    root.querySelector(ACTIVE) !== null ||
    [...root.querySelectorAll("*")].some(
      (element) =>
        [...element.attributes].some(acts) ||
        (element instanceof HTMLTemplateElement && isActive(element.content)),
    );

  // Only markup is ever needed: without createScript and createScriptURL both stay forbidden.
  trustedTypes.createPolicy("default", {
    createHTML(text) {
      const inert = new DOMParser().parseFromString(inspect.createHTML(text), "text/html");
      return isActive(inert) ? null : text;
    },
  });
})();
