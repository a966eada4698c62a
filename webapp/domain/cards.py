"""Cards: their names in four languages and what they do with energy."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from webapp.domain.grammar import COUNTERS, POISON_ONLY, Action, told

#: Languages of names and texts, as HTML tags: the order in which they are listed.
LANGUAGES = ("en", "de", "pt-BR", "zh-Hans")
#: What stands between the names of the two faces of a card.
FACES = " // "

#: What a card does to counters of players, or because of them, where the app has no button.
WATCHING = frozenset({"counters_trigger", "gain_trigger", "proliferates_twice"})


@dataclass(frozen=True)
class Card:
    """
    The facts of one card.

    `symbol` says whether the card shows {E}; `effect` names the continuous effect that it switches
    on. `tally` says that it asks how much energy was paid or lost this turn: at least so much, or 0
    where each one counts. `by_hand` says what the player sees to, and why. `crew` is the crew
    number of a Vehicle; `oracle_id` is Scryfall's, where known.
    """

    slug: str
    names: Mapping[str, str | None]
    type_line: str
    symbol: bool
    mana_cost: str | None = None
    crew: int | None = None
    actions: tuple[Action, ...] = ()
    effect: str | None = None
    tally: int | None = None
    by_hand: tuple[str, ...] = ()
    digital: bool = False
    oracle_id: str | None = None

    @property
    def vehicle(self) -> bool:
        return "Vehicle" in self.type_line.split()

    @property
    def touches_counters(self) -> bool:
        """Whether it changes or watches the energy that players get, have or lose."""
        doing = any(step.verb in COUNTERS for action in self.actions for step in action.do)
        general = self.effect is not None and self.effect not in POISON_ONLY
        return doing or general or not WATCHING.isdisjoint(self.by_hand)

    @property
    def played(self) -> dict[str, object]:
        """What a phone needs to make its buttons, as in the file of cards."""
        fields = {
            "actions": [told(action) for action in self.actions],
            "effect": self.effect,
            "tally": self.tally,
            "by_hand": list(self.by_hand),
        }
        return {field: value for field, value in fields.items() if value not in (None, [])}

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
