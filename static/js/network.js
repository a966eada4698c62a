// Talking to the server, and what its answers mean. Anything but our own JSON is a broken network:
// a captive portal answers 200 with a page.

const ENDED = [401, 403, 404, 405, 410];
const UNFIT = [400, 415, 422];
const TOO_MUCH = 413; // also in a proxy's words
const PATIENCE = 15_000;
const SOON = 2500; // a finger waits no longer
const KEEPALIVE_LIMIT = 60_000; // a browser refuses more than 64 KiB after the page is gone

/** Whether our server gave an answer. What is sent before there are modules asks the same. */
export const fromServer = (answer) => globalThis.fromServer(answer);

/** Fetch a page of ours, or a part of one. Throws where somebody else answers, as without network. */
export async function ask(address, request) {
  const answer = await fetch(address, request);
  if (fromServer(answer)) return answer;
  throw new TypeError("Somebody else answers for the server.");
}

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

/** Send a form of the page → the JSON of its answer, {} for anything else. Throws without network. */
export async function sendForm(form) {
  const response = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(new FormData(form)),
    signal: AbortSignal.timeout(PATIENCE),
  });
  return response.ok ? response.json() : {};
}

/** The state at an address; null for anything else. Throws without network. */
export async function stateAt(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
  const state = response.ok ? await response.json() : null;
  return state && canRead(state) ? state : null;
}

/** Whether this version can read a state; where the server is newer, the page hears "outdated". */
export function canRead({ v }) {
  if (v > 1) globalThis.document?.dispatchEvent(new Event("outdated"));
  return v === 1;
}

/**
 * What an address answers, without waiting for its body: its status; 0 for a refusal that is not in
 * our own words, as a proxy gives while the server is away. Throws without network.
 */
export async function statusOf(address) {
  const probe = new AbortController();
  const response = await fetch(address, {
    headers: { Accept: "application/json" },
    signal: probe.signal,
  });
  const { ok, status } = response;
  const ours = ok || typeof (await response.json().catch(() => null))?.error === "string";
  probe.abort();
  return ours ? status : 0;
}

/** Whether our server answers at an address, and soon. */
export function answers(address) {
  const late = new Promise((done) => setTimeout(done, SOON, false));
  const status = statusOf(address).catch(() => 0);
  return Promise.race([status.then((it) => it !== 0), late]);
}

/** {status, body, after} → {kind: taken | gap | conflict | unfit | gone | later, …}. */
export function judge({ status, body, after }, table) {
  if (status === 200 && isOurs(body, table)) return { kind: "taken", ...body };
  if (status === 409 && Number.isInteger(body?.expect)) return { kind: "gap", ...body };
  if (status === 409 && body?.error === "seq_conflict") return { kind: "conflict" };
  if (status === TOO_MUCH || (UNFIT.includes(status) && body?.error)) return { kind: "unfit" };
  if (ENDED.includes(status) && body?.error) return { kind: "gone", status };
  return { kind: "later", after };
}

const isOurs = (body, table) =>
  body?.v === 1 &&
  Number.isInteger(body.ack) &&
  Array.isArray(body.outcomes) &&
  body.state?.v === 1 &&
  body.state.table === table;

/** Seconds or a date → milliseconds from now; nothing when there is no such header. */
export function retryAfter(header, now) {
  if (!header) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
