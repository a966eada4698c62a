// What the device can do, where it can: share, copy, keep the screen on.

// Share and copy. Both need a secure context; on plain http copying falls back to a selection.
export function wireShare(say, page = document, phone = navigator) {
  page.addEventListener("click", async ({ target }) => {
    const share = target.closest?.("[data-share]");
    const copy = target.closest?.("[data-copy]");
    if (share && phone.share) await phone.share({ url: share.dataset.share }).catch(() => {});
    else if (share ?? copy) await put(share?.dataset.share ?? copy.dataset.copy, share ?? copy);
  });

  async function put(text, button) {
    const done = await phone.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!done && !copySelected(text, button)) return;
    const label = button.querySelector("[data-label]") ?? button;
    const before = label.textContent;
    label.textContent = say("copied");
    setTimeout(() => (label.textContent = before), 2000);
  }

  // Inside the dialog, because a modal one lets nothing outside be selected.
  function copySelected(text, button) {
    const field = Object.assign(page.createElement("textarea"), { value: text, readOnly: true });
    button.after(field);
    field.select();
    const done = page.execCommand("copy");
    field.remove();
    button.focus();
    return done;
  }
}

// The screen stays on while a table is open, where the phone can do that.
export function keepAwake(page = document, phone = navigator) {
  if (!phone.wakeLock) return;
  let lock = null;
  const ask = async () => {
    if (page.visibilityState !== "visible" || (lock && !lock.released)) return;
    lock = await phone.wakeLock.request("screen").catch(() => null);
  };
  page.addEventListener("visibilitychange", ask);
  // Some phones allow it only after a touch.
  page.addEventListener("click", ask);
  ask();
}
