"""Finding rulings: by their words in any language, or by their id."""

from collections.abc import Iterable
from dataclasses import dataclass

from webapp.domain.folding import fold
from webapp.domain.search import Marked, Query, Span, query_of, spans_in


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
