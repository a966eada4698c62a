"""The table as plain JSON for a phone: `State` and `Outcome` of docs/openapi.yaml."""

from typing import Any

from webapp.domain.bodies import Undo
from webapp.domain.parts import Effect, Resolution
from webapp.domain.rows import Row
from webapp.domain.table import Conflict, Seat, Table
from webapp.domain.wire import own_fields
from webapp.services.batch import Answered
from webapp.services.links import shown_code
from webapp.services.tables import TableView

VERSION = 1


def state_json(view: TableView, author: str | None = None, watch: bool = False) -> dict[str, Any]:
    """
    The whole state, and the entries where they were asked for.

    Nobody learns another's client or author: seats say `held` and `mine`, entries the seat `by`
    which they came. For a watcher no byte leads to the table's id.
    """
    table = view.table
    state: dict[str, Any] = {
        "v": VERSION,
        "epoch": view.epoch,
        **({"watch": view.watch} if watch else _ways_in(view)),
        "name": table.name,
        "game": table.game,
        "seq": table.seq,
        "mode": table.mode,
        "variant": table.variant,
        "seats": [_seat(seat, table, author) for seat in table.seats],
        "effects": [_effect(effect) for effect in table.in_force],
        "resolutions": [_resolution(r) for r in table.resolutions if not r.closed],
        "conflicts": [_conflict(conflict) for conflict in table.conflicts],
        "disputes": [
            {"entry": doubt.entry, "seat": doubt.seat, "kind": doubt.kind} for doubt in table.doubts
        ],
        **_rarely(table),
    }
    if not watch and view.ack is not None:
        state["ack"] = view.ack
    if view.after is not None:
        state["entries"] = [_entry(row, author) for row in view.rows]
    return state


def _ways_in(view: TableView) -> dict[str, str]:
    return {"table": view.id, "code": shown_code(view.code)}


def outcome_json(answered: Answered) -> dict[str, Any]:
    """What is answered about one posted entry."""
    row = answered.row
    answer = {"id": row.entry.id, "seq": row.seq, **_outcome(row)}
    if answered.replay:
        answer["replay"] = True
    if answered.differs:
        answer["differs"] = True
    return answer


def _outcome(row: Row) -> dict[str, Any]:
    refusal = row.refusal
    return {
        "outcome": row.outcome,
        "delta": row.delta,
        "totals": row.totals,
        "flags": row.flags,
        "refusal": {"code": refusal.code, "params": refusal.params} if refusal else None,
        "rulings": row.cites,
    }


def _entry(row: Row, author: str | None) -> dict[str, Any]:
    entry = row.entry
    return {
        **own_fields(entry),
        "seq": row.seq,
        "id": entry.id,
        "type": entry.type,
        "game": entry.game,
        "at": entry.at,
        "by": row.by,
        "mine": author is not None and entry.author == author,
        "undone": row.undone,
        **_outcome(row),
        **_taken_back(row),
    }


def _taken_back(row: Row) -> dict[str, Any]:
    """What an entry takes back, where it is more than it names: a group, a retry's undo."""
    body = row.entry.body
    named = (body.entry, *body.with_) if isinstance(body, Undo) else ()
    told = row.compensates and row.compensates != named
    return {"compensates": row.compensates} if told else {}


def _rarely(table: Table) -> dict[str, Any]:
    """What few tables have: left out by the others."""
    told = {
        "turn": table.turn,
        "life": table.life,
        "kinds": [vars(own) for own in table.kinds] or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _seat(seat: Seat, table: Table, author: str | None) -> dict[str, Any]:
    counters = {kind: n for kind, n in seat.counters.items() if kind != "life"}
    told = {
        "id": seat.id,
        "name": seat.name,
        "colour": seat.colour,
        "shape": seat.shape,
        "status": seat.status,
        "held": seat.holder is not None,
        "mine": author is not None and seat.holder == author,
        "team": seat.team,
        "counters": counters,
        "pins": seat.pins,
        "tally": {
            kind: {way: moved.get(way, 0) for way in ("got", "spent")}
            for kind, moved in table.tallies.get(seat.id, {}).items()
        },
    }
    return told if table.life is None else {**told, "life": seat.counters.get("life", 0)}


def _effect(effect: Effect) -> dict[str, Any]:
    fields = ("id", "card", "controller", "target", "until")
    return {field: getattr(effect, field) for field in fields}


def _resolution(resolution: Resolution) -> dict[str, Any]:
    fields = ("id", "seat", "card", "targets", "min", "paid")
    return {
        **{field: getattr(resolution, field) for field in fields},
        "chosen": resolution.chosen > 0,
    }


def _conflict(conflict: Conflict) -> dict[str, Any]:
    return {
        "entry": conflict.entry,
        "seat": conflict.seat,
        "code": conflict.code,
        "params": conflict.params,
        "answers": conflict.answers,
    }
