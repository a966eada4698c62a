"""Buttons: what a seat may tap for a card, in values that any face can draw."""

from collections.abc import Mapping
from dataclasses import dataclass

Make = Mapping[str, object]
"""
An entry to be: its type and fields. A value that begins with "$" is filled in with what the player
answers (making.py); "each" says that it becomes one entry for each kind or amount.
"""


@dataclass(frozen=True)
class Have:
    """What the buttons of a seat depend on: its energy, whether it can't get any, what is on."""

    energy: int = 0
    cannot_get: bool = False
    on: tuple[str, ...] = ()  # the effects of this card that this seat has switched on


@dataclass(frozen=True)
class Deed:
    """One thing that a button says, in the catalog's words: "gain", 2; "pay_equal", of what."""

    word: str
    n: int | None = None
    of: str | None = None


@dataclass(frozen=True)
class Need:
    """
    What is asked first: whether "targets" are legal (`options`), a "number" from `least` to `most`
    (None: no end) that stands for `of`, which "player" or "players" (`options`: target_player,
    target_opponent, each_opponent), how many of each kind ("amounts", `most` in all).
    """

    ask: str
    options: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    of: str | None = None


@dataclass(frozen=True)
class Button:
    """
    One button: `key` names it among those of its card, `when` and `deeds` are its words.

    `missing` is the energy that is not there, `blocked` that the seat can't get what it gives;
    either way it can't be tapped. `opens` says that a choice follows (`choices`), `only` what the
    player sees to, `leads` what a payment leads to. `makes` are its entries, in order.
    """

    key: str
    when: str
    deeds: tuple[Deed, ...]
    makes: tuple[Make, ...]
    needs: tuple[Need, ...] = ()
    missing: int = 0
    blocked: bool = False
    opens: bool = False
    only: str | None = None
    leads: str | None = None

    @property
    def possible(self) -> bool:
        return not self.missing and not self.blocked
