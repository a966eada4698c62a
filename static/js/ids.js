// Ids made on this phone. Plain http has no crypto.randomUUID, so they come from random bytes.

/** 22 base64url characters from 128 random bits. */
export function makeId() {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...random)).slice(0, 22);
  return text.replaceAll("+", "-").replaceAll("/", "_");
}

const isId = (text) => /^[\w-]{22}$/.test(text ?? "");

/** Who this phone is: what the server knows it by, else what it kept, else somebody new. */
export function clientId(known, storage) {
  if (isId(known)) return known;
  const kept = attempt(() => storage().getItem("client"));
  return isId(kept) ? kept : makeId();
}

export const keepClientId = (id, storage) => attempt(() => storage().setItem("client", id));

// Storage may be forbidden; then this phone is a new one after each reload.
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
