"""
What taking entries back does: exact inverses, and which entries are undone or live after it.

An undo that is itself undone makes the entries live again that it had taken back, and so on:
the chain is followed through `compensates`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from webapp.domain import resolutions, switching
from webapp.domain.bodies import EffectOff, NewGame, Settle, Turn
from webapp.domain.conflicts import MOST_CONFLICTS, conflict_of
from webapp.domain.deltas import Delta, inverse, together
from webapp.domain.games import UNDOABLE, back_to, forward_to
from webapp.domain.refusals import Code, Refusal
from webapp.domain.rows import Outcome, Past, Row, Verdict, refused, without_effect
from webapp.domain.table import Table
from webapp.domain.turns import unbegun

MOST_FLIPS = 200
"""So many rows one undo may flip: nobody plays that way, and a chain costs a look-up a link."""

Flips = Sequence[tuple[Row, bool]]
"""Rows, each with whether it is undone from now on."""


@dataclass(frozen=True)
class TakeBack:
    """Entries taken back as one. `table` is the one to go on with, counters apart."""

    table: Table
    delta: Delta = field(default_factory=dict)
    marks: Mapping[str, bool] = field(default_factory=dict)
    entries: tuple[str, ...] = ()
    flips: Flips = ()

    @property
    def changes_game(self) -> bool:
        """Whether it undoes or redoes the beginning of a game."""
        return any(isinstance(row.entry.body, NewGame) for row, _ in self.flips)


def take_back(table: Table, past: Past, wanted: Sequence[str], by: str) -> TakeBack | Verdict:
    """
    Plan to take back the first of the wanted entries and the others with it.

    The first being undone already makes a duplicate; another one is left out.
    """
    plan = TakeBack(table)
    for id in wanted:
        row = past.find(id)
        if row is None:
            return refused(table, Refusal(Code.UNKNOWN_ENTRY))
        if not (row.accepted and row.entry.type in UNDOABLE):
            return refused(table, Refusal(Code.UNDO_NOT_POSSIBLE))
        flips = _flips(row, past, plan.marks)
        if flips is None and row.entry.id == wanted[0] and not plan.entries:
            return without_effect(table, Outcome.DUPLICATE)
        if flips is not None:
            after = _after(plan.table, row, flips, past, by, alone=len(wanted) == 1)
            if after is None or len(plan.flips) + len(flips) > MOST_FLIPS:
                return refused(table, Refusal(Code.UNDO_NOT_POSSIBLE))
            plan = _with(plan, row, flips, after)
    return plan


def _flips(row: Row, past: Past, marks: Mapping[str, bool]) -> Flips | None:
    """Every row that is undone or live again once this one is undone; None if it can't be."""
    flips: dict[str, bool] = {}
    order: list[tuple[Row, bool]] = []
    waiting = [(row, True)]
    while waiting and len(order) <= MOST_FLIPS:
        row, undone = waiting.pop()
        now = flips.get(row.entry.id, marks.get(row.entry.id, row.undone))
        if now == undone:
            return None
        flips[row.entry.id] = undone
        order.append((row, undone))
        below = [found for id in row.compensates if (found := past.find(id))]
        waiting += [(r, not undone) for r in (below if undone else reversed(below))]
    return order


def _after(
    table: Table, row: Row, flips: Flips, past: Past, by: str, alone: bool
) -> Table | None:  # fmt: skip
    """The table once these rows have flipped; None where that is not possible."""
    for flipped, undone in flips:
        if isinstance(flipped.entry.body, NewGame):
            game = flipped.entry.game, flipped.entry.id
            return _other_game(table, row, game, undone, past, by) if alone else None
    if row.entry.game != table.game:
        return None
    after: Table | None = table
    for flipped, undone in flips:
        after = after and _flipped(after, flipped, undone, past, by)
    return after


def _flipped(table: Table, row: Row, undone: bool, past: Past, by: str) -> Table | None:
    """What a row has done beside moving counters, undone or done again."""
    body, after = row.entry.body, resolutions.flipped(table, row, undone)
    after = after and switching.flipped(after, row.seq, undone, table.seq + 1, by)
    if after and isinstance(body, Settle):
        return _settled(after, body.entry, undone, past)
    if after and isinstance(body, EffectOff) and not undone:
        return switching.ended(after, row.seq, by, only=(body.effect,))
    if after and isinstance(body, Turn):
        return unbegun(after, row.seq) if undone else None
    return after


def _other_game(
    table: Table, row: Row, game: tuple[str, str], undone: bool, past: Past, by: str
) -> Table | None:  # fmt: skip
    """A game's beginning is undone and redone only while nothing has been played since."""
    ended, begun = game
    if table.game != (begun if undone else ended) or table.last_play > row.seq:
        return None
    return back_to(table, ended, past) if undone else forward_to(table, begun, past, by)


def _settled(table: Table, entry: str, undone: bool, past: Past) -> Table | None:
    """A conflict opens again with its settle undone, and closes with it redone."""
    if not undone:
        return table.without_conflict(entry) if table.conflict(entry) else None
    row = past.find(entry)
    if row is None or row.refusal is None or len(table.conflicts) >= MOST_CONFLICTS:
        return None
    reopened = conflict_of(table, row, row.refusal, past)
    return replace(table, conflicts=(*table.conflicts, reopened))


def _with(plan: TakeBack, row: Row, flips: Flips, table: Table) -> TakeBack:
    return TakeBack(
        table=table,
        delta=together(plan.delta, inverse(row.delta)),
        marks={**plan.marks, **{flipped.entry.id: undone for flipped, undone in flips}},
        entries=(*plan.entries, row.entry.id),
        flips=(*plan.flips, *flips),
    )
