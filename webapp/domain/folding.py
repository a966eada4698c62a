"""Texts as a search compares them: without capitals, width, accents, quotes and punctuation."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

#: Letters that have no accent to drop, and those that a keyboard without them writes otherwise.
_SPELLED = {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"}
UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}
_PLAIN = str.maketrans("äöü", "aou")
_DIAERESIS = "\u0308"
_QUOTES = "'’‘ʼ`´\"“”„«»‹›"
_TWO_LETTERS = re.compile("([aou])e")
_CHINESE = "\u3400-\u9fff\U00020000-\U0003ffff"
_RUNS = re.compile(f"[{_CHINESE}]+|[^{_CHINESE} ]+")


@dataclass(frozen=True)
class Folded:
    """A text as it is compared, and for each of its characters the place it came from."""

    text: str
    places: tuple[int, ...]


@dataclass(frozen=True)
class Word:
    """
    A run of letters, or of Chinese, in a folded text, from `start` to `end`.

    `plain` has "a" for "ä" and "ae"; `letters` is a set of bits, one or more letters each.
    """

    start: int
    end: int
    plain: str
    letters: int
    chinese: bool


@lru_cache(8192)
def fold(text: str) -> Folded:
    """
    Drop what a search should not care about: capitals, width, accents, quotes, punctuation.

    An umlaut stays one letter, so that a query may write it as "a" or as "ae".
    """
    letters: list[tuple[str, int]] = []
    for place, character in enumerate(text):
        for letter in unicodedata.normalize("NFKD", character).casefold():
            if letter == _DIAERESIS and letters and letters[-1][0] in UMLAUTS:
                letters[-1] = (UMLAUTS[letters[-1][0]], letters[-1][1])
            elif not unicodedata.combining(letter) and letter not in _QUOTES:
                letters += ((plain, place) for plain in _SPELLED.get(letter, letter))
    return _spaced(letters)


def sort_key(text: str) -> str:
    """A name as it is put in order: ä beside a."""
    return fold(text).text.translate(_PLAIN)


def plain(folded: str) -> str:
    """A folded text in which "ä", "ae" and "a" are one."""
    return _TWO_LETTERS.sub(r"\1", folded.translate(_PLAIN))


@lru_cache(8192)
def words(folded: str) -> tuple[Word, ...]:
    """The words of a folded text; Chinese beside other letters is a word of its own."""
    return tuple(
        Word(run.start(), run.end(), text, _letters(text), is_chinese(text[0]))
        for run in _RUNS.finditer(folded)
        for text in [plain(run[0])]
    )


def is_chinese(letter: str) -> bool:
    return "\u3400" <= letter <= "\u9fff" or "\U00020000" <= letter <= "\U0003ffff"


@lru_cache(8192)
def letters_in(folded: str) -> int:
    """All letters of a folded text, as bits: as they stand, and with umlauts as one."""
    return _letters(folded.replace(" ", "")) | _letters(plain(folded).replace(" ", ""))


def _letters(text: str) -> int:
    bits = 0
    for letter in text:
        bits |= 1 << ord(letter) % 32
    return bits


def _spaced(letters: list[tuple[str, int]]) -> Folded:
    """One space for every run of other characters; none at the ends and none beside Chinese."""
    kept: list[tuple[str, int]] = []
    gap = None
    for letter, place in letters:
        if not letter.isalnum():
            gap = place
            continue
        if gap is not None and kept and not (is_chinese(kept[-1][0]) or is_chinese(letter)):
            kept.append((" ", gap))
        gap = None
        kept.append((letter, place))
    return Folded("".join(c for c, _ in kept), tuple(p for _, p in kept))
