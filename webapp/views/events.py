"""The table as data: its state, and the stream of its changes."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from itertools import chain, takewhile
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from orjson import dumps

from webapp.services.lifetime import Lifetime
from webapp.services.ports import Unavailable
from webapp.services.state import state_json
from webapp.services.tables import TableView
from webapp.views.asking import author, lifetime, number, tables
from webapp.views.missing import client, missing
from webapp.views.stream import Stream

events = Blueprint("events", __name__)

RETRY = 2000  # ms until a phone connects again


@events.get("/t/<table>/state")
def state(table: str) -> ResponseReturnValue:
    """The whole state; with ?after= also the entries since."""
    me, after = client(), number(request.args.get("after"))
    view = tables().view(table, me, after) or missing(table)
    return jsonify(state_json(view, me or author()))


@events.get("/w/<watch>/state")
def watched_state(watch: str) -> ResponseReturnValue:
    """The same for a watcher: nothing in it leads to the table's own link."""
    view = tables().by_watch(watch, number(request.args.get("after"))) or missing(watch)
    return jsonify(state_json(view, watch=True))


@events.get("/t/<table>/events")
def stream(table: str) -> ResponseReturnValue:
    """
    The stream: the whole state first, then again after every change.

    When the table gets a new link, phones with a seat at it are told, then or when they come back.
    """
    phone = client()
    me = phone or author()
    told = Stream()
    views, farewell = _follow(table, told, phone), _farewell(lifetime(), table, me)
    if first := next(views, None):
        frames = _frames(first, views, lambda view: state_json(view, me))
        return _answer(table, told, chain(frames, farewell), views)
    return _answer(table, told, list(farewell) or missing(table), views)


@events.get("/w/<watch>/events")
def watched_stream(watch: str) -> ResponseReturnValue:
    """The same for a watcher."""
    table = (tables().by_watch(watch) or missing(watch)).id
    told = Stream()
    views = _follow(table, told, None)
    same = takewhile(lambda view: view is None or view.watch == watch, views)
    first = next(same, None) or missing(watch)
    frames = _frames(first, same, lambda view: state_json(view, watch=True))
    return _answer(watch, told, frames, views)


def _follow(table: str, ear: Stream, phone: str | None) -> Generator[TableView | None]:
    seen = request.headers.get("Last-Event-ID") or request.args.get("after")
    views: Generator[TableView | None] = current_app.extensions["reservoir"].feed.follow(
        table, ear, number(seen), phone
    )
    return views


def _answer(
    link: str, told: Stream, frames: Iterable[bytes], views: Generator[TableView | None]
) -> Response:
    """Counted by the link: those who watch take no stream away from those who play."""
    leave = current_app.extensions["streams"].enter(link)
    told.begin(frames, views.close, leave)
    response = Response(told, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _frames(first: TableView, views: Iterator[TableView | None], to_json: Any) -> Iterator[bytes]:
    """Each followed by nothing, where a stream waits."""
    yield f"retry: {RETRY}\n\n".encode() + _state_frame(first, to_json)
    yield b""
    seq = first.table.seq
    del first
    for view in views:
        if view is None:
            yield b'event: hb\ndata: {"seq":%d}\n\n' % seq
        else:
            seq = view.table.seq
            yield _state_frame(view, to_json)
        yield b""


def _state_frame(view: TableView, to_json: Any) -> bytes:
    return b"id: %d\nevent: state\ndata: %b\n\n" % (view.table.seq, dumps(to_json(view)))


def _farewell(lifetime: Lifetime, table: str, me: str | None) -> Iterator[bytes]:
    """The last event, where the table has gone on under another link and this phone with it."""
    with suppress(Unavailable):
        if to := lifetime.moved(table, me):
            yield f'event: moved\ndata: {{"table":"{to}"}}\n\n'.encode()
