"""What may be got, paid, lost and corrected."""

from dataclasses import replace

from webapp.domain.bodies import Correct, Gain, Settle
from webapp.domain.deltas import amount, change
from webapp.domain.effects import met
from webapp.domain.entries import Entry
from webapp.domain.judgement import judge
from webapp.domain.moves import Move, Moving, move, shared
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.rows import Flag, Outcome, Row, Verdict, refused, without_effect
from webapp.domain.sight import Sight
from webapp.domain.switching import cured
from webapp.domain.table import Table

SAME_MOMENT = 15_000
"""Milliseconds within which two people may have recorded the same event."""


def moved(table: Table, sight: Sight, entry: Entry, wish: Moving) -> Verdict:
    """Counters that are got, paid, lost, proliferated, doubled: by one instruction, as one."""
    resolution = wish.resolution if isinstance(wish, Gain) else None
    if resolution and not table.is_resolving(resolution):
        return refused(table, Refusal(Code.NOT_RESOLVING))
    found = move(table, sight, wish)
    if isinstance(found, Refusal):
        return refused(table, found)
    verdict = judge(table, sight, shared(table, found.delta), found.seats)
    if verdict.outcome is not Outcome.ACCEPTED:
        return verdict
    return replace(
        verdict, table=cured(table, entry, found.cured), flags=_flags(table, sight, entry, found)
    )


def _flags(table: Table, sight: Sight, entry: Entry, found: Move) -> tuple[Flag, ...]:
    changed = any(
        met(table, sight.in_force, event) != met(table, table.in_force, event)
        for event in found.events
    )
    flags = {
        Flag.POSSIBLE_DUPLICATE: any(_is_twin(row, entry) for row in sight.unseen),
        Flag.CLAMPED: found.clamped,
        Flag.EFFECTS_CHANGED: changed,
    }
    return tuple(flag for flag, holds in flags.items() if holds)


def correct(table: Table, sight: Sight, wish: Correct) -> Verdict:
    """A total put right: what the phone saw and what it should be, as one difference."""
    if table.seat(wish.seat) is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    if not table.knows(wish.kind):
        return refused(table, bad_field("kind", Why.CHOICE))
    return put_right(sight, wish)


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
    verdict = judge(sight.table, sight, shared(sight.table, delta))
    flags = (Flag.MOVED_SINCE,) if moves and verdict.outcome is Outcome.ACCEPTED else ()
    return replace(verdict, flags=flags)


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
