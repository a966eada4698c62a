"""The choice of a language, kept in a cookie."""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from webapp.i18n import BY_SLUG, COOKIE, COOKIE_DAYS, Language, in_path
from webapp.views.asking import reservoir

language = Blueprint("language", __name__)


@language.post("/language")
def choose() -> Response:
    """Keep the chosen language and go back to where the player was, in that language."""
    chosen = BY_SLUG.get(request.form.get("lang", ""))
    if chosen is None:
        abort(400)
    response = redirect(_in_language(request.form.get("next", "/"), chosen), code=303)
    response.set_cookie(
        COOKIE,
        chosen.slug,
        max_age=COOKIE_DAYS * 24 * 3600,
        secure=reservoir().settings.https,
        samesite="Lax",
    )
    return response


def _in_language(target: str, chosen: Language) -> str:
    """The same local page in another language; home when the target is no path of this site."""
    if not target.startswith("/") or target.startswith("//") or not _plain(target):
        return "/"
    url = urlsplit(target)
    path, before = url.path, in_path(url.path)
    if before:
        path = path.replace(f"/{before.slug}", f"/{chosen.slug}", 1)
    query = [pair for pair in parse_qsl(url.query, keep_blank_values=True) if pair[0] != "hl"]
    return urlunsplit(("", "", path, urlencode(query), ""))


def _plain(target: str) -> bool:
    """Whether no browser would read another address out of it."""
    return "\\" not in target and all(" " <= c != "\x7f" for c in target)
