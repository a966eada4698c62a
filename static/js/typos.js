// Words that are nearly written like others: the twin of webapp/domain/typos.py.

/** How many slips are looked past in a word of a query. */
export const allowed = ({ letters, chinese }) =>
  (chinese ? [3, 6] : [4, 8]).filter((length) => letters.length >= length).length;

/** How many slips make the word of a query the beginning of a name's; null for too many. */
export function slips(query, name) {
  const most = allowed(query);
  if (query.chinese !== name.chinese || name.letters.length < query.letters.length - most)
    return null;
  if (count(query.bits & ~name.bits) > most) return null;
  const found = distance(query.letters, name.letters, most, query.chinese);
  return found <= most ? found : null;
}

/** How many bits are set. */
export function count(bits) {
  let n = 0;
  for (let left = bits; left; left &= left - 1) n += 1;
  return n;
}

/** The fewest slips between the query and any beginning (or part) of the name. */
function distance(query, whole, most, anywhere) {
  const name = anywhere ? whole : whole.slice(0, query.length + most);
  let before = [];
  let row = [0, ...name.map((_, i) => (anywhere ? 0 : i + 1))];
  for (const [i, letter] of query.entries()) {
    const next = [i + 1];
    for (const [j, other] of name.entries()) {
      let cost = Math.min(row[j] + (letter === other ? 0 : 1), row[j + 1] + 1, next[j] + 1);
      const isSwapped = i && j && letter === name[j - 1] && query[i - 1] === other;
      if (isSwapped) cost = Math.min(cost, before[j - 1] + 1);
      next.push(cost);
    }
    [before, row] = [row, next];
    if (Math.min(...row) > most) return most + 1;
  }
  return Math.min(...row);
}
