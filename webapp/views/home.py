"""Home: make a table, join one, look up a card."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.domain.table import MOST_SEATS
from webapp.i18n import Language

home = Blueprint("home", __name__)

LAST_CHOICE = "seats"
"""The cookie that remembers for how many the last table was."""
COMMON = (2, 3, 4)


@home.get("/")
def start() -> ResponseReturnValue:
    """Home in the phone's language; no redirect, because the installed app starts here."""
    return render_home()


@home.get("/<language:lang>/")
def in_language(lang: Language) -> ResponseReturnValue:
    """Home in the language of its address."""
    return render_home()


def render_home(problem: str | None = None) -> str:
    """The page, with what was wrong with a join code where one was."""
    first = request.cookies.get(LAST_CHOICE, type=int)
    choices, more = number_choices(first)
    return render_template(
        "home/index.html", choices=choices, more=more, first=first, problem=problem
    )


def number_choices(first: int | None) -> tuple[list[int], list[int]]:
    """How many seats to offer at one tap, the last choice first, and how many behind "more"."""
    everything = range(1, MOST_SEATS + 1)
    at_once = ([first] if first in everything else []) + [n for n in COMMON if n != first]
    return at_once, [n for n in everything if n not in at_once]
