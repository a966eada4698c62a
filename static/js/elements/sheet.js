// The bottom sheet: htmx fills #sheet-body, the dialog opens, and gives the focus back when it closes.

export function wireSheet(page = document) {
  const dialog = page.getElementById("sheet");
  if (!dialog) return { close() {} };
  const body = page.getElementById("sheet-body");

  page.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target !== body || dialog.matches(":modal")) return;
    dialog.open = false; // half open at a new table
    dialog.showModal();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
  dialog.addEventListener("close", () => body.replaceChildren());

  return {
    /** Close the sheet, and the share sheet that a new table shows half open. */
    close() {
      if (dialog.open) dialog.close();
      page.querySelector("[data-half]")?.remove();
    },
  };
}
