// How long ago something was. As webapp/views/wording.py.

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const ENOUGH = 0.85; // of a unit, to speak in it

/** How long ago that was, roughly; milliseconds. */
export function ago(at, now, language) {
  const past = Math.ceil(Math.max(0, now - at) / 1000);
  const [unit, seconds] = UNITS.find(([, length]) => past / length >= ENOUGH) ?? UNITS.at(-1);
  const count = Math.max(unit === "second" ? 0 : 1, Math.round(past / seconds));
  return new Intl.RelativeTimeFormat(language).format(-count, unit);
}
