"""Effects switched on and off, by entries, by the end of a turn or of a game, and by undo."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from webapp.domain.bodies import EffectOff, EffectOn
from webapp.domain.effects import CURE, NEEDS, SUNCLEANSER
from webapp.domain.entries import Entry
from webapp.domain.judgement import judge
from webapp.domain.moves import everything
from webapp.domain.parts import Effect
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.rows import Outcome, Verdict, accepted, refused
from webapp.domain.sight import Sight
from webapp.domain.table import MOST_EFFECTS, Table

MOST_ENDED = 20
"""So many effects that have ended are kept, for those who have not seen their end."""


def switch_on(table: Table, sight: Sight, entry: Entry, wish: EffectOn) -> Verdict:
    """An effect begins; Suncleanser's player loses every counter by the same entry."""
    refusal = _unfit(table, wish)
    if refusal:
        return refused(table, refusal)
    seats = [seat for seat in (wish.controller, wish.target) if seat]
    delta = everything(table, str(wish.target)) if wish.card == SUNCLEANSER else {}
    verdict = judge(table, sight, delta, seats)
    if verdict.outcome is not Outcome.ACCEPTED:
        return verdict
    begun = Effect(
        wish.effect, wish.card, wish.controller, wish.target, wish.until,
        on=table.seq + 1, on_by=entry.author,
    )  # fmt: skip
    return replace(verdict, table=_with(table, (*table.effects, begun)))


def switch_off(table: Table, entry: Entry, wish: EffectOff) -> Verdict:
    """An effect ends."""
    if not any(effect.id == wish.effect for effect in table.in_force):
        return refused(table, Refusal(Code.UNKNOWN_EFFECT))
    return accepted(ended(table, table.seq + 1, entry.author, only=(wish.effect,)))


def cured(table: Table, entry: Entry, seats: Iterable[str]) -> Table:
    """After Melira, the Living Cure has had her say: that player can't get poison this turn."""
    effects = tuple(
        Effect(entry.id, CURE, None, seat, "turn", on=table.seq + 1, on_by=entry.author)
        for seat in seats
    )
    return _with(table, (*table.effects, *effects)) if effects else table


def ended(
    table: Table, seq: int, author: str, only: Sequence[str] | None = None, turn: bool = False
) -> Table:
    """The table once effects have ended at a seq: some, those of the turn, or all of them."""
    return _with(table, tuple(
        replace(effect, off=seq, off_by=author)
        if effect.in_force and (only is None or effect.id in only)
        and (effect.until == "turn" or not turn)
        else effect
        for effect in table.effects
    ))  # fmt: skip


def flipped(table: Table, seq: int, undone: bool, now: int, author: str) -> Table | None:
    """
    The table once the row at `seq` is undone or live again; None where that is not possible.

    What began there ends `now`; what ended there is in force again, if it is still known.
    """
    effects = tuple(_flipped(effect, seq, undone, now, author) for effect in table.effects)
    in_force = sum(effect.in_force for effect in effects)
    if in_force > max(MOST_EFFECTS, len(table.in_force)):
        return None
    return table if effects == table.effects else _with(table, effects)


def _flipped(effect: Effect, seq: int, undone: bool, now: int, author: str) -> Effect:
    if effect.on == seq:
        if undone and effect.in_force:
            return replace(effect, off=now, off_by=author)
        return effect if undone else replace(effect, off=0, off_by=None)
    if effect.off == seq and undone:
        return replace(effect, off=0, off_by=None)
    return effect


def _with(table: Table, effects: tuple[Effect, ...]) -> Table:
    """The table with these, of those that have ended only the last."""
    over = sorted((effect.off for effect in effects if effect.off), reverse=True)
    since = over[MOST_ENDED - 1] if len(over) > MOST_ENDED else 0
    return replace(table, effects=tuple(e for e in effects if not e.off or e.off >= since))


def _unfit(table: Table, wish: EffectOn) -> Refusal | None:
    if wish.card not in NEEDS:
        return Refusal(Code.UNKNOWN_CARD)
    named = {"controller": wish.controller, "target": wish.target}
    for field, seat in named.items():
        if seat and table.seat(seat) is None:
            return Refusal(Code.UNKNOWN_SEAT)
        if seat is None and field in NEEDS[wish.card]:
            return bad_field(field, Why.FORM)
        if field == "target" and seat and field not in NEEDS[wish.card]:
            return bad_field(field, Why.CHOICE)
    if any(effect.id == wish.effect for effect in table.effects):
        return bad_field("effect", Why.TAKEN)
    if len(table.in_force) >= MOST_EFFECTS:
        return Refusal(Code.TOO_MANY, {"max": MOST_EFFECTS})
    return None
