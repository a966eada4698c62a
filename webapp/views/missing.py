"""What is answered where no table is: 410 where there was one, else 404."""

from typing import NoReturn

from flask import request

from webapp.domain.entries import valid_id
from webapp.views.asking import author, lifetime
from webapp.views.errors import Ended, Problem


def missing(link: str) -> NoReturn:
    """Raise what is to be said of an id that leads to no table, to play or to watch."""
    gone = lifetime().gone(link)
    if gone is None:
        raise Problem(404, "no_such_table")
    raise Ended(gone.why, to=moved(link))


def moved(link: str) -> str | None:
    """Where the table of an ended link is now, for a phone that has a seat at it."""
    return lifetime().moved(link, client() or author())


def client() -> str | None:
    """The phone that a ?c= names."""
    named = request.args.get("c")
    return named if valid_id(named) else None
