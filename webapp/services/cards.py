"""The cards that come with the program: read and checked once, found by name."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from webapp.domain.cards import LANGUAGES, Card, slugs
from webapp.domain.folding import sort_key
from webapp.domain.grammar import BY_HAND, EFFECTS, GrammarError, read_actions, words_of
from webapp.domain.search import Hit, Name, index, search

FIELDS = {
    *("slug", "names", "type_line", "mana_cost", "crew", "symbol", "actions", "effect", "tally"),
    *("by_hand", "digital", "oracle_id"),
}


class CardsError(ValueError):
    """The file of cards is not as docs/data.md says; the message names the card."""


@dataclass(frozen=True)
class Cards:
    """All cards by slug, in the order of their names in each language, and ready to be found."""

    by_slug: Mapping[str, Card]
    ordered: Mapping[str, tuple[Card, ...]]
    names: tuple[Name, ...]

    def find(self, query: str, language: str) -> tuple[Hit, ...]:
        """The cards with the query in one of their names, best first."""
        return search(self.names, query, language)


def load_cards(path: Path) -> Cards:
    """Read the file of cards. Raises CardsError."""
    content = json.loads(path.read_text("utf-8"))
    if content.get("version") != 2:
        raise CardsError(f"{path.name}: this program reads version 2.")
    return cards_of(_card(raw) for raw in content["cards"])


def cards_of(cards: Iterable[Card]) -> Cards:
    """Put cards together. Raises CardsError where a slug is not the one of its card."""
    found = tuple(cards)
    right = slugs([(str(card.names["en"]), card.oracle_id) for card in found])
    for card in found:
        if card.slug != right[str(card.names["en"]), card.oracle_id]:
            raise CardsError(f"{card.slug}: not the slug of {card.names['en']}")
    by_slug = {card.slug: card for card in found}
    if len(by_slug) != len(found):
        raise CardsError("two cards with one name and oracle id")
    ordered = {language: _by_name(found, language) for language in LANGUAGES}
    return Cards(by_slug, ordered, index(found))


def _by_name(cards: Iterable[Card], language: str) -> tuple[Card, ...]:
    """By name in a language; cards without one by their English name."""
    return tuple(sorted(cards, key=lambda c: (sort_key(c.name_in(language)[0]), c.slug)))


def _card(raw: Mapping[str, object]) -> Card:
    names = raw.get("names")
    wrong = _fault(raw, names if isinstance(names, dict) else {})
    if wrong:
        raise CardsError(f"{raw.get('slug')}: {wrong}")
    given = dict(raw)
    try:
        given["actions"] = read_actions(raw["actions"])
        given["by_hand"] = words_of(raw["by_hand"], BY_HAND, "by_hand")
    except GrammarError as error:
        raise CardsError(f"{raw['slug']}: {error}") from error
    return Card(**given)  # type: ignore[arg-type]


def _fault(raw: Mapping[str, object], names: Mapping[str, object]) -> str | None:
    if set(raw) != FIELDS:
        return f"fields missing or unknown: {sorted(FIELDS ^ set(raw))}"
    if set(names) != set(LANGUAGES) or not names["en"]:
        return "names must be given in all four languages, null where there is none but English"
    if not all(name is None or isinstance(name, str) and name.strip() for name in names.values()):
        return "a name must be a text or null"
    if (raw["crew"] is not None) > ("Vehicle" in str(raw["type_line"]).split()):
        return "only a Vehicle has crew"
    if raw["effect"] not in (None, *EFFECTS):
        return f"no effect: {raw['effect']!r}"
    if raw["tally"] is not None and type(raw["tally"]) is not int:
        return f"no tally: {raw['tally']!r}"
    return None
