// What an answer to a post means. Anything but our own JSON is a broken network:
// a captive portal answers 200 with a page.

const PARKED = [401, 403, 404, 405, 410];
const UNFIT = [400, 413, 415, 422];

/** {status, body, after} → {kind: taken | gap | conflict | unfit | gone | later, …}. */
export function judge({ status, body, after }, table) {
  if (status === 200 && isOurs(body, table)) return { kind: "taken", ...body };
  if (status === 409 && Number.isInteger(body?.expect)) return { kind: "gap", ...body };
  if (status === 409 && body?.error === "seq_conflict") return { kind: "conflict" };
  if (UNFIT.includes(status)) return { kind: "unfit" };
  if (PARKED.includes(status)) return { kind: "gone", status };
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
