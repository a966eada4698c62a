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
