"""What rows and conflicts are called, in the reader's language."""

from datetime import timedelta

from flask_babel import format_timedelta, gettext, ngettext

from webapp.domain.bodies import (
    Correct,
    Gain,
    NewGame,
    Open,
    Pay,
    SeatAdd,
    SeatLeave,
    SeatOrder,
    SeatRename,
    SeatReturn,
    SeatTake,
    Settle,
    Undo,
)
from webapp.domain.refusals import Code
from webapp.domain.rows import Flag, Outcome, Row
from webapp.domain.table import COLOURS, SHAPES, Conflict, Table
from webapp.views.kinds import short_name
from webapp.views.more_words import more_words
from webapp.views.naming import Find, isolated, named, signed
from webapp.views.rule_words import rule_words

DEEPEST = 2
"""How far the words of an undo follow what it undid: people undo each other's undos for long."""


def table_name(table: Table) -> str:
    """Its name, or what any table is called."""
    return table.name or gettext("Energy table")


def ago(milliseconds: int, now: int) -> str:
    """How long ago that was, roughly."""
    past = min(milliseconds - now, 0)
    return format_timedelta(timedelta(milliseconds=past), add_direction=True)


def for_another(until: int, now: int) -> str:
    """How much longer something is valid, roughly; milliseconds."""
    return format_timedelta(timedelta(milliseconds=max(until - now, 0)), threshold=1.5)


def colours() -> list[tuple[str, str]]:
    """Every colour of a seat with its name."""
    names = (
        gettext("turquoise"), gettext("gold"), gettext("pink"), gettext("green"),
        gettext("violet"), gettext("orange"), gettext("sand"), gettext("blue-grey"),
    )  # fmt: skip
    return list(zip(COLOURS, names, strict=True))


def shapes() -> list[tuple[str, str]]:
    """Every shape of a seat with its name."""
    names = (
        gettext("circle"), gettext("diamond"), gettext("triangle"), gettext("hexagon"),
        gettext("square"), gettext("star"), gettext("drop"), gettext("cross"),
    )  # fmt: skip
    return list(zip(SHAPES, names, strict=True))


def has_words(name: str, n: int) -> str:
    """What a player may spend."""
    return ngettext("%(name)s has %(num)s energy.", "%(name)s has %(num)s energy.", n, name=name)


def spent_words(n: int) -> str:
    """What a player has paid or lost since the turn began, in energy."""
    return gettext("paid or lost this turn: %(num)s", num=n)


def some_words(n: int) -> str:
    """What is said before an undo that takes the last payments with it, and not all."""
    return ngettext(
        "That energy has been spent since. The last %(num)s payment is undone with it; the ones"
        " before stay:",
        "That energy has been spent since. The last %(num)s payments are undone with it; the ones"
        " before stay:",
        n,
    )


def with_words(n: int) -> str:
    """What is said before an undo that takes all later payments with it."""
    return ngettext(
        "That energy has been spent since. This payment is undone with it:",
        "That energy has been spent since. These payments are undone with it:",
        n,
    )


def undo_name(row: Row, table: Table, mine: str | None) -> str:
    """
    What an Undo button names: "+2" for the reader's own seat, "Ben −2" for another's.

    `mine` is the reader's seat where there is exactly one.
    """
    if isinstance(row.entry.body, NewGame):
        return gettext("New game")
    if len(row.delta) != 1:
        return gettext("the last step")
    ((seat, kinds),) = row.delta.items()
    if len(kinds) != 1:
        return gettext("the last step")
    ((kind, n),) = kinds.items()
    change = signed(n)
    if kind != "energy":
        # As "+2 poison".
        change = gettext("%(change)s %(kind)s", change=change, kind=short_name(table, kind))
    if seat == mine:
        return change
    return gettext("%(name)s %(change)s", name=named(table, seat), change=change)


