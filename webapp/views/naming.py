"""How seats are called, and how what a player wrote stands inside a sentence."""

import re

from flask_babel import gettext

from webapp.domain.table import Table

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
