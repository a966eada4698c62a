"""What may be gained, paid and corrected."""

from dataclasses import replace

from webapp.domain.bodies import Correct, Gain, Pay, Settle
from webapp.domain.deltas import amount, change
from webapp.domain.entries import Entry
from webapp.domain.judgement import judge
from webapp.domain.refusals import Code, Refusal
from webapp.domain.rows import Flag, Outcome, Past, Row, Verdict, refused, without_effect
from webapp.domain.sight import Sight, sight_of
from webapp.domain.table import Table

SAME_MOMENT = 15_000
"""Milliseconds within which two people may have recorded the same event."""


def gain(table: Table, entry: Entry, wish: Gain, past: Past) -> Verdict:
    """Counters a player gets."""
    return _move(table, entry, wish, wish.n, past)


def pay(table: Table, entry: Entry, wish: Pay, past: Past) -> Verdict:
    """A cost, paid whole or not at all."""
    return _move(table, entry, wish, -wish.n, past)


def correct(table: Table, entry: Entry, wish: Correct, past: Past) -> Verdict:
    """A total put right: what the phone saw and what it should be, as one difference."""
    if table.seat(wish.seat) is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    return put_right(sight_of(table, entry, past), wish)


def put_right(sight: Sight, wish: Correct) -> Verdict:
    """
    Judge a correction: unseen moves stay and it comes on top of them; a correction unseen by
    its author has been there before it, to the same total or to another.
    """
    moves = [row for row in sight.unseen if amount(row.delta, wish.seat, wish.kind)]
    others = [to for row in sight.unseen if (to := _corrected_to(row, wish)) is not None]
    if others:
        twin = others[-1] == wish.to
        return without_effect(sight.table, Outcome.DUPLICATE if twin else Outcome.STALE)
    delta = change(wish.seat, wish.kind, wish.to - wish.from_)
    verdict = judge(sight.table, sight, delta)
    flags = (Flag.MOVED_SINCE,) if moves and verdict.outcome is Outcome.ACCEPTED else ()
    return replace(verdict, flags=flags)


def _move(table: Table, entry: Entry, wish: Gain | Pay, n: int, past: Past) -> Verdict:
    if table.seat(wish.seat) is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    sight = sight_of(table, entry, past)
    verdict = judge(table, sight, change(wish.seat, wish.kind, n))
    twin = verdict.outcome is Outcome.ACCEPTED and any(_is_twin(r, entry) for r in sight.unseen)
    return replace(verdict, flags=(Flag.POSSIBLE_DUPLICATE,)) if twin else verdict


def _is_twin(row: Row, entry: Entry) -> bool:
    near = abs(row.entry.at - entry.at) <= SAME_MOMENT
    return row.entry.body == entry.body and near and not row.undone


def _corrected_to(row: Row, wish: Correct) -> int | None:
    """The total that a row has put right before, if it is the same that a correction is about."""
    if row.undone:
        return None
    match row.entry.body:
        case Correct(seat=wish.seat, kind=wish.kind, to=to):
            return to
        case Settle(answer="total", to=to) if amount(row.delta, wish.seat, wish.kind):
            return to
        case _:
            return None
