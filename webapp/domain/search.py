"""Finding cards by name: in any of four languages, in part, without accents or capitals."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from webapp.domain.cards import LANGUAGES, Card

#: Longer queries are cut: no name is longer.
LONGEST_QUERY = 80

#: Letters that have no accent to drop, and those that a keyboard without them writes otherwise.
_SPELLED = {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"}
_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}
_PLAIN = str.maketrans("äöü", "aou")
_DIAERESIS = "\u0308"
_QUOTES = "'’‘ʼ`´\"“”„«»‹›"


@dataclass(frozen=True)
class Folded:
    """A text as it is compared, and for each of its characters the place it came from."""

    text: str
    places: tuple[int, ...]


@dataclass(frozen=True)
class Name:
    """One name of a card, ready to be searched."""

    card: Card
    language: str
    text: str
    folded: Folded


@dataclass(frozen=True)
class Hit:
    """A card that was found: by which of its names, and which parts of that name matched."""

    card: Card
    language: str
    text: str
    spans: tuple[tuple[int, int], ...]

    @property
    def pieces(self) -> tuple[tuple[str, bool], ...]:
        """The name in pieces, each with whether it matched."""
        cuts = [0, *(at for span in self.spans for at in span), len(self.text)]
        found = ((self.text[a:b], i % 2 == 1) for i, (a, b) in enumerate(pairwise(cuts)))
        return tuple(piece for piece in found if piece[0])


def fold(text: str) -> Folded:
    """
    Drop what a search should not care about: capitals, width, accents, quotes, punctuation.

    An umlaut stays one letter, so that a query may write it as "a" or as "ae".
    """
    letters: list[tuple[str, int]] = []
    for place, character in enumerate(text):
        for letter in unicodedata.normalize("NFKD", character).casefold():
            if letter == _DIAERESIS and letters and letters[-1][0] in _UMLAUTS:
                letters[-1] = (_UMLAUTS[letters[-1][0]], letters[-1][1])
            elif not unicodedata.combining(letter) and letter not in _QUOTES:
                letters += ((plain, place) for plain in _SPELLED.get(letter, letter))
    return _spaced(letters)


def sort_key(text: str) -> str:
    """A name as it is put in order: ä beside a."""
    return fold(text).text.translate(_PLAIN)


def _spaced(letters: list[tuple[str, int]]) -> Folded:
    """One space for every run of other characters; none at the ends and none beside Chinese."""
    kept: list[tuple[str, int]] = []
    gap = None
    for letter, place in letters:
        if not letter.isalnum():
            gap = place
            continue
        if gap is not None and kept and not (_chinese(kept[-1][0]) or _chinese(letter)):
            kept.append((" ", gap))
        gap = None
        kept.append((letter, place))
    return Folded("".join(c for c, _ in kept), tuple(p for _, p in kept))


def _chinese(letter: str) -> bool:
    return "\u3400" <= letter <= "\u9fff" or "\U00020000" <= letter <= "\U0003ffff"


def index(cards: Iterable[Card]) -> tuple[Name, ...]:
    """All names of the cards, folded once."""
    return tuple(
        Name(card, language, name, fold(name))
        for card in cards
        for language in LANGUAGES
        if (name := card.names.get(language))
    )


def search(names: Iterable[Name], query: str, language: str = "en") -> tuple[Hit, ...]:
    """
    The cards that have a name with the query in it, best first, each by its best name.

    Whole names come before beginnings, then beginnings of words, then other parts; among equals
    names in the reader's language come first, then short ones. Several words may stand anywhere.
    """
    words = [w for part in query[:LONGEST_QUERY].split() for w in fold(part).text.split()]
    if not words:
        return ()
    whole, each = _pattern(" ".join(words)), [_pattern(word) for word in dict.fromkeys(words)]
    best: dict[str, tuple[tuple[int, bool, int, str], Hit]] = {}
    for name in names:
        if (found := _match(name.folded, whole, each)) is None:
            continue
        rank, spans = found
        order = (rank, name.language != language, len(name.text), name.card.slug)
        hit = Hit(name.card, name.language, name.text, spans)
        if name.card.slug not in best or order < best[name.card.slug][0]:
            best[name.card.slug] = (order, hit)
    return tuple(hit for _, hit in sorted(best.values(), key=lambda entry: entry[0]))


def _pattern(query: str) -> re.Pattern[str]:
    """A folded query as an expression in which "a", "ae" and "ä" find each other."""
    return re.compile(re.sub("[aou]e|[aouäöü]|.", _spellings, query))


def _spellings(match: re.Match[str]) -> str:
    unit = match[0]
    if unit in "äöü":
        plain = unicodedata.normalize("NFD", unit)[0]
        return f"(?:{unit}|{plain}e|{plain})"
    if unit[0] in _UMLAUTS:
        umlaut = _UMLAUTS[unit[0]]
        return f"(?:{unit}|{umlaut})" if len(unit) == 2 else f"[{unit}{umlaut}]"
    return re.escape(unit)


def _match(
    name: Folded, whole: re.Pattern[str], each: list[re.Pattern[str]]
) -> tuple[int, tuple[tuple[int, int], ...]] | None:
    """How well a name matches (0 is best) and where, in places of the name as written."""
    if found := _best_place(name.text, whole):
        return _rank(name.text, found), (_span(name, found),)
    places = []
    for word in each:
        if (place := _best_place(name.text, word)) is None:
            return None
        places.append(place)
    worst = max(_rank(name.text, place) for place in places)
    return worst + 4, _joined(sorted(_span(name, place) for place in places))


def _best_place(text: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
    return min(pattern.finditer(text), key=lambda found: _rank(text, found), default=None)


def _rank(text: str, found: re.Match[str]) -> int:
    if found.start() == 0:
        return 0 if found.end() == len(text) else 1
    return 2 if text[found.start() - 1] == " " else 3


def _span(name: Folded, found: re.Match[str]) -> tuple[int, int]:
    return name.places[found.start()], name.places[found.end() - 1] + 1


def _joined(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
