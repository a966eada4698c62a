"""Words that are nearly written like others: a letter too many, too few, wrong, or two swapped."""

from webapp.domain.folding import Word

#: How long a word has to be for one slip, and for two. Chinese has a meaning in every character.
_LENGTHS = (4, 8)
_CHINESE_LENGTHS = (3, 6)


def allowed(word: Word) -> int:
    """How many slips are looked past in a word of a query."""
    return sum(len(word.plain) >= length for length in _lengths(word))


def _lengths(word: Word) -> tuple[int, int]:
    return _CHINESE_LENGTHS if word.chinese else _LENGTHS


def slips(query: Word, name: Word) -> int | None:
    """
    How many slips make the word of a query the beginning of a name's; None for too many.

    Chinese has no spaces: its words may be meant from anywhere in the name's.
    """
    most = allowed(query)
    if query.chinese != name.chinese or len(name.plain) < len(query.plain) - most:
        return None
    if (query.letters & ~name.letters).bit_count() > most:
        return None
    found = _distance(query.plain, name.plain, most, query.chinese)
    return found if found <= most else None


def _distance(query: str, name: str, most: int, anywhere: bool) -> int:
    """The fewest slips between the query and any beginning (or part) of the name."""
    if not anywhere:
        name = name[: len(query) + most]
    before: list[int] = []
    row = [0 if anywhere else i for i in range(len(name) + 1)]
    for i, letter in enumerate(query):
        next_row = [i + 1]
        for j, other in enumerate(name):
            # compared one by one: this is where most of a search's time goes
            cost = row[j] + (letter != other)
            if row[j + 1] < cost:
                cost = row[j + 1] + 1
            if next_row[j] < cost:
                cost = next_row[j] + 1
            if i and j and letter == name[j - 1] and query[i - 1] == other:
                cost = min(cost, before[j - 1] + 1)
            next_row.append(cost)
        before, row = row, next_row
        if min(row) > most:
            return most + 1
    return min(row)
