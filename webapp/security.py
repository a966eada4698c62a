"""What every answer says to browsers, and which requests are not let in."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from flask import Flask, abort, request
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LARGEST_BODY = 64 * 1024
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: Addresses that hold a table's secret, or show what is behind it.
PRIVATE = ("/t/", "/w/", "/f/t/", "/f/w/")
#: Names that browsers take for a host and Werkzeug does not: machines called like my_pc.
_MY_PC = re.compile(r"[a-z0-9.-]*_[a-z0-9._-]*(?::([0-9]{1,5}))?", re.IGNORECASE | re.ASCII)
#: Ids of tables, whatever stands in their place in an address, and what a phone is called.
_SECRET = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{26}\b|(?<=/[tw]/)[^/?\s'\"]+|(?<=[?&]c=)[\w-]+")

POLICY = "; ".join([
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
    "form-action 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", "trusted-types default inspect",
])  # fmt: skip
PERMISSIONS = ", ".join([
    "camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()",
    "screen-wake-lock=(self)", "fullscreen=(self)",
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
#: What is never a page by itself, and what it says: the other headers are as long as a module.
PARTS = ("text/css", "text/javascript", "font/", "image/png")
FOR_PARTS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Strict-Transport-Security")
WORKER = "/sw.js"  # lives by the policy that came with it
VALIDATORS = ("ETag", "Last-Modified")  # nobody asks again for what stays for ever


def headers(settings: Settings) -> dict[str, str]:
    """What every page says."""
    if not settings.https:
        return HEADERS
    return {**HEADERS, "Strict-Transport-Security": "max-age=63072000; includeSubDomains"}


def init_app(app: Flask, settings: Settings) -> None:
    """Check every request and mark every answer, also of what was put before the application."""
    app.wsgi_app = _marking(app.wsgi_app, headers(settings))

    @app.before_request
    def refuse_strangers() -> None:
        if request.scheme not in ("http", "https"):
            abort(400)  # a proxy has handed on what anybody may send
        request.host = request.host or _unusual_host()
        if "Transfer-Encoding" in request.headers:
            abort(411)  # the limit of a body is told by its length
        # gunicorn says that a body ends where it ends: one that was cut off would count as whole
        request.environ.pop("wsgi.input_terminated", None)
        if request.method not in SAFE and not _from_here(settings.public_url):
            abort(403)

    logging.setLogRecordFactory(Redacted)


def _marking(application: WSGIApplication, said: Mapping[str, str]) -> WSGIApplication:
    # Beneath Flask: seven headers set one by one there were a fifth of what an entry cost.
    pages = list(said.items())
    parts = [(name, value) for name, value in pages if name in FOR_PARTS]

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]

        def start(status: str, own: list[tuple[str, str]], *fault: Any) -> Any:
            names = {name.lower(): value for name, value in own}
            if "immutable" in names.get("cache-control", ""):
                own[:] = [pair for pair in own if pair[0] not in VALIDATORS]
            is_part = names.get("content-type", "").startswith(PARTS) and path != WORKER
            own += parts if is_part else pages
            if path.startswith(PRIVATE):
                own.append(("X-Robots-Tag", "noindex, nofollow, noarchive"))
            if "cache-control" not in names:
                kept = "no-store" if path.startswith("/f/") else "private, no-cache"
                own.append(("Cache-Control", kept))
            return start_response(status, own, *fault)

        return application(environ, start)

    return answer


def trust_proxies(app: Flask, hops: int) -> None:
    """
    Believe what so many proxies in front say of address, scheme and host, and nothing beyond.

    Each of them has to set X-Forwarded-For, -Proto and -Host itself.
    """
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)


def _unusual_host() -> str:
    """Refuse a host that is none: no link of a page could lead back to it."""
    found = _MY_PC.fullmatch(request.headers.get("Host", ""))
    if not found or int(found[1] or 80) > 65535:
        abort(400)
    return found[0].lower()


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


class Redacted(logging.LogRecord):
    """
    A line of the log without the secrets of tables and phones, in its traceback neither.

    A filter would have to stand at every logger, ours, gunicorn's and those of the libraries.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self.exc_info:
            self.exc_text = redacted(logging.Formatter().formatException(self.exc_info))
        if self.stack_info:
            self.stack_info = redacted(self.stack_info)

    def getMessage(self) -> str:
        return redacted(super().getMessage())


def redacted(text: str) -> str:
    """The text with an ellipsis in place of every secret."""
    return _SECRET.sub("…", text)
