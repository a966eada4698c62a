"""Partials drawn with specimens in place of a table: what a phone copies (static/js/kit/)."""

from typing import Any

from flask import render_template
from markupsafe import Markup

from webapp.views.specimens import COUNTER, MINE, TABLE, hole


def sheet(name: str, **values: Any) -> Markup:
    """What a sheet lays over the table."""
    return drawn("tables/_sheet.html", sheet=name, **{"seat": MINE, "counter": COUNTER, **values})


def drawn(partial: str, **values: Any) -> Markup:
    """A partial, with a hole for every id that the server would make."""
    own = {
        "table": TABLE,
        "new_id": lambda: hole("id"),
        "new_seat": lambda: hole("new.seat"),
        "new_kind": lambda: hole("new.kind"),
        "play_url": hole("table.url"),
    }
    return Markup(render_template(partial, **{**own, **values}))
