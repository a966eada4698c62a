"""Rulings as they are shown: in one language, beside another, and for one card."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from webapp.domain.cards import LANGUAGES, Card
from webapp.domain.rulings import BY_ID, RULINGS, TWO_PARTS, Ruling, halves, parts
from webapp.domain.search_texts import Text

#: Finds what a catalog ("rulings", "courtesy") has: (catalog, language tag, context, English).
LookUp = Callable[[str, str, str, str], str | None]


@dataclass(frozen=True)
class Fact:
    """What the official pages say about one ruling, whatever the language."""

    id: str
    date: str
    english: str
    slip: str | None


@dataclass(frozen=True)
class Wording:
    """
    A ruling in the words of one language.

    `language` is the one the text is in; `official` is False for our own translation. `dice` is
    our translation of the sentence that an official text still has in English (`dice_english`);
    `slip` is what the official English page has in place of corrected words. `source` says who has
    said it, of an imported ruling; of one that comes with the program it is None.
    """

    id: str
    date: str
    language: str
    text: str
    official: bool
    english: str
    dice: str | None = None
    dice_english: str | None = None
    slip: str | None = None
    source: str | None = None

    @property
    def around_dice(self) -> tuple[str, str]:
        """The text before and after the English sentence."""
        before, _, after = self.text.partition(self.dice_english or "\0")
        return before, after

    @property
    def shown(self) -> str:
        """The text as it is read: the sentence on dice in our words, where we have them."""
        return self.text.replace(self.dice_english or "\0", self.dice or self.dice_english or "")

    def half(self, part: str) -> tuple[str, str]:
        """The half of a two-part ruling that fits a card, and the other one."""
        first, second = halves(self.text)
        return (first, second) if part == "a" else (second, first)


@dataclass(frozen=True)
class Listed:
    """
    A ruling in the list of a card.

    `applies` tells this card's rulings from those on energy in general; `part` is "a" or "b" where
    only that half of a two-part ruling fits; `beside` is the same ruling in other languages, in
    the order in which they were asked for; `versions` are its other wordings that are known, the
    oldest first.
    """

    ruling: Ruling
    wording: Wording
    beside: tuple[Wording, ...] = ()
    applies: bool = True
    part: str | None = None
    versions: tuple[Wording, ...] = ()

    @property
    def earlier(self) -> tuple[Wording, ...]:
        """Wordings before this one, the last one first."""
        found = (w for w in self.versions if w.date < self.wording.date)
        return tuple(reversed([*found]))

    @property
    def later(self) -> tuple[Wording, ...]:
        """Wordings since, the next one first."""
        return tuple(w for w in self.versions if w.date > self.wording.date)


@dataclass(frozen=True)
class Rulings:
    """
    All rulings we know.

    `pages` gives the ids in the order of the official page of a card, where we have that page;
    `dice` is the English sentence that some official translations still contain.
    """

    facts: Mapping[str, Fact]
    pages: Mapping[str, tuple[str, ...]]
    dice: str
    look_up: LookUp

    def wording(self, id: str, language: str) -> Wording:
        """A known ruling in a language: official, else our translation, else English."""
        fact = self.facts[id]
        if text := self.look_up("rulings", language, id, fact.english):
            return self._official(fact, language, text)
        if text := self.look_up("courtesy", language, id, fact.english):
            return Wording(id, fact.date, language, text, False, fact.english, slip=fact.slip)
        return self._official(fact, "en", fact.english)

    def _official(self, fact: Fact, language: str, text: str) -> Wording:
        dice = None
        if language != "en" and self.dice in text:
            dice = self.look_up("courtesy", language, f"{fact.id}#dice", self.dice)
        return Wording(
            *(fact.id, fact.date, language, text, True, fact.english),
            dice=dice,
            dice_english=self.dice if language != "en" and self.dice in text else None,
            slip=fact.slip,
        )

    def texts(self) -> tuple[Text, ...]:
        """All texts that are shown, to be searched, in the order of the rulings."""
        wordings = [(tag, self.wording(id, tag)) for id in self.facts for tag in LANGUAGES]
        return tuple(Text.of(w.id, tag, w.shown) for tag, w in wordings if w.language == tag)

    def listed(self, ruling: Ruling, language: str, beside: Iterable[str] = ()) -> Listed:
        """A ruling in a language, and beside it in others."""
        others = tuple(self.wording(ruling.id, other) for other in beside)
        return Listed(ruling, self.wording(ruling.id, language), others)

    def of_card(self, card: Card, language: str, beside: Iterable[str] = ()) -> tuple[Listed, ...]:
        """
        The rulings of a card, each with whether it applies.

        A card whose official page we have keeps that page's list and order. Any other has all
        rulings on energy and those on Vehicles that apply, the special ones first.
        """
        if card.slug in self.pages:
            chosen = [BY_ID[id] for id in self.pages[card.slug]]
        else:
            found = (r for r in RULINGS if r.about == "energy" or r.applies(card))
            chosen = sorted(found, key=lambda ruling: ruling.general)
        return tuple(
            self._for_card(card, self.listed(ruling, language, beside)) for ruling in chosen
        )

    def _for_card(self, card: Card, listed: Listed) -> Listed:
        ruling = listed.ruling
        fitting = parts(card) if ruling.id == TWO_PARTS else frozenset()
        part = next(iter(fitting)) if len(fitting) == 1 else None
        return replace(listed, applies=ruling.applies(card), part=part)


def load_rulings(path: Path, look_up: LookUp) -> Rulings:
    """Read what `flask translations seed` wrote."""
    content = json.loads(path.read_text("utf-8"))
    facts = {raw["id"]: Fact(**raw) for raw in content["rulings"]}
    pages = {page["card"]: tuple(r["id"] for r in page["rulings"]) for page in content["pages"]}
    return Rulings(facts, pages, content["dice"], look_up)
