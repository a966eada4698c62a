"""
Spells and abilities that resolve: shared by all phones, so that each is paid once.

Where every target is illegal, no part of one happens (rule 608.2b).
"""

from dataclasses import replace

from webapp.domain.bodies import ResolutionChoose, ResolutionClose, ResolutionOpen
from webapp.domain.deltas import change
from webapp.domain.judgement import judge
from webapp.domain.parts import Resolution
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.rows import Outcome, Row, Verdict, accepted, refused
from webapp.domain.sight import Sight
from webapp.domain.table import Table

MOST_RESOLUTIONS = 20
"""So many may go on at once, and so many that are over are kept."""


def begin(table: Table, wish: ResolutionOpen) -> Verdict:
    """A spell or ability begins to resolve."""
    seat = table.seat(wish.seat)
    if seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    if not seat.is_here:
        return refused(table, Refusal(Code.PLAYER_LEFT))
    if table.resolution(wish.resolution):
        return refused(table, bad_field("resolution", Why.TAKEN))
    if sum(not resolution.closed for resolution in table.resolutions) >= MOST_RESOLUTIONS:
        return refused(table, Refusal(Code.TOO_MANY, {"max": MOST_RESOLUTIONS}))
    begun = Resolution(wish.resolution, wish.seat, wish.card, wish.targets, wish.min)
    return accepted(replace(table, resolutions=(*table.resolutions, begun)))


def choose(table: Table, sight: Sight, wish: ResolutionChoose) -> Verdict:
    """Its one choice: so much is paid, 0 too, or it is declined."""
    found = table.resolution(wish.resolution)
    if found and found.chosen:
        return refused(table, Refusal(Code.ALREADY_CHOSEN))
    if found is None or not found.resolves:
        return refused(table, Refusal(Code.NOT_RESOLVING))
    if wish.pay is not None and wish.pay < found.min:
        return refused(table, Refusal(Code.BELOW_MIN, {"min": found.min}))
    verdict = judge(table, sight, change(found.seat, "energy", -(wish.pay or 0)), (found.seat,))
    if verdict.outcome is not Outcome.ACCEPTED:
        return verdict
    chosen = replace(found, chosen=table.seq + 1, paid=wish.pay)
    return replace(verdict, table=table.with_resolution(chosen))


def close(table: Table, wish: ResolutionClose) -> Verdict:
    """It is over."""
    found = table.resolution(wish.resolution)
    if found is None or found.closed:
        return refused(table, Refusal(Code.NOT_RESOLVING))
    return accepted(closed(table, table.seq + 1, only=found.id))


def closed(table: Table, seq: int, only: str | None = None) -> Table:
    """The table once one resolution is over at a seq, or all of them."""
    after = tuple(
        replace(r, closed=seq) if not r.closed and only in (None, r.id) else r
        for r in table.resolutions
    )
    over = sorted((r.closed for r in after if r.closed), reverse=True)
    since = over[MOST_RESOLUTIONS - 1] if len(over) > MOST_RESOLUTIONS else 0
    return replace(table, resolutions=tuple(r for r in after if not r.closed or r.closed >= since))


def flipped(table: Table, row: Row, undone: bool) -> Table | None:
    """The table once a choice is undone or made again; None where another was made since."""
    if undone:
        made = next((r for r in table.resolutions if r.chosen == row.seq), None)
        return table.with_resolution(replace(made, chosen=0, paid=None)) if made else table
    if not isinstance(row.entry.body, ResolutionChoose):
        return table
    found = table.resolution(row.entry.body.resolution)
    if found is None:
        return table
    if found.chosen:
        return None
    return table.with_resolution(replace(found, chosen=row.seq, paid=row.entry.body.pay))


def reopened(table: Table, seq: int) -> Table:
    """The table with the resolutions that a seq had closed going on."""
    after = (replace(r, closed=0) if r.closed == seq else r for r in table.resolutions)
    return replace(table, resolutions=tuple(after))
