// What this phone still has to send, as far as it matters before the page goes.

const PATIENCE = 3000; // ms
const STEP = 50; // ms

/** How many entries wait. Where nobody can tell, some do. */
export async function countWaiting() {
  try {
    const { recent } = await import("../tables.js");
    return (await recent()).reduce((sum, { waiting }) => sum + waiting, 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Have the table close its draft and send what waits; it has a while for that. */
export async function sendNow(page = document) {
  page.querySelector("live-table")?.sendNow?.();
  for (const end = performance.now() + PATIENCE; performance.now() < end; )
    if (await countWaiting()) await new Promise((done) => setTimeout(done, STEP));
    else return;
}
