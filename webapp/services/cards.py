"""The cards that come with the program: read and checked once, found by name."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from webapp.domain.cards import LANGUAGES, Action, Card, slugs
from webapp.domain.folding import sort_key
from webapp.domain.search import Hit, Name, index, search

FIELDS = {
    *("slug", "names", "type_line", "mana_cost", "crew", "symbol", "actions", "effects"),
    *("digital", "oracle_id"),
}
WORDED_AMOUNTS = {"X", "any", "one_or_more", "variable"}
PAYMENTS = {
    *("activation_cost", "additional_cost", "alternative_cost", "any_amount", "if_you_do"),
    *("mandatory", "may_pay", "unless_pay", "when_you_do"),
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
    if content.get("version") != 1:
        raise CardsError(f"{path.name}: this program reads version 1.")
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
    given["actions"] = tuple(_action(str(raw["slug"]), a) for a in _list(raw["actions"]))
    given["effects"] = tuple(str(effect["effect"]) for effect in _list(raw["effects"]))
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
    return None


def _action(slug: str, raw: Mapping[str, object]) -> Action:
    amount, kind, targets = raw.get("amount"), raw.get("kind"), raw.get("targets")
    number = isinstance(amount, int) and not isinstance(amount, bool) and amount >= 1
    if not number and amount not in WORDED_AMOUNTS:
        raise CardsError(f"{slug}: no amount of an action: {amount!r}")
    if raw.get("verb") not in ("get", "pay") or targets not in (None, "ability", "reflexive"):
        raise CardsError(f"{slug}: no action: {raw!r}")
    if (raw["verb"] == "pay") != (kind in PAYMENTS) or (raw["verb"] == "get" and kind is not None):
        raise CardsError(f"{slug}: a payment needs its kind, and nothing else has one: {kind!r}")
    return Action(str(raw["when"]), raw["verb"], amount, kind, targets)  # type: ignore[arg-type]


def _list(value: object) -> list[dict[str, object]]:
    return value if isinstance(value, list) else []
