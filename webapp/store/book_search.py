"""What a query asks of the index of the book: candidates, which the domain then ranks."""

import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from webapp.domain.folding import Word
from webapp.domain.search import FEW, Query
from webapp.domain.typos import allowed
from webapp.store.book_schema import COLUMNS

#: So many candidates of each sort are looked at: beginnings, words, parts, slips; texts.
_NAMES, _TEXTS = 60, 30
_SHORTEST_PART = 3  # what a trigram index can find
_MOST_WORDS = 12
_NEAR = 12  # words of the vocabulary for one with slips


class Searcher:
    """The searches of one opened book."""

    def __init__(self, db: sqlite3.Connection):
        self._db = db
        self.near = lru_cache(256)(self._near)
        self.beginnings = lru_cache(6)(self._beginnings)

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
        match = " AND ".join(map(_term, asked))
        ids: dict[int, None] = {}
        for looked in (_phrase(asked), match):
            for limit in (f"{{{own}}} : ({looked})", looked):
                ids |= dict.fromkeys(self._rows("text_words", limit, _TEXTS))
            if len(ids) >= _TEXTS:
                break
        return list(ids)

    def _rows(self, table: str, match: str, most: int) -> Iterator[int]:
        sql = f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid LIMIT ?"
        return (row[0] for row in self._db.execute(sql, (match, most)))

    def _slipped(self, word: Word) -> str:
        """What a word may be meant for."""
        if word.chinese:
            return _term(word) if not allowed(word) else _either(_without_one(word.plain))
        return _either([_term(word), *map(_quoted, self.near(word)), *self._apart(word.plain)])

    def _near(self, word: Word) -> tuple[str, ...]:
        most = allowed(word)
        if not most:
            return ()
        found = process.extract(
            word.plain, self.beginnings(0), scorer=OSA.distance, score_cutoff=most, limit=_NEAR
        )
        begun = process.extract(
            word.plain,
            self.beginnings(len(word.plain)),
            scorer=OSA.distance,
            score_cutoff=most,
            limit=_NEAR,
        )
        starts = [f"{text}" for text, _, _ in begun]
        return tuple(dict.fromkeys([text for text, _, _ in found] + starts))

    def _apart(self, text: str) -> Iterator[str]:
        """Two words written as one."""
        known = self.beginnings(-1)
        for at in range(2, len(text) - 1):
            if len(text) < 40 and text[:at] in known:
                yield f"({_quoted(text[:at])} AND {_quoted(text[at:])} *)"

    def _beginnings(self, length: int) -> Iterable[str]:
        """All words of names; or their beginnings of a length; or, for -1, a set of them."""
        words = (word for (word,) in self._db.execute("SELECT word FROM vocabulary"))
        if length < 0:
            return frozenset(words)
        return list(words) if not length else sorted({word[:length] for word in words})


def _term(word: Word) -> str:
    if not word.chinese:
        return f"{_quoted(word.plain)} *"
    grams = map("".join, zip(word.plain, word.plain[1:], strict=False))
    return " AND ".join(map(_quoted, list(grams) or [word.plain]))


def _phrase(words: Iterable[Word]) -> str:
    """The words as they follow each other; Chinese has no order in the index but that of two."""
    asked = list(words)
    if any(word.chinese for word in asked):
        return " AND ".join(map(_term, asked))
    return f"{_quoted(' '.join(word.plain for word in asked))} *"


def _without_one(text: str) -> list[str]:
    """A run of Chinese with any one of its characters left out."""
    runs = dict.fromkeys(text[:i] + text[i + 1 :] for i in range(min(len(text), _MOST_WORDS)))
    return [" AND ".join(map(_quoted, dict.fromkeys(run))) for run in runs]


def _either(terms: Iterable[str]) -> str:
    return f"({' OR '.join(f'({term})' for term in terms)})"


def _quoted(text: str) -> str:
    """Folded text has letters, figures and spaces alone, so nothing in it can be an operator."""
    return f'"{text}"'
