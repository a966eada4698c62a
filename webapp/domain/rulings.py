"""Rulings: which official rulings there are, and which of them apply to a card."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from webapp.domain.cards import Card
from webapp.domain.grammar import Step

#: The ruling whose two halves belong to different cards.
TWO_PARTS = "energy-if-when-you-do"
_HALF_OF = {"if_you_do": "a", "when_you_do": "b", "when_you_do_targets": "b"}
#: Payments made while a spell or ability resolves, where the player may also decline.
_OPTIONAL = frozenset({"may", "unless"})


@dataclass(frozen=True)
class Ruling:
    """An official ruling: its id, what it is about ("energy" or "vehicle"), when it applies."""

    id: str
    about: str
    applies: Callable[[Card], bool]

    @property
    def general(self) -> bool:
        """Whether it is about every card with energy, rather than about what some of them do."""
        return self.applies in (_shows_energy, _moves_or_checks_energy)


def _shows_energy(card: Card) -> bool:
    return card.symbol


def _moves_or_checks_energy(card: Card) -> bool:
    return card.symbol or card.touches_counters


def _with_targets(card: Card) -> Iterator[Step]:
    """What spells and abilities do that themselves have targets."""
    return (step for action in card.actions if action.targets for step in action.do)


def _may_pay_with_targets(card: Card) -> bool:
    return any(step.verb in _OPTIONAL for step in _with_targets(card))


def _gives_with_targets(card: Card) -> bool:
    return any(step.verb in ("get", "may_get") for step in _with_targets(card))


def _may_pay_triggered(card: Card) -> Iterator[Step]:
    triggered = (action for action in card.actions if action.triggered)
    return (step for action in triggered for step in action.do if step.verb == "may")


def _triggered_may_pay(card: Card) -> bool:
    return any(_may_pay_triggered(card))


def _if_or_when_you_do(card: Card) -> bool:
    return bool(parts(card))


def _has_crew(card: Card) -> bool:
    return card.crew is not None


def _is_vehicle(card: Card) -> bool:
    return card.vehicle


#: All rulings, in the order in which they are listed.
RULINGS = (
    Ruling("energy-symbol", "energy", _shows_energy),
    Ruling("energy-kind-of-counter", "energy", _shows_energy),
    Ruling("energy-not-mana", "energy", _shows_energy),
    Ruling("energy-may-pay-illegal-targets", "energy", _may_pay_with_targets),
    Ruling("energy-get-pay-lose", "energy", _moves_or_checks_energy),
    Ruling("energy-track-totals", "energy", _shows_energy),
    Ruling("energy-get-illegal-targets", "energy", _gives_with_targets),
    Ruling("energy-may-pay-once", "energy", _triggered_may_pay),
    Ruling(TWO_PARTS, "energy", _if_or_when_you_do),
    Ruling("vehicle-crew-while-creature", "vehicle", _has_crew),
    Ruling("vehicle-crew-timing", "vehicle", _has_crew),
    Ruling("vehicle-copy-not-creature", "vehicle", _is_vehicle),
    Ruling("vehicle-not-entering", "vehicle", _is_vehicle),
    Ruling("vehicle-printed-pt", "vehicle", _is_vehicle),
    Ruling("vehicle-overwritten-pt", "vehicle", _is_vehicle),
)
BY_ID = {ruling.id: ruling for ruling in RULINGS}


def parts(card: Card) -> frozenset[str]:
    """Which halves of the ruling on "if you do" (a) and "when you do" (b) fit the card."""
    return frozenset(_HALF_OF[step.then] for step in _may_pay_triggered(card) if step.then)


def halves(text: str) -> tuple[str, str]:
    """
    The two halves of that ruling's text, in any language.

    Its last sentence is the half on "when you do"; all before it is the half on "if you do".
    """
    stop = "。" if "。" in text else ". "
    head, _, last = text.rstrip("。").rpartition(stop)
    return (head + stop.strip(), last + ("。" if stop == "。" else ""))


@dataclass(frozen=True)
class Symbol:
    """An {E} in a text, with the word before it (its amount) and the stop behind it, if any."""

    amount: str
    stop: str


_SYMBOL = re.compile(r"(?:(\S+) )?\{E\}([.,;:!?)。，；：！？）、]?)")


def pieces(text: str) -> tuple[str | Symbol, ...]:
    """A text as words and symbols, in order; the space between amount and symbol is left out."""
    found: list[str | Symbol] = []
    end = 0
    for match in _SYMBOL.finditer(text):
        found += [text[end : match.start()], Symbol(match[1] or "", match[2])]
        end = match.end()
    return tuple(piece for piece in [*found, text[end:]] if piece)
