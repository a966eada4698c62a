// A new table: by the server where it answers, else on this phone, until it joins the server.
import { cookieFor, cookieIn } from "../cookies.js";
import { startTable } from "../offline/tables.js";
import { ask } from "./ask.js";

const LAST_CHOICE = "seats"; // as webapp/views/home.py

export function takeStart(form, say, page = document) {
  const problem = page.getElementById("join-problem");
  let isAsked = false;
  showLast(form, cookieIn(page, LAST_CHOICE));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isAsked) return;
    isAsked = true;
    const { submitter } = event;
    const { status, body } = await ask(form.action, { seats: submitter.value });
    isAsked = false;
    if (body?.table) location.assign(`/t/${body.table}`);
    else if (status) send(form, submitter);
    // Without the worker no page of a table can be opened now.
    else if (!navigator.serviceWorker?.controller) problem.textContent = say("start-alone");
    else {
      page.cookie = cookieFor(LAST_CHOICE, submitter.value, location);
      location.assign(`/t/${await startTable({ seats: Number(submitter.value) })}`);
    }
  });
}

// The server has done it, unless this is the page for all that was kept for a time with no network.
function showLast(form, seats) {
  const button = seats && form.querySelector(`[value="${seats}"]`);
  if (!button || button.hasAttribute("data-first")) return;
  button.setAttribute("data-first", "");
  form.prepend(button);
}

// The page that answers says what is wrong.
function send(form, { name, value }) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  form.append(field);
  form.submit();
}
