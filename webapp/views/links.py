"""Ending links: another one to play or to watch, or no table at all."""

from flask import Blueprint, abort, jsonify, redirect, request
from flask.typing import ResponseReturnValue

from webapp.views.asking import lifetime, now, table_days
from webapp.views.errors import wants_json
from webapp.views.missing import missing
from webapp.views.share import to_share

links = Blueprint("links", __name__)
links.add_app_template_global(table_days, "table_days")


@links.post("/t/<table>/rotate")
def rotate(table: str) -> ResponseReturnValue:
    """Give the table a new link, to play or to watch; the old one is void."""
    which = request.form.get("which")
    if which == "play":
        return _play(table)
    if which == "watch":
        return _watch(table)
    abort(400)


@links.post("/t/<table>/forget")
def forget(table: str) -> ResponseReturnValue:
    """Delete the table for good. What its address says from then on is the confirmation."""
    if not lifetime().forget(table):
        missing(table)
    return redirect(f"/t/{table}", code=303)


def _play(table: str) -> ResponseReturnValue:
    """A page's script takes along what is not sent yet, so it gets the new id alone."""
    to = lifetime().rotate_play(table, now()) or missing(table)
    return jsonify(table=to) if wants_json() else redirect(f"/t/{to}/share", code=303)


def _watch(table: str) -> ResponseReturnValue:
    if not lifetime().rotate_watch(table):
        missing(table)
    return to_share(table)
