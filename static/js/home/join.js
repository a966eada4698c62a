// A join code or a pasted link: a table that this phone knows opens without asking anybody.
import { stored } from "../offline/tables.js";
import { ask } from "./ask.js";

// As webapp/services/links.py reads them.
const LINK = /\/([tw])\/([0-9A-Za-z]{26})(?![0-9A-Za-z])/;
const TABLE = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const MISREAD = { O: "0", I: "1", L: "1" };

/** The link in a pasted text → {kind: "t" | "w", id}; an id alone is a link to play; else null. */
export function readLink(text) {
  const [, kind = "t", name = text.trim()] = LINK.exec(text) ?? [];
  const id = name.toUpperCase().replace(/[OIL]/g, (letter) => MISREAD[letter]);
  return TABLE.test(id) ? { kind, id } : null;
}

export function takeJoin(form, say, page = document) {
  const field = form.elements.namedItem("code");
  const problem = page.getElementById("join-problem");

  const tell = (key) => {
    problem.textContent = say(key);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", problem.id);
    field.focus();
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const link = readLink(field.value);
    if (link?.kind === "t" && (await stored(link.id))) return location.assign(`/t/${link.id}`);
    const { status, body } = await ask(form.action, { code: field.value });
    if (body?.to) location.assign(body.to);
    else if (status === 404) tell("no-code");
    else if (status) form.submit();
    else tell(link ? (link.kind === "w" ? "watch-alone" : "link-alone") : "code-alone");
  });
}
