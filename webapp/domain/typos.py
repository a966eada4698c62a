"""Words that are nearly written like others: a letter too many, too few, wrong, or two swapped."""

from webapp.domain.folding import Word

#: How long a word has to be for one slip, and for two. Chinese has a meaning in every character.
_LENGTHS = (4, 8)
_CHINESE_LENGTHS = (3, 6)
#: What no letter of a query is.
_NOTHING = "\0"


def allowed(word: Word) -> int:
    """How many slips are looked past in a word of a query."""
    lengths = _CHINESE_LENGTHS if word.chinese else _LENGTHS
    return sum(len(word.plain) >= length for length in lengths)


def slips(query: Word, name: Word, most: int) -> int | None:
    """
    How many slips make the word of a query the beginning of a name's; None for more than `most`.

    Chinese has no spaces: its words may be meant from anywhere in the name's.
    """
    if query.chinese != name.chinese or len(name.plain) < len(query.plain) - most:
        return None
    if (query.letters & ~name.letters).bit_count() > most:
        return None
    starts = len(name.plain) if query.chinese else 1
    found = min(_distance(query.plain, name.plain[start:], most) for start in range(starts))
    return found if found <= most else None


def _distance(query: str, name: str, most: int) -> int:
    """
    The fewest slips between the query and any beginning of the name; or any number over `most`.

    Of the table of all distances only the diagonals that so few slips can reach are worked out:
    `row[k]` is between some letters of the query and k - `most` more of the name.
    """
    far, width = most + 1, 2 * most + 1
    letters = _NOTHING * far + name + _NOTHING * width
    before: list[int] = []
    row = [far] * most + list(range(far))
    for i, letter in enumerate(query):
        next_row, left, least = [], far, far
        for k in range(width):
            other = letters[i + k + 1]
            # compared one by one: this is where most of a search's time goes
            cost = row[k] if letter == other else row[k] + 1
            if left < cost:
                cost = left + 1
            if k < width - 1 and row[k + 1] < cost:
                cost = row[k + 1] + 1
            if i and letter == letters[i + k] and query[i - 1] == other and before[k] < cost:
                cost = before[k] + 1
            next_row.append(cost)
            left = cost
            if cost < least:
                least = cost
        before, row = row, next_row
        if least > most:
            return far
    return min(row)
