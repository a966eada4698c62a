"""The effects of a table, as templates show them: in force, and to be switched on."""

from dataclasses import dataclass

from flask_babel import gettext

from webapp.domain.effects import NEEDS
from webapp.domain.parts import Effect
from webapp.domain.table import MOST_EFFECTS, Table
from webapp.i18n import current
from webapp.views.cards import cards_of
from webapp.views.naming import seat_name

CARDS = (
    "winding-constrictor", "izzet-generatorium", "aether-refinery", "vorinclex-monstrous-raider",
    "innkeepers-talent", "laezel-vlaakiths-champion", "solemnity", "suncleanser",
    "melira-sylvok-outcast", "melira-the-living-cure",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EffectShown:
    """One in force: its card's name with the language of that, whose it is, how long."""

    id: str
    card: str
    name: str
    lang: str
    whose: str | None
    until_turn: bool


@dataclass(frozen=True, slots=True)
class EffectCard:
    """One that can be switched on: what it does, in short, and whom it asks for."""

    slug: str
    name: str
    lang: str
    does: str
    asks: str | None
    """The field to fill in: controller, target, or None."""


def effects_of(table: Table) -> tuple[EffectShown, ...]:
    """Those in force, oldest first."""
    return tuple(_shown(table, effect) for effect in table.in_force)


def effect_cards() -> tuple[EffectCard, ...]:
    """All that there are."""
    return tuple(_card(slug) for slug in CARDS)


def is_full(table: Table) -> bool:
    """Whether no more can be switched on."""
    return len(effects_of(table)) >= MOST_EFFECTS


def card_name(slug: str) -> tuple[str, str]:
    """What a card is called in the reader's language, and the language the name is in."""
    card = cards_of().by_slug.get(slug)
    return card.name_in(current().tag) if card else (slug, "en")


def does_words(slug: str) -> str:
    """What its effect does to the counters of players, in one line."""
    return {
        "winding-constrictor": gettext("Whoever controls it gets one more of each kind."),
        "izzet-generatorium": gettext("Whoever controls it gets one more energy counter."),
        "aether-refinery": gettext("Whoever controls it gets twice as many energy counters."),
        "vorinclex-monstrous-raider": gettext(
            "Whoever controls it puts on twice as many; opponents put on half, rounded down."
        ),
        "innkeepers-talent": gettext("At level 3: whoever controls it puts on twice as many."),
        "laezel-vlaakiths-champion": gettext("Whoever controls it gets one more of each kind."),
        "solemnity": gettext("Nobody can get counters."),
        "suncleanser": gettext("The chosen opponent loses all counters and can’t get any."),
        "melira-sylvok-outcast": gettext("Whoever controls it can’t get poison counters."),
        "melira-the-living-cure": gettext(
            "Whoever controls it gets only one poison counter, and then no more this turn."
        ),
    }[slug]


def _shown(table: Table, effect: Effect) -> EffectShown:
    name, lang = card_name(effect.card)
    whose = effect.target or effect.controller
    return EffectShown(
        effect.id, effect.card, name, lang, seat_name(table, whose) if whose else None,
        effect.until == "turn",
    )  # fmt: skip


def _card(slug: str) -> EffectCard:
    name, lang = card_name(slug)
    return EffectCard(slug, name, lang, does_words(slug), next(iter(NEEDS[slug]), None))
