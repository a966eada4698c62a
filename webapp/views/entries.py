"""The one address that takes every entry: as JSON, from an htmx form, from a plain form."""

from collections.abc import Sequence
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from orjson import dumps

from webapp.domain.games import OF_A_GAME
from webapp.domain.rows import Outcome
from webapp.services.batch import Answered, Gap, SeqConflict
from webapp.services.state import VERSION, outcome_json, state_json
from webapp.services.tables import NoSuchTable, Posted
from webapp.views.asking import author_or_new, now, remember, tables, wants_part
from webapp.views.envelope import Envelope, read_form, read_json
from webapp.views.errors import Problem
from webapp.views.missing import missing
from webapp.views.playing import PLAY, played
from webapp.views.seen import seen_by

entries = Blueprint("entries", __name__)

OVERTAKEN = (Outcome.STALE, Outcome.ARCHIVED)
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@entries.post("/t/<table>/entries")
def post(table: str) -> ResponseReturnValue:
    """Decide what was sent, and answer in the form it was sent in."""
    if request.mimetype == "application/json":
        envelope = read_json(request.get_data())
        return _as_json(_post(table, envelope, envelope.client), envelope.client)
    if request.mimetype not in FORMS:
        raise Problem(415, "media_type")
    author = author_or_new()
    posted = _post(table, _formed(table), author)
    response = _as_fragment(posted, author) if wants_part() else _as_redirect(posted)
    return remember(response, author)


def _formed(table: str) -> Envelope:
    """What a form brings: its entry, or those of the button of a card."""
    envelope = read_form(request.form)
    if request.form.get("type") != PLAY:
        return envelope
    view = tables().view(table) or missing(table)
    made = played(view.table, request.form, str(envelope.entries[0]["id"]))
    return Envelope(envelope.client, made)


def _post(table: str, envelope: Envelope, author: str) -> Posted:
    answer = tables().post(table, envelope.client, author, envelope.entries, now())
    match answer:
        case NoSuchTable():
            missing(table)
        case Gap(expect):
            raise Problem(409, "gap", expect=expect)
        case SeqConflict():
            raise Problem(409, "seq_conflict")
    return answer


def _as_json(posted: Posted, author: str) -> Response:
    body = {
        "v": VERSION,
        "seq": posted.seq,
        "ack": posted.ack,
        "outcomes": [outcome_json(answered) for answered in posted.outcomes],
        "state": state_json(posted.view, author),
    }
    return remember(Response(dumps(body), mimetype="application/json"), author)


def _as_redirect(posted: Posted) -> Response:
    layout = request.args.get("layout")
    said = {"layout": layout if layout == "tiles" else None}
    if answered := _worst(posted.outcomes):
        said[_told(answered)] = answered.row.entry.id
    query = urlencode({name: value for name, value in said.items() if name and value})
    return make_response(redirect(f"/t/{posted.view.id}{'?' * bool(query)}{query}", code=303))


def _as_fragment(posted: Posted, author: str) -> Response:
    """
    What the form wants to fill, and above the table what there is to say.

    That is one seat, or all of them; a new page where the layout changes.
    """
    answered = _worst(posted.outcomes)
    if answered is None:
        return make_response("", 204)
    row, told = answered.row, _told(answered)
    if told is None and row.entry.type not in OF_A_GAME:
        return make_response("", 200, {"HX-Refresh": "true"})
    seen = seen_by(author, posted.view)
    page = render_template(
        "seats/_answer.html",
        **seen.context,
        whole=request.headers.get("HX-Target", "").endswith("#seats"),
        seat=seen.shown.seat(request.form.get("seat")) if "seat" in request.form else None,
        **seen.message(told, row),
    )
    return make_response(page, 422 if told == "refused" else 200)


def _worst(outcomes: Sequence[Answered]) -> Answered | None:
    """
    Of what one form has entered, that which there is something to tell about, else the first.

    None where nothing was entered: a card gave 0.
    """
    return next((each for each in outcomes if _told(each)), next(iter(outcomes), None))


def _told(answered: Answered) -> str | None:
    """What a player is told about a form: that it was refused, came too late, or came before."""
    if answered.row.outcome is Outcome.REFUSED:
        return "refused"
    if answered.row.outcome in OVERTAKEN:
        return "overtaken"
    return "already" if answered.replay or answered.row.outcome is Outcome.DUPLICATE else None
