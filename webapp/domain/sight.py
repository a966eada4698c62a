"""
What the author of an entry saw: the state at `seen` plus that author's own entries since.

An entry that no longer holds, but did in this, was made in good faith: it is a conflict.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.domain.bodies import Correct, Gain, Pay, Undo
from webapp.domain.deltas import Delta, amount, change, inverse, together
from webapp.domain.entries import Entry
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


def sight_of(table: Table, entry: Entry, past: Past) -> Sight:
    """
    Take back from the table what its author had not seen, and add what they wished in vain.

    It is never looked at further back than to the beginning of the game, where every counter
    was 0, nor than FARTHEST.
    """
    rows = past.after(max(entry.seen, table.since, table.seq - FARTHEST))
    author, accepted = entry.author, Outcome.ACCEPTED
    # Of hundreds that one phone made, each looks at all before it: the cheapest question first.
    unseen = tuple(row for row in rows if row.entry.author != author and row.outcome is accepted)
    failed = [row for row in rows if row.outcome is not accepted]
    wishes = [wished(row, past) for row in failed if _in_vain(row, author)]
    offset = together(inverse(together(*(row.delta for row in unseen))), *wishes)
    return Sight(table, entry, unseen, offset)


def wished(row: Row, past: Past) -> Delta:
    """What an entry would have moved, had it been possible."""
    match row.entry.body:
        case Gain(seat, kind, n):
            return change(seat, kind, n)
        case Pay(seat, kind, n):
            return change(seat, kind, -n)
        case Correct(seat, kind, from_, to):
            return change(seat, kind, to - from_)
        case Undo(entry, with_):
            return together(*(inverse(row.delta) for row in _found((entry, *with_), past)))
        case _:
            return {}


def _in_vain(row: Row, author: str) -> bool:
    if row.entry.author != author:
        return False
    overtaken = row.outcome in (Outcome.STALE, Outcome.DUPLICATE)
    return row.outcome is Outcome.CONFLICT or (overtaken and isinstance(row.entry.body, Correct))


def _found(ids: Sequence[str], past: Past) -> list[Row]:
    rows = (past.find(id) for id in dict.fromkeys(ids))
    return [row for row in rows if row]
