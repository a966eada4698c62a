"""How seats are called, and how names and changes stand inside a sentence."""

import re
from collections.abc import Callable

from flask_babel import gettext

from webapp.domain.rows import Row
from webapp.domain.table import Table

MINUS = "−"
Find = Callable[[str], Row | None]
"""Looks a row up by its entry id."""

TURNS_AROUND = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters of scripts that run from right to left."""


def seat_name(table: Table, id: str) -> str:
    """Its player's name, or its place at the table ("Seat 3")."""
    for place, seat in enumerate(table.seats, start=1):
        if seat.id == id:
            return seat.name or place_name(place)
    return gettext("a seat")


def place_name(place: int | str) -> str:
    """What a seat without a name is called."""
    return gettext("Seat %(place)s", place=place)


def isolated(text: str) -> str:
    """
    What a player wrote, to stand inside a sentence or a label.

    From right to left, it would draw the figures and signs beside it along with it.
    """
    return f"\u2068{text}\u2069" if TURNS_AROUND.search(text) else text


def named(table: Table, id: str) -> str:
    """A player's name, to stand inside a sentence."""
    return isolated(seat_name(table, id))


def signed(n: int) -> str:
    """A change with its sign: +2, −2."""
    return f"+{n}" if n > 0 else f"{MINUS}{-n}"
