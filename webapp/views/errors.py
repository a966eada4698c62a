"""When there is no answer: a page in the player's language, or a coded answer for programs."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_babel import gettext
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from webapp.domain.refusals import Code
from webapp.i18n import FAULTS, refusal_words
from webapp.services.ports import Broken, End, Unavailable
from webapp.views.asking import wants_part

RETRY_AFTER = {"busy": 1, "database": 5}  # seconds
REASONS = {
    400: "bad_request",
    403: "cross_site",
    404: "not_found",
    405: "method",
    410: "gone",
    411: "length",
    413: "too_large",
    415: "media_type",
    429: "too_many",
    503: "busy",
}


class Problem(HTTPException):
    """An answer that is not the one hoped for: a status, a reason in one word, and details."""

    def __init__(self, code: int, reason: str, **details: Any) -> None:
        super().__init__(description=reason)
        self.code, self.reason, self.details = code, reason, details


class Ended(Problem):
    """A table that is not there any more; `to` is the way on for a phone with a seat at it."""

    def __init__(self, why: End, to: str | None) -> None:
        super().__init__(410, "gone")
        self.why, self.to = why, to


def init_app(app: Flask) -> None:
    """Answer every fault in the form that was asked for."""
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(Unavailable, lambda fault: answer(Problem(503, "busy")))
    app.register_error_handler(Broken, lambda fault: answer(Problem(503, "database")))
    app.after_request(_stay_here)


def answer(fault: HTTPException) -> Response:
    """Turn a fault into JSON, a fragment or a page."""
    reason = getattr(fault, "reason", None) or REASONS.get(fault.code, "error")
    response = _body(fault, fault.code, reason)
    response.status_code = fault.code
    if fault.code == 503:
        response.headers["Retry-After"] = str(RETRY_AFTER.get(reason, 1))
    if valid := getattr(fault, "valid_methods", None):
        response.headers["Allow"] = ", ".join(valid)
    return response


def _stay_here(response: Response) -> Response:
    """An address with a slash too few leads to the right one on whatever host was asked."""
    if response.location and isinstance(request.routing_exception, RequestRedirect):
        target = urlsplit(response.location)
        response.location = urlunsplit(("", "", target.path, target.query, ""))
    return response


def _body(fault: HTTPException, code: int, reason: str) -> Response:
    details = getattr(fault, "details", {})
    if wants_json():
        return jsonify(error=reason, **details)
    title, message = _end(fault) if isinstance(fault, Ended) else _words(code, reason, details)
    if wants_part():
        response = make_response(render_template("errors/_error.html", message=message))
        response.headers["HX-Retarget"] = "#refusal"
        response.headers["HX-Reswap"] = "innerHTML"
        return response
    to = getattr(fault, "to", None)
    no_table = isinstance(fault, Ended) or reason == "no_such_table"
    page = render_template(
        "errors/error.html", title=title, message=message, no_table=no_table, to=to
    )
    return make_response(page)


def _end(fault: Ended) -> tuple[str, str]:
    if fault.to:
        return (
            gettext("A new link"),
            gettext("This table has a new link, and your seat is still yours."),
        )
    if fault.why is End.ROTATED:
        return (
            gettext("A new link"),
            gettext("This table has a new link, and this one is void. Ask somebody who plays."),
        )
    if fault.why is End.FORGOTTEN:
        return (
            gettext("Table deleted"),
            gettext("Somebody who played at this table has deleted it for good."),
        )
    return (
        gettext("Table deleted"),
        gettext("Nobody had played at this table for a long time, so it was deleted."),
    )


def _words(code: int, reason: str, details: dict[str, Any]) -> tuple[str, str]:
    if code >= 500:
        return _our_words(code, reason)
    if reason == "no_such_table":
        return (
            gettext("No such table"),
            gettext("Nobody has opened a table here. Perhaps a part of the link is missing."),
        )
    if code == 404:
        return gettext("Nothing here"), gettext("There is no page at this address.")
    if code == 403:
        return (
            gettext("Not from here"),
            gettext("This came from another site, so nothing was changed. Try again on our page."),
        )
    if code == 413:
        return gettext("Too much at once"), gettext("This was too much to send in one go.")
    if code == 429:
        return (
            gettext("Too much at once"),
            gettext("So much came from here that nothing was changed. Please wait a little."),
        )
    if details.get("why") in FAULTS:
        return gettext("This could not be read"), refusal_words(Code.BAD_FIELD, details)
    return (
        gettext("This could not be read"),
        gettext("What was sent is not what we expected, so nothing was changed."),
    )


def _our_words(code: int, reason: str) -> tuple[str, str]:
    if reason == "database":
        return (
            gettext("The server needs help"),
            gettext(
                "It can’t use its records right now, and nothing was changed. What this phone has"
                " not sent yet stays on it and is sent when the server works again."
            ),
        )
    if code == 503:
        return (
            gettext("Very busy"),
            gettext("Too much is going on right now, and nothing was changed. Please try again."),
        )
    return (
        gettext("Something went wrong"),
        gettext("The fault is ours. Your entry was not recorded unless the table shows it."),
    )


def wants_json() -> bool:
    """Whether a program asks, and no page of ours."""
    if request.mimetype == "application/json" or request.path.endswith(("/state", "/events")):
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html")
    return best == "application/json"