def row_words(row: Row, table: Table, find: Find, depth: int = DEEPEST) -> str:
    """One sentence for a row of the ledger: who did what, with so many undos in one another."""
    body = row.entry.body
    match body:
        case Gain(kind="energy", also=()) | Pay(kind="energy"):
            return _movement(body, named(table, body.seat))
        case Correct(kind="energy"):
            return gettext(
                "%(name)s: total corrected from %(before)s to %(after)s",
                name=named(table, body.seat), before=body.from_, after=body.to,
            )  # fmt: skip
        case Undo() if not depth:
            return "…"
        case Undo():
            undone = find(body.entry)
            what = row_words(undone, table, find, depth - 1) if undone else "…"
            return gettext("Undone: %(what)s", what=what)
        case Settle():
            return _settlement(body)
        case SeatAdd() | SeatRename() | SeatTake() | SeatLeave() | SeatReturn():
            return _seat_words(body, table)
        case NewGame():
            return gettext("New game: every total is 0")
        case Open():
            return gettext("The table is open")
        case SeatOrder():
            return gettext("The seats have a new order")
    words = more_words(body, table, find) or rule_words(body, table, find)
    return words or gettext("Something this table could not read")


def _movement(body: Gain | Pay, name: str) -> str:
    if isinstance(body, Gain):
        return ngettext(
            "%(name)s gets %(num)s energy", "%(name)s gets %(num)s energy", body.n, name=name
        )
    return ngettext(
        "%(name)s pays %(num)s energy", "%(name)s pays %(num)s energy", body.n, name=name
    )


def _settlement(body: Settle) -> str:
    match body.answer:
        case "twin":
            return gettext("Settled: it was the same payment, counted once")
        case "drop":
            return gettext("Settled: left out")
        case "total":
            return gettext("Settled: the total is %(total)s", total=body.to)
    return gettext("Settled: tried again")


def _seat_words(
    body: SeatAdd | SeatRename | SeatTake | SeatLeave | SeatReturn, table: Table
) -> str:
    name = named(table, body.seat)
    match body:
        case SeatAdd():
            return gettext("%(name)s: seat added", name=name)
        case SeatRename(name=None):
            return gettext("%(name)s: new colour or shape", name=name)
        case SeatRename():
            return gettext("A seat is now called %(name)s", name=isolated(body.name))
        case SeatTake(over=True):
            return gettext("%(name)s: another phone took over", name=name)
        case SeatTake():
            return gettext("%(name)s sits down", name=name)
        case SeatLeave():
            return gettext("%(name)s leaves the game", name=name)
    return gettext("%(name)s: seat free again", name=name)


def outcome_words(row: Row) -> str | None:
    """What became of an entry that took no effect; None for one that did."""
    return {
        Outcome.REFUSED: gettext("refused"),
        # A payment that arrived too late and no longer fitted.
        Outcome.CONFLICT: gettext("did not fit any more"),
        Outcome.DUPLICATE: gettext("already done, counted once"),
        Outcome.STALE: gettext("overtaken by another correction"),
        Outcome.ARCHIVED: gettext("came after its game had ended"),
    }.get(row.outcome)


def flag_words(flag: Flag) -> str:
    """What people may want to look at again."""
    match flag:
        case Flag.MOVED_SINCE:
            return gettext("others had moved energy in the meantime")
        case Flag.CLAMPED:
            return gettext("there was no more to lose")
        case Flag.EFFECTS_CHANGED:
            return gettext("the effects have changed in the meantime")
    return gettext("perhaps the same as the entry before")


def conflict_words(conflict: Conflict, table: Table) -> str:
    """What no longer fits, in one sentence for everyone at the table."""
    name = named(table, conflict.seat)
    if conflict.code is Code.PLAYER_LEFT:
        return gettext("%(name)s had already left when this arrived.", name=name)
    if conflict.code is Code.UNDO_BELOW_ZERO:
        return gettext(
            "This can’t be undone alone: %(name)s has spent that energy since.", name=name
        )
    if "twin" not in conflict.answers:
        return gettext("A correction of %(name)s’s total would now fall below 0.", name=name)
    return gettext(
        "%(name)s paid %(need)s, but %(have)s is all there was.",
        name=name, need=conflict.params["need"], have=conflict.params["have"],
    )  # fmt: skip
