"""Finding cards by name, in any of four languages: in part, without accents, with a slip or two."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_

from webapp.domain.cards import FACES, LANGUAGES, Card
from webapp.domain.folding import UMLAUTS, Folded, Word, fold, letters_in, words
from webapp.domain.typos import allowed, slips

#: Longer queries are cut: no name is longer.
LONGEST_QUERY = 80
#: With fewer cards found than this, those are looked for that are nearly written so.
FEW = 3
#: The rank of a name found with its words apart, and of one with slips.
APART, SLIPPED = 4, 8
_SHORTEST_RUN_TOGETHER = 5


Span = tuple[int, int]
#: How well a name matches (0 is best), and where in the folded name.
Match = tuple[int, list[Span]]


@dataclass(frozen=True)
class Name:
    """One name of a card, ready to be searched; `starts` and `ends` are those of its faces."""

    card: Card
    language: str
    text: str
    folded: str
    starts: frozenset[int]
    ends: frozenset[int]


@dataclass(frozen=True)
class Marked:
    """A text with the parts of it that matched."""

    text: str
    spans: tuple[Span, ...]

    @property
    def pieces(self) -> tuple[tuple[str, bool], ...]:
        """The text in pieces, each with whether it matched."""
        cuts = [0, *(at for span in self.spans for at in span), len(self.text)]
        found = ((self.text[a:b], i % 2 == 1) for i, (a, b) in enumerate(pairwise(cuts)))
        return tuple(piece for piece in found if piece[0])


@dataclass(frozen=True)
class Hit(Marked):
    """A card that was found: by which of its names, and which parts of that name matched."""

    card: Card
    language: str


@dataclass(frozen=True)
class Query:
    """
    A query, folded: as a whole, word by word, and with its words run together.

    `words` are the same words as the expressions of `each`, in which "a", "ae" and "ä" are one;
    `letters` are those of all of them, as bits, and `allowed` how many slips each may have.
    """

    text: str
    whole: re.Pattern[str]
    words: tuple[Word, ...]
    each: tuple[re.Pattern[str], ...]
    together: re.Pattern[str] | None
    letters: int
    allowed: tuple[int, ...]


def name_of(card: Card, language: str, text: str, folded: str | None = None) -> Name:
    """A name of a card; `folded` where it is known already."""
    folded = fold(text).text if folded is None else folded
    starts, ends, at = {0}, {len(folded)}, 0
    if FACES in text:
        for face in text.split(FACES):
            start = at + (at > 0 and folded[at : at + 1] == " ")
            at = start + len(fold(face).text)
            starts.add(start)
            ends.add(at)
    return Name(card, language, text, folded, frozenset(starts), frozenset(ends))


def index(cards: Iterable[Card]) -> tuple[Name, ...]:
    """All names of the cards, folded once."""
    return tuple(
        name_of(card, language, name)
        for card in cards
        for language in LANGUAGES
        if (name := card.names.get(language))
    )


def query_of(text: str) -> Query | None:
    """What is looked for; None where there is nothing to look for."""
    parts = [fold(part).text for part in text[:LONGEST_QUERY].split()]
    whole = " ".join(part for part in parts if part)
    if not whole:
        return None
    each = {word.plain: (word, whole[word.start : word.end]) for word in words(whole)}
    letters = whole.replace(" ", "")
    return Query(
        whole,
        _pattern(whole),
        tuple(word for word, _ in each.values()),
        tuple(_pattern(text) for _, text in each.values()),
        _pattern(letters, " ?") if len(letters) >= _SHORTEST_RUN_TOGETHER else None,
        reduce(or_, (word.letters for word, _ in each.values())),
        tuple(allowed(word) for word, _ in each.values()),
    )


def search(
    names: Iterable[Name], query: str, language: str = "en", most: int | None = None
) -> tuple[Hit, ...]:
    """
    The cards that have a name with the query in it, best first, each by its best name.

    Whole names come before beginnings, then beginnings of words, then other parts; then names with
    its words apart, in the same order; and where all these are few, names nearly written so. Among
    equals names in the reader's language come first, then short ones. `most` limits them.
    """
    asked, names = query_of(query), tuple(names)
    if asked is None:
        return ()
    best: dict[str, tuple[tuple[int, bool, int, str], Name, Match]] = {}
    for look in (_written, _nearly_written):
        if len(best) >= FEW:
            break
        known = frozenset(best)
        for name in names:
            if name.card.slug in known or (found := look(name, asked)) is None:
                continue
            order = (found[0], name.language != language, len(name.text), name.card.slug)
            if name.card.slug not in best or order < best[name.card.slug][0]:
                best[name.card.slug] = (order, name, found)
    ordered = sorted(best.values(), key=lambda entry: entry[0])[:most]
    return tuple(_hit(name, found[1]) for _, name, found in ordered)


def _hit(name: Name, spans: list[Span]) -> Hit:
    return Hit(name.text, spans_in(fold(name.text), spans), name.card, name.language)


def _written(name: Name, query: Query) -> Match | None:
    """Whether the query stands in a name: as one, or each of its words."""
    if query.letters & ~letters_in(name.folded):
        return None
    if found := _best_place(name, query.whole):
        return found[0], [found[1]]
    places = []
    for word in query.each:
        if (place := _best_place(name, word)) is None:
            return None
        places.append(place)
    return max(rank for rank, _ in places) + APART, [span for _, span in places]


def _nearly_written(name: Name, query: Query) -> Match | None:
    """Whether it does but for a slip or two in its words, or for the spaces between them."""
    letters, missing = letters_in(name.folded), 0
    for word, most in zip(query.words, query.allowed, strict=True):
        lost = (word.letters & ~letters).bit_count()
        if lost > most:
            return None
        missing += lost
    if query.together and not missing and (found := query.together.search(name.folded)):
        return SLIPPED, [found.span()]
    rank, spans = SLIPPED, []
    for word, pattern, most in zip(query.words, query.each, query.allowed, strict=True):
        if place := _best_place(name, pattern):
            spans.append(place[1])
        elif most and (near := _nearest(name, word, most)):
            rank += near[0]
            spans.append(near[1])
        else:
            return None
    return rank, spans


def _nearest(name: Name, word: Word, most: int) -> tuple[int, Span] | None:
    """The word of a name that a word of the query may be meant for: how many slips, and where."""
    found = ((slips(word, other, most), other) for other in words(name.folded))
    places = [(n, (other.start, other.end)) for n, other in found if n is not None]
    return min(places, default=None)


def _pattern(query: str, between: str = "") -> re.Pattern[str]:
    """A folded query as an expression in which "a", "ae" and "ä" find each other."""
    units = re.findall("[aou]e|[aouäöü]|.", query)
    return re.compile(between.join(map(_spellings, units)))


def _spellings(unit: str) -> str:
    if unit in "äöü":
        plain = unicodedata.normalize("NFD", unit)[0]
        return f"(?:{unit}|{plain}e|{plain})"
    if unit[0] in UMLAUTS:
        umlaut = UMLAUTS[unit[0]]
        return f"(?:{unit}|{umlaut})" if len(unit) == 2 else f"[{unit}{umlaut}]"
    return re.escape(unit)


def _best_place(name: Name, pattern: re.Pattern[str]) -> tuple[int, Span] | None:
    places = ((_rank(name, found.span()), found.span()) for found in pattern.finditer(name.folded))
    return min(places, default=None)


def _rank(name: Name, span: Span) -> int:
    if span[0] in name.starts:
        return 0 if span[1] in name.ends else 1
    return 2 if name.folded[span[0] - 1] == " " else 3


def spans_in(folded: Folded, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Parts of a folded text as parts of the text as written, in order, none overlapping."""
    places = folded.places
    joined: list[Span] = []
    for start, end in sorted((places[start], places[end - 1] + 1) for start, end in spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
