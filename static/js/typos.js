// Words that are nearly written like others: the twin of webapp/domain/typos.py.

/** How many slips are looked past in a word of a query. */
export const allowed = ({ letters, chinese }) =>
  (chinese ? [3, 6] : [4, 8]).filter((length) => letters.length >= length).length;

/** How many slips make the word of a query the beginning of a name's; null for over `most`. */
export function slips(query, name, most) {
  if (query.chinese !== name.chinese || name.letters.length < query.letters.length - most)
    return null;
  if (count(query.bits & ~name.bits) > most) return null;
  const starts = query.chinese ? name.letters.length : 1;
  let found = most + 1;
  for (let start = 0; start < starts; start += 1)
    found = Math.min(found, distance(query.letters, name.letters.slice(start), most));
  return found <= most ? found : null;
}

/** How many bits are set. */
export function count(bits) {
  let n = 0;
  for (let left = bits; left; left &= left - 1) n += 1;
  return n;
}

/**
 * The fewest slips between the query and any beginning of the name; or any number over `most`.
 * Of the table of all distances only the diagonals that so few slips can reach are worked out:
 * `row[k]` is between some letters of the query and k - `most` more of the name.
 */
function distance(query, name, most) {
  const width = 2 * most + 1;
  let before = [];
  let row = Array.from({ length: width }, (_, k) => (k < most ? most + 1 : k - most));
  for (const [i, letter] of query.entries()) {
    const next = [];
    for (let k = 0, j = i - most; k < width; k += 1, j += 1) {
      let cost = row[k] + (letter === name[j] ? 0 : 1);
      if (k) cost = Math.min(cost, next[k - 1] + 1);
      if (k < width - 1) cost = Math.min(cost, row[k + 1] + 1);
      const isSwapped = i && letter === name[j - 1] && query[i - 1] === name[j];
      if (isSwapped) cost = Math.min(cost, before[k] + 1);
      next.push(cost);
    }
    [before, row] = [row, next];
    if (Math.min(...row) > most) return most + 1;
  }
  return Math.min(...row);
}
