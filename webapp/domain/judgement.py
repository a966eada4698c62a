"""Whether counters may move so: asked of the table, and if it says no, of what the author saw."""

from collections.abc import Sequence
from typing import Protocol

from webapp.domain.deltas import Delta
from webapp.domain.refusals import Code, Refusal, of_kind
from webapp.domain.rows import Outcome, Verdict, accepted
from webapp.domain.sight import Sight
from webapp.domain.table import MOST, Table


class Scene(Protocol):
    """The table, or a view of it."""

    def balance(self, seat: str, kind: str) -> int:
        """How many counters of a kind a seat has."""

    def is_here(self, seat: str) -> bool:
        """Whether that seat's player is at the table."""


def judge(table: Table, sight: Sight, delta: Delta, about: Sequence[str] = ()) -> Verdict:
    """
    Accept a move, or say what stands in its way; it may be about seats that it leaves as they are.

    A payment is made fully or not at all (rule 118.3), and a balance never falls below zero.
    """
    refusal = obstacle(table, table, delta, about)
    if refusal is None:
        return accepted(table, delta)
    held = refusal.code is not Code.TOO_MANY and obstacle(table, sight, delta, about) is None
    return Verdict(Outcome.CONFLICT if held else Outcome.REFUSED, table, refusal=refusal)


def obstacle(table: Table, scene: Scene, delta: Delta, about: Sequence[str] = ()) -> Refusal | None:
    """The first reason against a move in a scene, by the order of the seats."""
    for seat in table.seats:
        if seat.id in about and not scene.is_here(seat.id):
            return Refusal(Code.PLAYER_LEFT)
        for kind, n in delta.get(seat.id, {}).items():
            refusal = _obstacle_at(scene, seat.id, kind, n)
            if refusal:
                return refusal
    return None


def _obstacle_at(scene: Scene, seat: str, kind: str, n: int) -> Refusal | None:
    have = scene.balance(seat, kind)
    if not scene.is_here(seat):
        return Refusal(Code.PLAYER_LEFT)
    if have + n < 0 and kind != "life":
        return Refusal(Code.INSUFFICIENT, {"have": have, "need": -n, **of_kind(kind)})
    if not -MOST <= have + n <= MOST:
        return Refusal(Code.TOO_MANY, {"max": MOST})
    return None
