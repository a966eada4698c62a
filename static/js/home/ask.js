const PATIENCE = 2500;

/** Post fields as a form → {status, body}; status 0 where no server of ours answers soon. */
export async function ask(address, fields) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  // A captive portal answers with a page.
  return body ? { status: answer.status, body } : { status: 0, body: null };
}
