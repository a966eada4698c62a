"""Making tables and bringing people to them: links, QR codes, join codes."""

import io

import segno
from flask import Blueprint, Response, jsonify, make_response, redirect, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from webapp.domain.refusals import Refusal, Why, bad_field
from webapp.services import links
from webapp.views.asking import (
    YEAR,
    absolute,
    author_or_new,
    lifetime,
    now,
    remember,
    tables,
    wants_part,
)
from webapp.views.envelope import read_number
from webapp.views.errors import Problem, wants_json
from webapp.views.home import LAST_CHOICE, render_home
from webapp.views.missing import missing

share = Blueprint("share", __name__)


@share.post("/tables")
def make_table() -> ResponseReturnValue:
    """Make a table for a number of seats and sit down at it."""
    author = author_or_new()
    seats = request.form.get("seats", type=int)
    name = request.form.get("name", "").strip() or None
    made = (
        tables().open_new(name, seats, author, now(), read_number(request.form.get("life", "")))
        if seats is not None
        else bad_field("seats", Why.WHOLE)
    )
    if isinstance(made, Refusal):
        raise Problem(400, "bad_request", **made.params)
    to = jsonify(table=made) if wants_json() else redirect(f"/t/{made}", code=303)
    response = make_response(to)
    # Read by home/start.js, too: with no network home is the same page for everyone.
    response.set_cookie(LAST_CHOICE, str(seats), max_age=YEAR, samesite="Lax")
    return remember(response, author)


@share.post("/join")
def join() -> ResponseReturnValue:
    """Go to the table of a join code or of a pasted link."""
    text = request.form.get("code", "")
    if link := links.read_link(text):
        kind, name = link
        found = tables().view(name) if kind == "t" else tables().by_watch(name)
        if found or lifetime().gone(name):
            return _onwards(f"/{kind}/{name}")
    elif (code := links.read_code(text)) and (table := tables().by_code(code, now())):
        return _onwards(f"/t/{table}")
    if wants_json():
        raise Problem(404, "no_such_table")
    return render_home(gettext("No table has this code. Codes are good for 24 hours.")), 404


def _onwards(to: str) -> ResponseReturnValue:
    """Home's script goes there itself."""
    return jsonify(to=to) if wants_json() else redirect(to, code=303)


@share.post("/t/<table>/code")
def renew_code(table: str) -> ResponseReturnValue:
    """Give the table another join code; the old one is void."""
    if not tables().renew_code(table, now()):
        missing(table)
    return to_share(table)


def to_share(table: str) -> ResponseReturnValue:
    """Back to the links as they are now: the sheet, or the page."""
    where = f"/f/t/{table}/sheet/share" if wants_part() else f"/t/{table}/share"
    return redirect(where, code=303)


@share.get("/t/<table>/qr.svg")
def qr(table: str) -> ResponseReturnValue:
    """The link to play as a QR code: capital letters and digits make it a small one."""
    if tables().view(table) is None:
        missing(table)
    drawn = io.BytesIO()
    segno.make(absolute(f"/t/{table}"), micro=False).save(drawn, kind="svg", border=4, scale=4)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
