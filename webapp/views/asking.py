"""Who asks, when, and under which address: what every view reads from its request."""

import re
from typing import Any

from flask import Response, current_app, request

from webapp.domain.entries import valid_id
from webapp.services.lifetime import Lifetime
from webapp.services.links import new_entry_id
from webapp.services.tables import Tables

AUTHOR = "author"
YEAR = 365 * 24 * 60 * 60
_NUMBER = re.compile(r"[0-9]{1,15}")


def reservoir() -> Any:
    """This application's services and settings: a webapp.Reservoir, which views must not import."""
    return current_app.extensions["reservoir"]


def tables() -> Tables:
    """The service behind every table."""
    return reservoir().tables


def lifetime() -> Lifetime:
    """The service behind links that end."""
    return reservoir().lifetime


def now() -> int:
    """The time in milliseconds."""
    return reservoir().now()


def table_days() -> int:
    """After how many idle days a table is deleted."""
    return reservoir().settings.table_days


def base_url() -> str:
    """The origin that links and QR codes begin with."""
    settings = reservoir().settings
    return settings.public_url or request.host_url.rstrip("/")


def absolute(path: str) -> str:
    """An address of ours, for people on other phones."""
    return base_url() + path


def author() -> str | None:
    """Whom this phone's cookie names as the author of its entries."""
    known = request.cookies.get(AUTHOR)
    return known if valid_id(known) else None


def author_or_new() -> str:
    return author() or new_entry_id()


def remember(response: Response, name: str) -> Response:
    """Let later pages of this phone know their author. A page's scripts can't read it."""
    if name != author():
        secure = reservoir().settings.https
        response.set_cookie(
            AUTHOR, name, max_age=YEAR, httponly=True, samesite="Lax", secure=secure
        )
    return response


def wants_part() -> bool:
    """Whether htmx asks, for a part of a page."""
    return request.headers.get("HX-Request") == "true"


def number(text: str | None) -> int | None:
    """A whole number from an address or a header; None when it is missing or no such number."""
    return int(text) if text and _NUMBER.fullmatch(text) else None
