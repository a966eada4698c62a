// Talking to the server.
import { retryAfter } from "./offline/answers.js";

const PATIENCE = 15_000;
const KEEPALIVE_LIMIT = 60_000; // a browser refuses more than 64 KiB after the page is gone

/** Post JSON; {status, body, after}, `body` only where the answer is JSON. Throws without network. */
export async function post(address, body) {
  const text = JSON.stringify(body);
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: text,
    redirect: "error",
    keepalive: text.length < KEEPALIVE_LIMIT,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return {
    status: response.status,
    body: isJson ? await response.json() : undefined,
    after: retryAfter(response.headers.get("Retry-After"), Date.now()),
  };
}

/** The status of an address, without waiting for its body. */
export async function statusOf(address) {
  const probe = new AbortController();
  const { status } = await fetch(address, { signal: probe.signal });
  probe.abort();
  return status;
}
