"""Turns, and what each player has got and spent in this one: paid or lost, corrections apart."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from webapp.domain.bodies import Settle
from webapp.domain.deltas import Delta, inverse, together
from webapp.domain.parts import PastTurn, Tallies
from webapp.domain.rows import Past, Row
from webapp.domain.table import Table

COUNTED = (
    "gain", "pay", "lose", "proliferate", "double", "effect_on", "resolution_choose",
)  # fmt: skip
"""The entries whose moves belong to the game: what is corrected or taken back counts nowhere."""


def begun(table: Table, seq: int, seat: str | None) -> Table:
    """The table as a turn begins: nothing has moved in it yet."""
    past = PastTurn(table.turn_at, table.turn, table.tallies)
    return replace(table, turn=seat, turn_at=seq, tallies={}, last_turn=past)


def unbegun(table: Table, seq: int) -> Table | None:
    """The table once the turn that began there goes on from the one before; None if it can't."""
    past = table.last_turn
    if past is None or table.turn_at != seq:
        return None
    both = _summed(past.tallies, table.tallies, 1)
    return replace(table, turn=past.seat, turn_at=past.at, tallies=both, last_turn=None)


def counted(table: Table, row: Row, marks: Mapping[str, bool], past: Past) -> Table:
    """The table with a row's own moves in its tallies, and without those that it takes back."""
    tallies = _with(table.tallies, _of_the_game(row, past), 1)
    for id, undone in marks.items():
        flipped = past.find(id)
        if flipped and flipped.seq > table.turn_at:
            tallies = _with(tallies, _of_the_game(flipped, past), -1 if undone else 1)
    return table if tallies == table.tallies else replace(table, tallies=tallies)


def _of_the_game(row: Row, past: Past) -> Delta:
    if row.entry.type in COUNTED:
        return row.delta
    if isinstance(row.entry.body, Settle) and row.entry.body.answer == "retry":
        back = (past.find(id) for id in row.compensates)
        return together(row.delta, *(found.delta for found in back if found))
    return {}


def _with(tallies: Tallies, delta: Delta, times: int) -> Tallies:
    if not delta:
        return tallies
    up, down = _positive(delta), _positive(inverse(delta))
    moved = {
        seat: {
            kind: {"got": up.get(seat, {}).get(kind, 0), "spent": down.get(seat, {}).get(kind, 0)}
            for kind in kinds
        }
        for seat, kinds in delta.items()
    }
    return _summed(tallies, moved, times)


def _positive(delta: Delta) -> Delta:
    return {seat: {kind: n for kind, n in kinds.items() if n > 0} for seat, kinds in delta.items()}


def _summed(one: Tallies, other: Tallies, times: int) -> Tallies:
    moved = {
        seat: {
            kind: {
                way: _at(one, seat, kind, way) + times * _at(other, seat, kind, way)
                for way in ("got", "spent")
            }
            for kind in _keys(one.get(seat, {}), kinds)
        }
        for seat, kinds in other.items()
    }
    still = {seat: of for seat, of in one.items() if seat not in moved}
    return {**still, **_without_zeros(moved)}


def _at(tallies: Tallies, seat: str, kind: str, way: str) -> int:
    return tallies.get(seat, {}).get(kind, {}).get(way, 0)


def _keys(one: Iterable[str], other: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys([*one, *other])


def _without_zeros(tallies: Tallies) -> Tallies:
    kinds = {
        seat: {kind: {way: n for way, n in ways.items() if n} for kind, ways in of.items()}
        for seat, of in tallies.items()
    }
    kept = {seat: {kind: ways for kind, ways in of.items() if ways} for seat, of in kinds.items()}
    return {seat: of for seat, of in kept.items() if of}
