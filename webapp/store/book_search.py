"""What a query asks of the index of the book: candidates, which the domain then ranks."""

import sqlite3
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from webapp.domain.folding import Word
from webapp.domain.search import FEW, Query
from webapp.domain.typos import allowed
from webapp.store.book_schema import COLUMNS

#: So many candidates of each sort are looked at: beginnings, words, parts, slips; texts.
_NAMES, _TEXTS = 60, 20
#: Words as one are looked for in the texts that most cards have: of common words this takes long.
_COMMON = 20_000
_LAST = 2**62
_SHORTEST_PART = 3  # what a trigram index can find
_MOST_WORDS = 12
_NEAR = 12  # words of the vocabulary for one with slips


class Searcher:
    """The searches of one opened book."""

    def __init__(self, db: sqlite3.Connection):
        self._db = db
        self.near = lru_cache(256)(self._near)

    def names(self, query: Query, language: str) -> list[int]:
        """Rows of `found`."""
        own, asked = COLUMNS[language], query.words[:_MOST_WORDS]
        match = " AND ".join(map(_term, asked))
        ids: dict[int, None] = {}
        for limit in (f"{{{own}}} : ({match})", match):
            if not asked[0].chinese:
                begun = " AND ".join([f"^{_term(asked[0])}", *map(_term, asked[1:])])
                anchored = limit.replace(match, begun)
                ids |= dict.fromkeys(self._rows("name_words", anchored, _NAMES))
            ids |= dict.fromkeys(self._rows("name_words", limit, _NAMES))
        if len(ids) < _NAMES and all(len(word.plain) >= _SHORTEST_PART for word in asked):
            parts = " AND ".join(_quoted(word.plain) for word in asked)
            ids |= dict.fromkeys(self._rows("name_parts", parts, _NAMES))
        if len(ids) < FEW * len(COLUMNS):
            slipped = " AND ".join(self._slipped(word) for word in asked)
            ids |= dict.fromkeys(self._rows("name_words", slipped, _NAMES))
        return list(ids)

    def texts(self, query: Query, language: str) -> list[int]:
        """Rows of `said`: the words as one first, then apart."""
        own, asked = COLUMNS[language], query.words[:_MOST_WORDS]
        whole = " AND ".join(map(_whole, asked))
        begun = " AND ".join([*map(_whole, asked[:-1]), _term(asked[-1])])
        ids: dict[int, None] = {}
        # A word that is still being typed costs most, so whole ones come first.
        for looked, last in ((_phrase(asked), _COMMON), (whole, _LAST), (begun, _LAST)):
            for limit in (f"{{{own}}} : ({looked})", looked):
                if len(ids) < _TEXTS:
                    ids |= dict.fromkeys(self._rows("text_words", limit, _TEXTS, last))
        return list(ids)

    def _rows(self, table: str, match: str, most: int, last: int = _LAST) -> Iterator[int]:
        sql = f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND rowid <= ?"
        found = self._db.execute(f"{sql} ORDER BY rowid LIMIT ?", (match, last, most))
        return (row[0] for row in found)

    def _slipped(self, word: Word) -> str:
        """What a word may be meant for."""
        if word.chinese:
            return _term(word) if not allowed(word) else _either(_without_one(word.plain))
        return _either([_term(word), *map(_quoted, self.near(word)), *self._apart(word.plain)])

    def _near(self, word: Word) -> tuple[str, ...]:
        """
        Words of the vocabulary, and beginnings of such, that a word with slips is meant for.

        Those with its first letter come first; all others are only looked at where it has none.
        """
        most, text = allowed(word), word.plain
        if not most:
            return ()
        near = self._beginning(text[0])
        close = self._beginning(text[:2])  # what is still being typed has its first two letters
        begun = {other[: len(text)] for other in close if len(other) > len(text)}
        found = [*_closest(text, near, most), *_closest(text, begun, most)]
        if not found:
            lengths = range(len(text) - most, len(text) + most + 1)
            found = _closest(text, [w for n in lengths for w in self._by_length.get(n, ())], most)
        return tuple(dict.fromkeys(found))

    def _beginning(self, start: str) -> list[str]:
        end = start[:-1] + chr(ord(start[-1]) + 1)
        first, last = (bisect_left(self._vocabulary, at) for at in (start, end))
        return self._vocabulary[first:last]

    @cached_property
    def _vocabulary(self) -> list[str]:
        return [word for (word,) in self._db.execute("SELECT word FROM vocabulary ORDER BY word")]

    @cached_property
    def _by_length(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for word in self._vocabulary:
            found.setdefault(len(word), []).append(word)
        return found

    def _apart(self, text: str) -> Iterator[str]:
        """Two words written as one."""
        if len(text) < 40:
            for at in range(2, len(text) - 1):
                place = bisect_left(self._vocabulary, text[:at])
                if text[:at] in self._vocabulary[place : place + 1]:
                    yield f"({_quoted(text[:at])} AND {_quoted(text[at:])} *)"


def _closest(text: str, words: Collection[str], most: int) -> list[str]:
    found = process.extract(text, words, scorer=OSA.distance, score_cutoff=most, limit=_NEAR)
    return [word for word, *_ in found]


def _term(word: Word) -> str:
    """A word, or one that begins so."""
    return _whole(word) if word.chinese else f"{_quoted(word.plain)} *"


def _whole(word: Word) -> str:
    if not word.chinese:
        return _quoted(word.plain)
    grams = map("".join, zip(word.plain, word.plain[1:], strict=False))
    return " AND ".join(map(_quoted, list(grams) or [word.plain]))


def _phrase(words: Iterable[Word]) -> str:
    """The words as they follow each other; Chinese has no order in the index but that of two."""
    asked = list(words)
    if any(word.chinese for word in asked):
        return " AND ".join(map(_whole, asked))
    return _quoted(" ".join(word.plain for word in asked))


def _without_one(text: str) -> list[str]:
    """A run of Chinese with any one of its characters left out."""
    runs = dict.fromkeys(text[:i] + text[i + 1 :] for i in range(min(len(text), _MOST_WORDS)))
    return [" AND ".join(map(_quoted, dict.fromkeys(run))) for run in runs]


def _either(terms: Iterable[str]) -> str:
    return f"({' OR '.join(f'({term})' for term in terms)})"


def _quoted(text: str) -> str:
    """Folded text has letters, figures and spaces alone, so nothing in it can be an operator."""
    return f'"{text}"'
