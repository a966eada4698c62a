"""
What the author of an entry saw: the state at `seen` plus that author's own entries since.

An entry that no longer holds, but did in this, was made in good faith: it is a conflict.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webapp.domain.bodies import Correct, Gain, Lose, Pay, ResolutionChoose, Undo
from webapp.domain.deltas import Delta, amount, change, inverse, together
from webapp.domain.entries import Entry
from webapp.domain.parts import Effect
from webapp.domain.rows import Outcome, Past, Row
from webapp.domain.table import Table

FARTHEST = 1000
"""So many rows are looked back at, at most: what an entry costs must not grow with its ledger."""


@dataclass(frozen=True)
class Sight:
    """The table as an author saw it: `unseen` are others' accepted rows since, oldest first."""

    table: Table
    entry: Entry
    unseen: tuple[Row, ...]
    offset: Delta  # from the table as it is to the one that was seen

    def balance(self, seat: str, kind: str) -> int:
        """How many counters of a kind that seat had there."""
        return self.table.balance(seat, kind) + amount(self.offset, seat, kind)

    def is_here(self, seat: str) -> bool:
        """Whether that seat's player was at the table there."""
        found = self.table.seat(seat)
        if found is None or found.is_here:
            return found is not None
        return found.left_at > self.entry.seen and found.left_by != self.entry.author

    @property
    def in_force(self) -> tuple[Effect, ...]:
        """The effects that were in force there."""
        return tuple(
            effect
            for effect in self.table.effects
            if self._knew(effect.on, effect.on_by)
            and not (effect.off and self._knew(effect.off, effect.off_by))
        )

    def _knew(self, seq: int, author: str | None) -> bool:
        return seq <= self._horizon or author == self.entry.author

    @property
    def _horizon(self) -> int:
        return _since(self.table, self.entry)


def sight_of(table: Table, entry: Entry, past: Past) -> Sight:
    """
    Take back from the table what its author had not seen, and add what they wished in vain.

    It is never looked at further back than to the beginning of the game, where every counter
    was 0, nor than FARTHEST.
    """
    rows = past.after(_since(table, entry))
    author, accepted = entry.author, Outcome.ACCEPTED
    # Of hundreds that one phone made, each looks at all before it: the cheapest question first.
    unseen = tuple(row for row in rows if row.entry.author != author and row.outcome is accepted)
    failed = [row for row in rows if row.outcome is not accepted]
    wishes = [wished(row, table, past) for row in failed if _in_vain(row, author)]
    offset = together(inverse(together(*(row.delta for row in unseen))), *wishes)
    return Sight(table, entry, unseen, offset)


def all_seen(table: Table, entry: Entry) -> Sight:
    """The table as it is, for an entry that is judged anew."""
    return Sight(table, replace(entry, seen=table.seq), (), {})


def wished(row: Row, table: Table, past: Past) -> Delta:
    """What an entry would have moved, had it been possible; gains as they were recorded."""
    match row.entry.body:
        case Gain(seat, kind, n, also):
            return together(
                change(seat, kind, n), *(change(seat, each.kind, each.n) for each in also)
            )
        case ResolutionChoose(resolution, n) if found := table.resolution(resolution):
            return change(found.seat, "energy", -(n or 0))
        case Pay(seat, kind, n):
            return change(seat, kind, -n)
        case Correct(seat, kind, from_, to):
            return change(seat, kind, to - from_)
        case Undo(entry, with_):
            return together(*(inverse(row.delta) for row in _found((entry, *with_), past)))
        case _:
            return {}


def whole_of(id: str, table: Table, past: Past) -> tuple[str, ...]:
    """
    An entry first, then all that belongs to it, newest first: a group, a resolution's parts.

    A group is one author's, and nobody looks further back for its parts than FARTHEST.
    """
    row = past.find(id)
    if row is None or not row.accepted or _part_of(row) is None:
        return (id,)
    rows = past.after(max(table.since, table.seq - FARTHEST))
    parts = [r.entry.id for r in rows if r.accepted and _part_of(r) == _part_of(row)]
    return (id, *(part for part in reversed(parts) if part != id))


def _part_of(row: Row) -> tuple[str, str] | None:
    match row.entry.body:
        case Lose(group=str(group)):
            return row.entry.author, group
        case Gain(resolution=str(resolution)) | ResolutionChoose(resolution):
            return "", resolution
    return None


def _since(table: Table, entry: Entry) -> int:
    return max(entry.seen, table.since, table.seq - FARTHEST)


def _in_vain(row: Row, author: str) -> bool:
    if row.entry.author != author:
        return False
    overtaken = row.outcome in (Outcome.STALE, Outcome.DUPLICATE)
    return row.outcome is Outcome.CONFLICT or (overtaken and isinstance(row.entry.body, Correct))


def _found(ids: Sequence[str], past: Past) -> list[Row]:
    rows = (past.find(id) for id in dict.fromkeys(ids))
    return [row for row in rows if row]
