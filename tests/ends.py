"""Pages for when there is nothing to show: what is gone, and what went wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, TooManyRequests
from werkzeug.test import TestResponse

from tests.people import TABLE, Clock, Person
from webapp.services.ports import Broken, Busy

NO_TABLE = "N" * 26
MONTH = 31 * 24 * 60 * 60 * 1000  # ms
FAULTS = {
    "our fault": (RuntimeError, 500),
    "busy": (Busy, 503),
    "no database": (Broken, 503),
    "too often": (TooManyRequests, 429),
    "too much": (RequestEntityTooLarge, 413),
    "unreadable": (BadRequest, 400),
}

Ends = Iterator[tuple[str, TestResponse, int]]
"""What is the matter, the answer, and the status that it should have."""


def gone(app: Flask, ana: Person, dan: Person, clock: Clock, **headers: str) -> Ends:
    """An old link for Ana, who sat there, and for Dan; a forgotten table, an idle one, and none."""
    idle = ana.web.post("/tables", data={"seats": "2"}).location
    new = ana.web.post(f"/t/{TABLE}/rotate", data={"which": "play"}).location.split("/")[2]
    yield "a new link for a seat", ana.web.get(f"/t/{TABLE}", headers=headers), 410
    ana.web.post(f"/t/{new}/forget")
    again = ana.web.post("/tables", data={"seats": "2"}).location
    ana.web.post(f"{again}/rotate", data={"which": "play"})
    clock.time += MONTH
    while app.extensions["reservoir"].forget_idle():
        pass
    yield "a new link", dan.web.get(again, headers=headers), 410
    yield "forgotten", dan.web.get(f"/t/{new}", headers=headers), 410
    yield "idle", dan.web.get(idle, headers=headers), 410
    yield "no table", dan.web.get(f"/t/{NO_TABLE}", headers=headers), 404
    yield "no page", dan.web.get("/nothing", headers=headers), 404


def wrong(app: Flask, dan: Person, **headers: str) -> Ends:
    """A wrong method, another site, and everything that can fail while a table is read."""
    yield "no such method", dan.web.put("/tables", headers=headers), 405
    elsewhere = {"Sec-Fetch-Site": "cross-site", **headers}
    yield "another site", dan.web.post("/tables", headers=elsewhere), 403
    for name, (fault, status) in FAULTS.items():
        with failing(app, fault):
            yield name, dan.web.get(f"/t/{NO_TABLE}", headers=headers), status


@contextmanager
def failing(app: Flask, fault: type[Exception]) -> Iterator[None]:
    def broken(*_: object) -> None:
        raise fault

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(app.extensions["reservoir"].tables), "view", broken)
        yield
