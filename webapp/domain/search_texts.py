"""Finding rulings: by their words in any language, or by their id."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from webapp.domain.folding import fold
from webapp.domain.search import Marked, Query, Span, query_of, spans_in

#: A longer sentence is cut around what was found in it; so much of it stands before that.
LONGEST_SENTENCE, _BEFORE = 240, 60
#: The end of a sentence, with what closes a quotation or brackets behind it.
_END = re.compile(r"""[.!?]["'”“’)]* +|[。！？][”’）]*""")
_DRAWN = re.compile(r"\{[^{} ]{1,8}\}")


@dataclass(frozen=True)
class Text:
    """A ruling in the words of one language, ready to be searched."""

    id: str
    language: str
    text: str
    folded: str
    name: str

    @classmethod
    def of(cls, id: str, language: str, text: str) -> "Text":
        return cls(id, language, text, fold(text).text, fold(id).text)


@dataclass(frozen=True)
class TextHit(Marked):
    """A ruling that was found: its id, and in which language it was."""

    id: str
    language: str

    @property
    def sentence(self) -> Marked:
        """The sentence with most of what was found; a symbol in it is marked whole or not."""
        cuts = [0, *(end.end() for end in _END.finditer(self.text)), len(self.text)]
        drawn = [symbol.span() for symbol in _DRAWN.finditer(self.text)]
        spans = [_widened(span, drawn) for span in self.spans]
        first, last = max(pairwise(cuts), key=lambda cut: (len(_within(spans, *cut)), -cut[0]))
        found = _within(spans, first, last)
        if last - first > LONGEST_SENTENCE:
            first, last = self._cut(first, last, found[0][0] if found else first)
        before = "" if first in cuts else "…"
        after = "" if last in cuts else "…"
        shift = len(before) - first
        marks = tuple((a + shift, b + shift) for a, b in _within(spans, first, last))
        return Marked(before + self.text[first:last].rstrip() + after, marks)

    def _cut(self, first: int, last: int, at: int) -> tuple[int, int]:
        """A part of a long sentence, between words where it has any, around what is at a place."""
        start = max(first, at - _BEFORE)
        if start > first:
            start = max(start, self.text.find(" ", start, at) + 1)
        end = min(last, start + LONGEST_SENTENCE)
        if end < last:
            end = max(self.text.rfind(" ", at + 1, end), 0) or end
        return start, end


def search_texts(
    texts: Iterable[Text], query: str, language: str = "en", most: int | None = None
) -> tuple[TextHit, ...]:
    """
    The rulings that have the query as their id or in their text, best first, each once.

    The id comes before the words as one, these before the words apart, and beginnings of words
    before other parts. Among equals the order is that of the rulings; a ruling that has the query
    in the reader's language is shown in it. `most` limits them.
    """
    asked = query_of(query)
    if asked is None:
        return ()
    best: dict[str, tuple[tuple[int, bool], int, Text, list[Span]]] = {}
    for place, text in enumerate(texts):
        if (found := _match(text, asked)) is None:
            continue
        order = (found[0], text.language != language)
        if text.id not in best or order < best[text.id][0]:
            first = best[text.id][1] if text.id in best else place
            best[text.id] = (order, first, text, found[1])
    ordered = sorted(best.values(), key=lambda entry: (*entry[0], entry[1]))[:most]
    return tuple(
        TextHit(text.text, spans_in(fold(text.text), spans), text.id, text.language)
        for _, _, text, spans in ordered
    )


def _widened(span: Span, symbols: Iterable[Span]) -> Span:
    touched = [at for at in symbols if at[0] < span[1] and span[0] < at[1]]
    return min([span[0], *(a for a, _ in touched)]), max([span[1], *(b for _, b in touched)])


def _within(spans: Iterable[Span], first: int, last: int) -> list[Span]:
    """What of these lies between two places."""
    return [(max(a, first), min(b, last)) for a, b in spans if a < last and first < b]


def _match(text: Text, query: Query) -> tuple[int, list[Span]] | None:
    if text.name.startswith(query.text):
        return int(text.name != query.text), []
    places = [found.span() for found in query.whole.finditer(text.folded)]
    if places:
        return 2 + min(_inside(text.folded, place) for place in places), places
    worst, spans = 0, []
    for word in query.each:
        places = [found.span() for found in word.finditer(text.folded)]
        if not places:
            return None
        worst = max(worst, min(_inside(text.folded, place) for place in places))
        spans += places
    return 4 + worst, spans


def _inside(folded: str, span: Span) -> int:
    """0 at the beginning of a word, 1 within one."""
    return int(span[0] > 0 and folded[span[0] - 1] != " ")
