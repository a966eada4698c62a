"""The table as data: its state, and the stream of its changes."""

import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from webapp.domain.entries import valid_id
from webapp.services.state import state_json
from webapp.services.tables import TableView
from webapp.views.asking import author, number, tables
from webapp.views.errors import Problem

events = Blueprint("events", __name__)

RETRY = 2000  # ms until a phone connects again


@events.get("/t/<table>/state")
def state(table: str) -> ResponseReturnValue:
    """The whole state; with ?after= also the entries since."""
    client, after = _client(), number(request.args.get("after"))
    view = tables().view(table, client, after) or _unknown()
    return jsonify(state_json(view, client or author()))


@events.get("/w/<watch>/state")
def watched_state(watch: str) -> ResponseReturnValue:
    """The same for a watcher: nothing in it leads to the table's own link."""
    view = tables().by_watch(watch, number(request.args.get("after"))) or _unknown()
    return jsonify(state_json(view, watch=True))


@events.get("/t/<table>/events")
def stream(table: str) -> ResponseReturnValue:
    """The stream: the whole state first, then again after every change."""
    client = _client()
    me = client or author()
    return _stream(table, client, lambda view: state_json(view, me))


@events.get("/w/<watch>/events")
def watched_stream(watch: str) -> ResponseReturnValue:
    """The same for a watcher."""
    view = tables().by_watch(watch) or _unknown()
    return _stream(view.id, None, lambda view: state_json(view, watch=True))


def _stream(table: str, client: str | None, to_json: Any) -> Response:
    seen = request.headers.get("Last-Event-ID") or request.args.get("after")
    views = current_app.extensions["reservoir"].feed.follow(table, number(seen), client)
    first = next(views, None) or _unknown()
    response = Response(_frames(first, views, to_json), mimetype="text/event-stream")
    response.call_on_close(views.close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _frames(first: TableView, views: Iterator[TableView | None], to_json: Any) -> Iterator[str]:
    yield f"retry: {RETRY}\n\n{_state_frame(first, to_json)}"
    seq = first.table.seq
    for view in views:
        if view is None:
            yield f'event: hb\ndata: {{"seq":{seq}}}\n\n'
        else:
            seq = view.table.seq
            yield _state_frame(view, to_json)


def _state_frame(view: TableView, to_json: Any) -> str:
    data = json.dumps(to_json(view), separators=(",", ":"))
    return f"id: {view.table.seq}\nevent: state\ndata: {data}\n\n"


def _client() -> str | None:
    client = request.args.get("c")
    return client if valid_id(client) else None


def _unknown() -> TableView:
    raise Problem(404, "no_such_table")
