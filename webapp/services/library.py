"""All cards and rulings there are: those that come with the program, and those imported."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from webapp.domain.book import SCRYFALL, WIZARDS, Concerns, Said, ruling_id, text_key
from webapp.domain.cards import Card
from webapp.domain.rulings import BY_ID, Ruling
from webapp.domain.search import LONGEST_QUERY, Hit, search
from webapp.domain.search_texts import Text, TextHit, search_texts
from webapp.domain.versions import PHRASES, ruling_said
from webapp.services.cards import Cards
from webapp.services.ports import Book
from webapp.services.rulings import Listed, Rulings, Wording

#: So many hits are given where cards were imported; the 164 that come along fit in one list.
MOST_HITS = 100
MOST_RULINGS = 30
#: So many cards of a ruling that was found are named; of more it is said how many.
NAMED = 3
UNKNOWN = Concerns(0, (), {})  # of a ruling that went while it was looked for
#: Who speaks officially. Scryfall's notes are in English, and no translation of anything.
OFFICIAL = (WIZARDS, SCRYFALL)


@dataclass(frozen=True)
class FoundRuling:
    """
    A ruling that was found.

    `official` is whether the words found are; `cards` are those that have it, none of them where
    they are more than three; `how_many` counts them all.
    """

    hit: TextHit
    official: bool
    cards: tuple[Card, ...]
    how_many: int


@dataclass(frozen=True)
class Library:
    """
    The cards and rulings of the program and of the book.

    A card of both is the program's, with the book's names and rulings added. `simplified` writes
    Traditional Chinese as Simplified.
    """

    cards: Cards
    rulings: Rulings
    book: Book
    simplified: Callable[[str], str]

    def find(self, query: str, language: str) -> tuple[Hit, ...]:
        """The cards with the query in one of their names, best first."""
        asked = self.simplified(query[:LONGEST_QUERY])
        names = self.book.names(asked, language)
        if not names:
            return self.cards.find(asked, language)
        known = self.cards.by_slug
        ours = (replace(n, card=known[n.card.slug]) if n.card.slug in known else n for n in names)
        return search((*self.cards.names, *ours), asked, language, MOST_HITS)

    def find_rulings(self, query: str, language: str) -> tuple[TextHit, ...]:
        """The rulings with the query as their id or in their text, best first."""
        asked = self.simplified(query[:LONGEST_QUERY])
        imported = (
            replace(text, id=self._shipped[text.id]) if text.id in self._shipped else text
            for text in self.book.texts(asked, language)
        )
        return search_texts((*self._texts, *imported), asked, language, MOST_RULINGS)

    def found_rulings(self, query: str, language: str) -> tuple[FoundRuling, ...]:
        """The same with what a reader needs to know of each."""
        hits, ours = self.find_rulings(query, language), self.rulings.facts
        known = self.book.concerns([hit.id for hit in hits if hit.id not in ours], NAMED)
        return tuple(
            self._ours(hit, language)
            if hit.id in ours
            else _theirs(hit, known.get(hit.id, UNKNOWN))
            for hit in hits
        )

    def _ours(self, hit: TextHit, language: str) -> FoundRuling:
        cards = [c for c in self.cards.ordered[language] if BY_ID[hit.id].applies(c)]
        official = self.rulings.wording(hit.id, hit.language).official
        named = tuple(cards) if len(cards) <= NAMED else ()
        return FoundRuling(hit, official, named, len(cards))

    def card(self, slug: str) -> Card | None:
        """A card by its slug; names that the program does not know come from the book."""
        ours, theirs = self.cards.by_slug.get(slug), self.book.card(slug)
        if ours is None or theirs is None:
            return ours or theirs
        names = {tag: name or theirs.names[tag] for tag, name in ours.names.items()}
        return replace(ours, names=names)

    def of_card(self, card: Card, language: str, beside: Sequence[str] = ()) -> tuple[Listed, ...]:
        """
        The rulings of a card: ours first, in their order, then the imported, newest first.

        Another wording of one of ours stands with it, not by itself.
        """
        ours: tuple[Listed, ...] = ()
        if card.slug in self.cards.by_slug:
            ours = self.rulings.of_card(card, language, beside)
        shown = {one.ruling.id for one in ours}
        versions: dict[str, list[Wording]] = {}
        others = []
        for said in self.book.rulings_of(card.slug):
            listed = self._listed(said, language, beside)
            known = ruling_said(said.texts.get("en", ""))
            if known in shown and listed.ruling.id != known:
                versions.setdefault(known, []).append(listed.wording)
            elif listed.ruling.id not in shown:
                others.append(listed)
        mine = (_with(one, versions.get(one.ruling.id, ())) for one in ours)
        return *mine, *others

    def ruling(self, id: str, language: str, beside: Sequence[str] = ()) -> Listed | None:
        """One ruling by its id, with all its wordings that are known."""
        if id in BY_ID:
            listed, known = self.rulings.listed(BY_ID[id], language, beside), id
        elif said := self.book.ruling(id):
            listed = self._listed(said, language, beside)
            known = ruling_said(said.texts.get("en", "")) or ""
        else:
            return None
        return _with(listed, self._versions(known, language)) if known else listed

    def _versions(self, known: str, language: str) -> Iterator[Wording]:
        """All wordings of a ruling that comes with the program, its own too."""
        yield self.rulings.wording(known, language)
        for text in self.book.texts(PHRASES[known], "en"):
            same = text.language == "en" and ruling_said(text.text) == known
            if same and (said := self.book.ruling(text.id)):
                yield _wording(said, language)

    def _listed(self, said: Said, language: str, beside: Iterable[str]) -> Listed:
        """An imported ruling; one that the program has, too, in the program's words."""
        id = ruling_id(said.key)
        if known := self._shipped.get(id):
            return self.rulings.listed(BY_ID[known], language, beside)
        ruling = Ruling(id, "imported", lambda card: True)
        others = tuple(_wording(said, other) for other in beside)
        return Listed(ruling, _wording(said, language), others)

    @cached_property
    def _texts(self) -> tuple[Text, ...]:
        return self.rulings.texts()

    @cached_property
    def _shipped(self) -> dict[str, str]:
        """The ids that rulings of the program would have if they were imported."""
        facts = self.rulings.facts.values()
        return {ruling_id(text_key(fact.english)): fact.id for fact in facts}


def _with(listed: Listed, versions: Iterable[Wording]) -> Listed:
    """The same with its other wordings, each day's once."""
    others = {w.date: w for w in versions if w.date != listed.wording.date}
    return replace(listed, versions=tuple(others[day] for day in sorted(others)))


def _theirs(hit: TextHit, known: Concerns) -> FoundRuling:
    official = hit.language == "en" or known.sources.get(hit.language) in OFFICIAL
    return FoundRuling(hit, official, known.cards, known.how_many)


def _wording(said: Said, language: str) -> Wording:
    """In that language, else in English, else in the only one there is."""
    choice = (tag for tag in (language, "en", *said.texts) if tag in said.texts)
    tag = next(choice)
    source = said.sources[tag]
    english = said.texts.get("en", said.texts[tag])
    official = tag == "en" or source in OFFICIAL
    return Wording(
        ruling_id(said.key), said.date, tag, said.texts[tag], official, english, source=source
    )
