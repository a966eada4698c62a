"""How much is let in from one phone, one address and in all; docs/settings.md says it in words."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from ipaddress import IPv6Address, ip_address

from flask import Flask, Response, request
from flask_limiter import Limiter
from werkzeug.exceptions import TooManyRequests

from webapp.views.asking import author

EVERYTHING = "12000 per minute"  # from one address: a whole shop may share it
STREAMS = {"link": 64, "address": 500, "worker": 6000}  # open at once
LATER = 10  # seconds until a phone that found no room for a stream tries again


def address() -> str:
    """Where a request comes from. A network of IPv6 counts as one, as it is one household."""
    try:
        come_from = ip_address(request.remote_addr or "")
    except ValueError:
        return "nowhere"
    come_from = getattr(come_from, "ipv4_mapped", None) or come_from
    if isinstance(come_from, IPv6Address):
        return f"{IPv6Address(int(come_from) >> 64 << 64)}/64"
    return str(come_from)


def table() -> str:
    """The table that a request is about."""
    return f"table {(request.view_args or {}).get('table')}"


def phone() -> str:
    """One phone at one table; before it has its cookie, everyone at its address."""
    return f"{table()} {author() or address()}"


def everyone() -> str:
    return "everyone"


def missed(response: Response) -> bool:
    """Whether a join code was a wrong guess: right ones are never counted."""
    return response.status_code == 404


Rule = tuple[str, str, Callable[[], str], Callable[[Response], bool] | None]
#: Endpoint, how often, for whom, and which answers count (all).
RULES: tuple[Rule, ...] = (
    ("entries.post", "20 per second", phone, None),
    ("share.join", "10 per minute", address, missed),
    ("share.join", "600 per minute", everyone, missed),
    ("share.make_table", "120 per minute", address, None),
    ("share.renew_code", "20 per minute", table, None),
    ("links.rotate", "10 per minute", table, None),
    ("links.rotate", "60 per minute", address, None),
    ("links.forget", "60 per minute", address, None),
)


def init_app(app: Flask, enabled: bool) -> None:
    """Guard the views that are there. Each process counts for itself, in memory."""
    app.extensions["streams"] = Streams(STREAMS if enabled else {})
    if not enabled:
        return
    limiter = Limiter(address, application_limits=[EVERYTHING], storage_uri="memory://")
    limiter.init_app(app)
    for endpoint, limit, key, counts in RULES:
        guard = limiter.limit(limit, key_func=key, deduct_when=counts)
        app.view_functions[endpoint] = guard(app.view_functions[endpoint])
    for endpoint in ("static_file", "health.healthz"):
        limiter.exempt(app.view_functions[endpoint])
    app.after_request(partial(_say_when, limiter))


def _say_when(limiter: Limiter, response: Response) -> Response:
    if response.status_code == 429:
        limit = limiter.current_limit
        breached = limit is not None and limit.breached
        wait = max(1, limit.reset_at - int(time.time())) if breached else LATER
        response.headers["Retry-After"] = str(wait)
    return response


class Streams:
    """The streams that are open in this process; `most` of them by link, by address and in all."""

    def __init__(self, most: dict[str, int]) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, link: str) -> Callable[[], None]:
        """Count one more, and answer with what to call at its end. Raises TooManyRequests."""
        keys = {"link": f"link {link}", "address": f"address {address()}", "worker": "all"}
        if any(self._open[keys[kind]] >= most for kind, most in self._most.items()):
            raise TooManyRequests
        self._open.update(keys.values())
        return partial(self._leave, keys.values())

    def _leave(self, keys: Iterable[str]) -> None:
        self._open.subtract(keys)
        for key in keys:
            if self._open[key] <= 0:
                del self._open[key]
