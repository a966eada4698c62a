"""What every answer says to browsers, and which requests are not let in."""

import logging
import re

from flask import Flask, Response, abort, request

from webapp.settings import Settings

LARGEST_BODY = 64 * 1024
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: Addresses that hold a table's secret, or show what is behind it.
PRIVATE = ("/t/", "/w/", "/f/t/", "/f/w/")
_SECRET = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{26}\b")

POLICY = "; ".join([
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
    "form-action 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", "trusted-types default inspect",
])  # fmt: skip
PERMISSIONS = ", ".join([
    "camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()",
    "screen-wake-lock=(self)", "web-share=(self)", "fullscreen=(self)",
])  # fmt: skip
HEADERS = {
    "Content-Security-Policy": POLICY,
    # not "no-referrer": with it, a browser sends `Origin: null` with our own forms
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
}


def headers(settings: Settings) -> dict[str, str]:
    """What every answer says, a static file's too."""
    if not settings.https:
        return HEADERS
    return {**HEADERS, "Strict-Transport-Security": "max-age=63072000; includeSubDomains"}


def init_app(app: Flask, settings: Settings) -> None:
    """Check every request and mark every answer."""
    said = headers(settings)

    @app.before_request
    def refuse_strangers() -> None:
        if request.method not in SAFE and not _from_here(settings.public_url):
            abort(403)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in said.items():
            response.headers.setdefault(name, value)
        if request.path.startswith(PRIVATE):
            response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        fragment = request.path.startswith("/f/")
        kept = "no-store" if fragment else "private, no-cache"
        response.headers.setdefault("Cache-Control", kept)
        return response

    app.logger.addFilter(Redacted())


def _from_here(public_url: str | None) -> bool:
    """
    Whether a request that may change something comes from our own pages, or from no browser.

    Browsers tell by Sec-Fetch-Site; older ones, and all on plain http, by Origin. A request with
    neither is some other program's, and passes only without the cookies of a browser.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin in (public_url, request.host_url.rstrip("/"))
    return not request.cookies


class Redacted(logging.Filter):
    """Keeps the ids of tables out of the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redacted(record.getMessage()), ()
        return True


def redacted(text: str) -> str:
    """The text with an ellipsis in place of every id of a table."""
    return _SECRET.sub("…", text)
