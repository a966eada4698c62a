// Cookies that a page keeps itself, as the server would.
const YEAR = 365 * 24 * 60 * 60; // seconds

/** What sets a cookie for every page of the site, for a year. */
export function cookieFor(name, value, { protocol }) {
  const secure = protocol === "https:" ? "; secure" : "";
  return `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

export const cookieIn = (page, name) =>
  page.cookie.match(new RegExp(`(?:^|; )${name}=([a-z0-9-]+)`))?.[1];
