// The classic script in a page's head, run in a page that has nothing but what it needs.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const SCRIPT = readFileSync(new URL("../../../static/js/first.js", import.meta.url), "utf8");

/** `tools`: {fetch, setTimeout}. → {fromServer, tap(), left: [where the page went]} */
export function aPage(tools) {
  const ears = [];
  const left = [];
  const addEventListener = (name, ear) => ears.push({ name, ear });
  const document = {
    addEventListener() {},
    documentElement: { dataset: {} },
    querySelector: () => document,
    readyState: "complete",
  };
  const page = createContext({
    ...tools,
    addEventListener,
    btoa,
    crypto,
    document,
    FormData: class {
      *[Symbol.iterator]() {}
    },
    isSecureContext: true,
    location: { search: "", assign: (address) => left.push(address) },
    navigator: {},
    URL,
    URLSearchParams,
  });
  page.window = page;
  runInContext(SCRIPT, page);

  function tap() {
    const id = {};
    const form = {
      action: "https://table.test/t/T/entries",
      elements: { namedItem: () => id },
      matches: () => true,
      requestSubmit: () => left.push(form.action),
    };
    const submitter = { dataset: { pad: "1" } };
    const event = { target: form, submitter, preventDefault() {} };
    for (const { name, ear } of ears) if (name === "submit") ear(event);
  }
  return { fromServer: page.fromServer, tap, left };
}
