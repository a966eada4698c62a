"""What people do in a game, judged at its place: by what its author saw, by what is there."""

from webapp.domain import energy, resolutions, switching, turns
from webapp.domain.bodies import (
    Correct,
    Double,
    EffectOff,
    EffectOn,
    Gain,
    Lose,
    Pay,
    Proliferate,
    ResolutionChoose,
    Turn,
)
from webapp.domain.entries import Entry
from webapp.domain.refusals import Code, Refusal
from webapp.domain.rows import Verdict, accepted, refused
from webapp.domain.sight import Sight
from webapp.domain.table import Table


def play(table: Table, sight: Sight, entry: Entry) -> Verdict:
    """Judge an entry that moves counters, or changes how they move."""
    match entry.body:
        case Gain() | Pay() | Lose() | Proliferate() | Double() as wish:
            return energy.moved(table, sight, entry, wish)
        case Correct() as wish:
            return energy.correct(table, sight, wish)
        case EffectOn() as wish:
            return switching.switch_on(table, sight, entry, wish)
        case EffectOff() as wish:
            return switching.switch_off(table, entry, wish)
        case ResolutionChoose() as wish:
            return resolutions.choose(table, sight, wish)
        case Turn() as wish:
            return _turn(table, entry, wish)
    return refused(table, Refusal(Code.UNKNOWN_TYPE))


def _turn(table: Table, entry: Entry, wish: Turn) -> Verdict:
    """Another turn begins: tallies start at nothing, and what lasted for the turn is over."""
    seat = table.seat(wish.seat) if wish.seat else None
    if wish.seat and seat is None:
        return refused(table, Refusal(Code.UNKNOWN_SEAT))
    if seat and not seat.is_here:
        return refused(table, Refusal(Code.PLAYER_LEFT))
    now = table.seq + 1
    over = switching.ended(table, now, entry.author, turn=True)
    return accepted(turns.begun(over, now, wish.seat))
