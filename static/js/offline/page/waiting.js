// What this phone still has to send, as far as it matters before the page goes.

const PATIENCE = 3000; // ms

/** How many entries wait. Where nobody can tell, some do. */
export async function countWaiting() {
  try {
    const { recent } = await import("../tables.js");
    return (await recent()).reduce((sum, { waiting }) => sum + waiting, 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Have the table close its drafts and send what waits; it hears "send-now" and may take a while. */
export async function sendNow(page = document) {
  const until = [];
  page.dispatchEvent(new CustomEvent("send-now", { detail: { until } }));
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  await Promise.race([Promise.allSettled(until), late]);
}
