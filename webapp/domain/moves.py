"""
How far an entry moves counters. What is got follows the effects that its author saw (rules R6).

What is lost is taken from what is there when the entry comes to its place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from webapp.domain.bodies import Double, Gain, Lose, Pay, Proliferate
from webapp.domain.deltas import Delta, change, together
from webapp.domain.effects import Event, get
from webapp.domain.parts import Effect
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.table import KINDS, Table


class View(Protocol):
    """The table as an author saw it, or as it is."""

    @property
    def in_force(self) -> Sequence[Effect]:
        """The effects in force there."""

    def balance(self, seat: str, kind: str) -> int:
        """How many counters of a kind a seat has there."""


@dataclass(frozen=True)
class Move:
    """
    What an entry moves, and the seats it is about.

    `events` are those in which counters are got, `cured` the players who can't get poison after
    it, `clamped` whether less was lost than was to be.
    """

    delta: Delta = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    cured: tuple[str, ...] = ()
    clamped: bool = False


Moving = Gain | Pay | Lose | Proliferate | Double


def move(table: Table, view: View, wish: Moving) -> Move | Refusal:
    """The move of an entry, or why there is none."""
    refusal = _unfit(table, wish)
    if refusal:
        return refusal
    match wish:
        case Pay(seat, kind, n):
            return Move(change(seat, kind, -n), (seat,))
        case Lose():
            return _lost(table, wish)
        case Gain():
            return _gained(table, view, wish)
        case Double():
            return _doubled(table, view, wish)
        case Proliferate():
            return _proliferated(table, view, wish)


def everything(table: Table, seat: str) -> Delta:
    """All counters of a player gone; life is none."""
    found = table.seat(seat)
    counters = found.counters.items() if found else ()
    return together(*(change(seat, kind, -n) for kind, n in counters if kind != "life"))


def shared(table: Table, delta: Delta) -> Delta:
    """With what a team shares in Two-Headed Giant: life, and never energy (rule 810.5)."""
    if table.variant != "2hg":
        return delta
    mates = [
        change(mate, "life", kinds["life"])
        for seat, kinds in delta.items()
        if "life" in kinds
        for mate in table.mates(seat)[1:]
        if "life" not in delta.get(mate, {})
    ]
    return together(delta, *mates)


def _unfit(table: Table, wish: Moving) -> Refusal | None:
    seats, kinds = _named(wish)
    if any(table.seat(seat) is None for seat in seats):
        return Refusal(Code.UNKNOWN_SEAT)
    for name, kind in kinds:
        if not table.knows(kind):
            return bad_field(name, Why.CHOICE)
    return None


def _named(wish: Moving) -> tuple[Iterable[str], Iterable[tuple[str, str]]]:
    """The seats that an entry names, and its kinds by their fields."""
    match wish:
        case Gain(seat, kind, _, also, placer):
            more = [("also", each.kind) for each in also]
            return [seat, *([placer] if placer else [])], [("kind", kind), *more]
        case Proliferate(seats, by, order):
            return [*seats, *([by] if by else []), *order], []
        case Double(seat, kinds):
            return [seat], [("kinds", kind) for kind in kinds]
        case Pay(seat, kind) | Lose(seat, kind):
            return [seat], [("kind", kind)]


def _gained(table: Table, view: View, wish: Gain) -> Move | Refusal:
    amounts = {wish.kind: wish.n, **{each.kind: each.n for each in wish.also}}
    life = change(wish.seat, "life", amounts.pop("life", 0))
    event = Event(wish.seat, wish.placer or wish.seat, amounts)
    got = _got(table, view, event, wish.order)
    return got if isinstance(got, Refusal) else replace(got, delta=together(life, got.delta))


def _doubled(table: Table, view: View, wish: Double) -> Move | Refusal:
    if "life" in wish.kinds:
        return bad_field("kinds", Why.CHOICE)
    amounts = {kind: n for kind in wish.kinds if (n := view.balance(wish.seat, kind)) > 0}
    return _got(table, view, Event(wish.seat, wish.seat, amounts), wish.order)


def _proliferated(table: Table, view: View, wish: Proliferate) -> Move | Refusal:
    """One more of every kind for each player chosen: an event each (rule 701.34)."""
    moves: list[Move] = []
    if _poisoned_twice(table, view, wish.seats):
        return Refusal(Code.TEAM_POISON_TWICE)
    for seat in wish.seats:
        amounts = {kind: 1 for kind in _counters(table) if view.balance(seat, kind) > 0}
        if not amounts:
            return Refusal(Code.NO_COUNTERS, {"seat": seat})
        event = Event(seat, wish.by or seat, amounts)
        got = _got(table, view, event, wish.order.get(seat))
        if isinstance(got, Move):
            moves.append(got)
        elif got.code is Code.CANT_GET:  # who can't get any is chosen in vain
            moves.append(Move(events=(event,)))
        else:
            return got
    return Move(
        together(*(each.delta for each in moves)), wish.seats,
        tuple(event for each in moves for event in each.events),
        tuple(seat for each in moves for seat in each.cured),
    )  # fmt: skip


def _got(table: Table, view: View, event: Event, order: Sequence[str] | None) -> Move | Refusal:
    got = get(table, view.in_force, event, order)
    if isinstance(got, Refusal):
        return got
    delta = together(*(change(event.seat, kind, n) for kind, n in got.amounts.items()))
    return Move(delta, (event.seat,), (event,), (event.seat,) if got.cured else ())


def _poisoned_twice(table: Table, view: View, seats: Sequence[str]) -> bool:
    """Only one player of a team can get another poison counter (rule 701.34b)."""
    poisoned = [seat for seat in seats if view.balance(seat, "poison") > 0]
    return any(table.are_mates(a, b) for a in poisoned for b in poisoned if a != b)


def _counters(table: Table) -> Iterable[str]:
    own = (own.kind for own in table.kinds)
    return (kind for kind in (*KINDS, *own) if kind != "life")


def _lost(table: Table, wish: Lose) -> Move:
    have = table.balance(wish.seat, wish.kind)
    if isinstance(wish.n, int):
        n = wish.n if wish.kind == "life" else min(wish.n, have)
        return Move(change(wish.seat, wish.kind, -n), (wish.seat,), clamped=n < wish.n)
    there = max(have, 0)
    n = {"all": there, "half-up": -(-there // 2), "half-down": there // 2}[wish.n]
    return Move(change(wish.seat, wish.kind, -n), (wish.seat,))
