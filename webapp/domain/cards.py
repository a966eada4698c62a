"""Cards: their names in four languages and what they do with energy."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

#: Languages of names and texts, as HTML tags: the order in which they are listed.
LANGUAGES = ("en", "de", "pt-BR", "zh-Hans")
#: What stands between the names of the two faces of a card.
FACES = " // "

#: Times of an action that belong to no triggered ability.
UNTRIGGERED = frozenset({"activated", "cast", "spell"})
#: Payments made while a spell or ability resolves, where the player may also decline.
OPTIONAL_ON_RESOLUTION = frozenset(
    {"any_amount", "if_you_do", "may_pay", "unless_pay", "when_you_do"}
)
#: Payments that a card words as "you may pay".
MAY_PAY = frozenset({"if_you_do", "may_pay", "when_you_do"})
#: Effects that concern poison counters alone.
POISON_ONLY = frozenset({"cannot_get_poison", "poison_becomes_one_then_none_this_turn"})


@dataclass(frozen=True)
class Action:
    """
    One thing that a card does with energy.

    `verb` is "get" or "pay"; `amount` a number or a word ("X", "any", "one_or_more", "variable").
    `kind` says how a payment is made; `targets` whether the same spell or ability chooses targets
    ("ability"), only the reflexive trigger that follows ("reflexive"), or nothing does (None).
    """

    when: str
    verb: str
    amount: int | str
    kind: str | None = None
    targets: str | None = None

    @property
    def triggered(self) -> bool:
        return self.when not in UNTRIGGERED


@dataclass(frozen=True)
class Card:
    """
    The facts of one card.

    `symbol` says whether the card shows {E}; `effects` names what it does to counters in general;
    `crew` is the crew number of a Vehicle; `oracle_id` is Scryfall's, where known.
    """

    slug: str
    names: Mapping[str, str | None]
    type_line: str
    symbol: bool
    mana_cost: str | None = None
    crew: int | None = None
    actions: tuple[Action, ...] = ()
    effects: tuple[str, ...] = ()
    digital: bool = False
    oracle_id: str | None = None

    @property
    def vehicle(self) -> bool:
        return "Vehicle" in self.type_line.split()

    @property
    def touches_counters(self) -> bool:
        """Whether it changes or watches the energy that players get, have or lose."""
        return bool(set(self.effects) - POISON_ONLY)

    def name_in(self, language: str) -> tuple[str, str]:
        """Its name in a language, and the language the name is in: English where it has none."""
        name = self.names.get(language)
        return (name, language) if name else (str(self.names["en"]), "en")


def slug(name: str) -> str:
    """The address of a card: its English name in lower case with hyphens; faces joined by "--"."""
    return "--".join(_hyphenated(face) for face in name.split(FACES))


def _hyphenated(face: str) -> str:
    plain = unicodedata.normalize("NFKD", face.lower().replace("æ", "ae"))
    kept = (c for c in plain if not unicodedata.combining(c) and c not in "'’‘ʼ,")
    return "-".join("".join(c if c.isalnum() else " " for c in kept).split())


def slugs(cards: Iterable[tuple[str, str | None]]) -> dict[tuple[str, str | None], str]:
    """
    The slug of each (name, oracle id).

    Of several cards with one slug, the first by oracle id keeps it; the others get -2, -3, …
    """
    given: dict[tuple[str, str | None], str] = {}
    taken: dict[str, int] = {}
    for card in sorted(cards, key=lambda c: (c[1] is None, c[1] or "", c[0])):
        plain = slug(card[0])
        taken[plain] = taken.get(plain, 0) + 1
        given[card] = plain if taken[plain] == 1 else f"{plain}-{taken[plain]}"
    return given
