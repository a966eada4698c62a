"""The cards that a seat shows and what resolves at the table, as templates draw them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from webapp.domain.actions import buttons, choices
from webapp.domain.buttons import Button, Need
from webapp.domain.cards import Card
from webapp.domain.having import have_of
from webapp.domain.parts import Resolution
from webapp.domain.table import Seat, Table
from webapp.i18n import current
from webapp.views.card_words import (
    ASKED,
    ONLY,
    TARGETS,
    THEN,
    button_words,
    by_hand_words,
    need_words,
)
from webapp.views.cards import cards_of
from webapp.views.naming import seat_name
from webapp.views.rule_words import card_words

GAINS = ("get", "get_equal", "get_x", "may_get")


@dataclass(frozen=True, slots=True)
class NeedShown:
    """
    What a button asks first: `ask` as in domain/buttons.py, its options with their words.

    `least` and `most` bound a number; `words` say what it stands for.
    """

    ask: str
    options: tuple[tuple[str, str], ...]
    least: int
    most: int | None
    words: str


@dataclass(frozen=True, slots=True)
class ButtonShown:
    """One button in words. `gains`: it gives energy; `short` says why it can't be tapped."""

    key: str
    words: str
    gains: bool
    short: str
    needs: tuple[NeedShown, ...]
    only: str
    aims: bool


@dataclass(frozen=True, slots=True)
class PinShown:
    """
    One card that a seat shows: its name with the language of that, its buttons, what is by hand.

    `played` is what a phone needs to make the buttons by itself, as JSON; "" for an unknown card.
    """

    slug: str
    name: str
    lang: str
    buttons: tuple[ButtonShown, ...]
    by_hand: tuple[str, ...]
    played: str
    crew: int | None


@dataclass(frozen=True, slots=True)
class ResolutionShown:
    """One spell or ability that resolves; `leads` says what a payment has led to."""

    id: str
    seat: str
    colour: str
    player: str
    pin: PinShown
    targets: str
    paid: int | None
    leads: str
    choices: tuple[ButtonShown, ...]


def pins_of(table: Table, seat: Seat) -> tuple[PinShown, ...]:
    """The cards that a seat shows, in the order in which they were pinned."""
    return tuple(pin_of(table, seat, slug) for slug in seat.pins)


def pin_of(table: Table, seat: Seat, slug: str) -> PinShown:
    """One card with the buttons it has at a seat now."""
    card = cards_of().by_slug.get(slug)
    if card is None:
        return PinShown(slug, slug, "en", (), (), "", None)
    name, lang = card.name_in(current().tag)
    return PinShown(
        slug, name, lang,
        tuple(map(_shown, buttons(card, have_of(table, seat.id, card.slug)))),
        tuple(map(str, by_hand_words(card))),
        json.dumps(card.played, separators=(",", ":")),
        card.crew,
    )  # fmt: skip


def resolving(table: Table) -> tuple[ResolutionShown, ...]:
    """What has begun to resolve and is not over, oldest first."""
    going = (r for r in table.resolutions if not r.closed)
    return tuple(shown for r in going if (shown := _resolution(table, r)))


def _resolution(table: Table, found: Resolution) -> ResolutionShown | None:
    seat, card = table.seat(found.seat), cards_of().by_slug.get(found.card or "")
    if seat is None:
        return None
    pin = pin_of(table, seat, found.card or "")
    if not found.card:
        pin = replace(pin, name=card_words(None), lang=current().tag)
    chosen = bool(found.chosen) or not found.resolves
    left = choices(card, have_of(table, seat.id, pin.slug), chosen=chosen)
    return ResolutionShown(
        found.id, seat.id, seat.colour, seat_name(table, seat.id), pin,
        str(TARGETS.get(found.targets, "")), found.paid,
        _led(card) if card and found.paid is not None else "",
        tuple(map(_shown, left)),
    )  # fmt: skip


def _led(card: Card) -> str:
    """What follows the payment of a card, in words."""
    steps: Iterable[str | None] = (a.choice.then for a in card.actions if a.choice)
    return str(THEN.get(next(filter(None, steps), ""), ""))


def _shown(button: Button) -> ButtonShown:
    short = str(ASKED["missing"]) % {"n": button.missing} if button.missing else ""
    return ButtonShown(
        key=button.key,
        words=button_words(button),
        gains=button.deeds[0].word in GAINS,
        short=str(ASKED["blocked"]) if button.blocked else short,
        needs=tuple(map(_need, button.needs)),
        only=str(ONLY.get(button.only or "", "")),
        aims=any(need.ask == "targets" for need in button.needs),
    )


def _need(need: Need) -> NeedShown:
    options = ((option, str(TARGETS.get(option, option))) for option in need.options)
    return NeedShown(need.ask, tuple(options), need.least, need.most, need_words(need))
