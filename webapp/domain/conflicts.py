"""Entries that people must settle: how one is described, and which answers it offers."""

from webapp.domain.bodies import (
    Correct,
    Double,
    EffectOn,
    Gain,
    Lose,
    Pay,
    Proliferate,
    ResolutionChoose,
    Undo,
)
from webapp.domain.deltas import Delta
from webapp.domain.refusals import Code, Refusal
from webapp.domain.rows import Past, Row
from webapp.domain.sight import whole_of, wished
from webapp.domain.table import Conflict, Table

MOST_CONFLICTS = 50
"""So many may be open at once: beyond, an entry is refused for the same reason."""

_ANSWERS = {
    Code.INSUFFICIENT: ("twin", "drop", "retry", "total"),
    Code.UNDO_BELOW_ZERO: ("drop", "retry", "total"),
    Code.PLAYER_LEFT: ("drop", "retry"),
}


def conflict_of(table: Table, row: Row, refusal: Refusal, past: Past) -> Conflict:
    """The conflict that a row is about, for the reason it no longer holds."""
    answers = _ANSWERS[refusal.code]
    if isinstance(row.entry.body, Correct) and refusal.code is Code.INSUFFICIENT:
        answers = ("drop", "total")
    seat = _seat(table, row, past)
    return Conflict(row.entry.id, seat, refusal.code, refusal.params, answers)


def _seat(table: Table, row: Row, past: Past) -> str:
    named = _named(table, row)
    if named:
        return named
    wish = wished(row, table, past)
    touched = _touched(row, table, past)
    lowered = [seat.id for seat in table.seats if _lowers(wish, seat.id)]
    return (lowered or [seat.id for seat in table.seats if seat.id in touched])[0]


def _named(table: Table, row: Row) -> str | None:
    """The seat that an entry is about by itself."""
    match row.entry.body:
        case Gain(seat) | Pay(seat) | Lose(seat) | Double(seat) | Correct(seat):
            return seat
        case Proliferate(seats):
            return next((seat for seat in seats if not table.is_here(seat)), seats[0])
        case EffectOn(_, _, controller, target):
            named = [seat for seat in (target, controller) if seat]
            return next((seat for seat in named if not table.is_here(seat)), named[0])
        case ResolutionChoose(resolution):
            found = table.resolution(resolution)
            return found.seat if found else None
    return None


def _touched(row: Row, table: Table, past: Past) -> set[str]:
    """The seats that the entries have moved which an undo is about."""
    body = row.entry.body
    if not isinstance(body, Undo):
        return set()
    wanted = (*whole_of(body.entry, table, past), *body.with_)
    found = (past.find(id) for id in wanted)
    return {seat for target in found if target for seat in target.delta}


def _lowers(delta: Delta, seat: str) -> bool:
    return any(n < 0 for n in delta.get(seat, {}).values())
