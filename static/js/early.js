// A table before the script that plays it: pads count at once, each tap travels by itself (first.js),
// and other forms wait a moment for what will take them without a new page.
import { tools } from "./device.js";
import { guess, wirePads } from "./elements/pads.js";

export function wireEarly(table) {
  const tap = (pad) => {
    pad.form.requestSubmit(pad);
    // Where nothing comes, answers show it.
    if (!("coming" in table.dataset)) return true;
    const undo = table.querySelector("[data-undo]");
    undo.form.elements.namedItem("entry").value = pad.form.elements.namedItem("entry_id").value;
    undo.disabled = false;
    return guess(pad);
  };
  wirePads(table, { tap, rest() {}, tools });
}

/** `coming` is kept when somebody takes forms. Until then each button is good for once. */
export function holdForms(coming, page = document) {
  const hold = (event) => {
    const { target: form, submitter } = event;
    if (submitter?.dataset.pad || !form.closest("live-table")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (submitter) submitter.disabled = true;
    coming.then(() => {
      if (submitter) submitter.disabled = false;
      form.requestSubmit(submitter);
    });
  };
  page.addEventListener("submit", hold, true);
  coming.then(() => page.removeEventListener("submit", hold, true));
}
