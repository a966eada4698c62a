// What must stand before every other script: a classic one, first in the head.

// What the style sheet may show: things that need scripts, sharing, or more than plain http.
document.documentElement.dataset.scripts = [
  "on",
  "share" in navigator ? "share" : "no-share",
  isSecureContext ? "secure" : "plain-http",
].join(" ");

// Whether our server gave an answer; one that is no success is taken for what it says. A captive
// portal answers 200 with a page. Modules ask it too (network.js).
window.fromServer = ({ ok, headers }) => !ok || headers.has("Content-Security-Policy");

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
  const taps = []; // {form, submitter, body, answer, isNews}
  let road = Promise.resolve();
  let last = null;
  let over = false;

  async function send({ form, body }) {
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    const isTired = answer?.status === 429 || answer?.status >= 500;
    if (over || (answer && !isTired && fromServer(answer))) return answer;
    const wait = Number(answer?.headers.get("Retry-After")) || 1;
    await new Promise((done) => setTimeout(done, wait * 1000));
    return over ? null : send({ form, body });
  }

  async function go(tap) {
    const answer = over ? null : await send(tap);
    if (over) return;
    tap.answer = answer;
    tap.isNews = !answer.ok || new URL(answer.url).search !== location.search;
    last = answer.url;
    follow();
  }

  // The page that answers is shown where it has something to say, or nothing else will. What was
  // turned down is sent once more by the browser itself, which shows why.
  function follow() {
    if (over || taps.some(({ answer }) => !answer)) return;
    const down = taps.find(({ answer }) => !answer.ok);
    const news = taps.findLast(({ isNews }) => isNews);
    const isAlone = document.querySelector("live-table:not(:defined, [data-coming])");
    if (down) {
      over = true;
      down.form.requestSubmit(down.submitter);
    } else if (news || (last && isAlone && document.readyState === "complete")) {
      location.assign(news?.answer.url ?? last);
    }
  }

  addEventListener("load", follow);
  // Whoever leaves before that takes nothing along.
  addEventListener("pagehide", () => {
    if (over) return;
    for (const { form, body, answer } of taps) if (!answer) navigator.sendBeacon(form.action, body);
  });
  addEventListener("submit", (event) => {
    const { target: form, submitter, defaultPrevented } = event;
    if (over || defaultPrevented || !form.matches("[data-entry]") || !submitter?.dataset.pad)
      return;
    event.preventDefault();
    const tap = { form, submitter, body: new URLSearchParams(new FormData(form, submitter)) };
    taps.push(tap);
    road = road.then(() => go(tap));
  });
  // The outbox goes on with them, before anything that it is given itself; also with what arrived,
  // which the state that it begins with need not hold yet.
  document.addEventListener("outbox", ({ detail: take }) => {
    over = true;
    for (const { form, body } of taps) take(body, form);
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

  // Only markup and the worker are ever needed: without createScript that stays forbidden.
  trustedTypes.createPolicy("default", {
    createHTML(text) {
      const inert = new DOMParser().parseFromString(inspect.createHTML(text), "text/html");
      return isActive(inert) ? null : text;
    },
    createScriptURL: (address) => (address === "/sw.js" ? address : null),
  });
})();
