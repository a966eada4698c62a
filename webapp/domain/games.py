"""How games begin, end and are reopened, and which one an entry belongs to."""

from dataclasses import replace

from webapp.domain.bodies import NewGame, Open
from webapp.domain.deltas import Delta, change, together
from webapp.domain.entries import Entry
from webapp.domain.refusals import Code, Refusal
from webapp.domain.resolutions import closed, reopened
from webapp.domain.rows import Outcome, Past, Row, Verdict, accepted, refused, without_effect
from webapp.domain.seats import seated
from webapp.domain.sight import sight_of
from webapp.domain.switching import ended, flipped
from webapp.domain.table import Seat, Table
from webapp.domain.turns import begun, unbegun

PLAYS = (
    "gain", "pay", "correct", "undo", "settle", "lose", "proliferate", "double", "effect_on",
    "effect_off", "resolution_choose", "turn",
)  # fmt: skip
UNDOABLE = (*PLAYS, "new_game")
OF_A_GAME = (*UNDOABLE, "resolution_open", "resolution_close", "dispute", "dispute_end")
TAKEN_BACK = tuple(type for type in UNDOABLE if type != "undo")
"""What the Undo button takes back: a step back is no step that it could take."""


def open_table(table: Table, entry: Entry, wish: Open) -> Verdict:
    """The first entry of every ledger: the table's name, its seats, its first game."""
    if table.game:
        return refused(table, Refusal(Code.ALREADY_OPEN))
    seats: tuple[Seat, ...] = ()
    for seat in wish.seats:
        seats = (*seats, seated(seats, seat))
    opened = replace(
        table, name=wish.name, game=entry.id, seats=seats, since=table.seq + 1, life=wish.life
    )  # fmt: skip
    return accepted(opened, together(*(life_of(seat, opened) for seat in seats)))


def life_of(seat: Seat, table: Table) -> Delta:
    """What brings a player to the life one starts with, where the table keeps life."""
    return change(seat.id, "life", (table.life or 0) - seat.counters.get("life", 0))


def new_game(table: Table, entry: Entry, past: Past) -> Verdict:
    """End the current game and begin another with every counter at 0."""
    if entry.game != table.game:
        return without_effect(table, Outcome.DUPLICATE)
    if any(is_play(row, table) for row in sight_of(table, entry, past).unseen):
        return refused(table, Refusal(Code.OTHERS_PLAYED))
    after = replace(
        table, game=entry.id, previous=table.game, since=table.seq + 1,
        conflicts=(), shelved=table.conflicts, disputes=table.doubts,
    )  # fmt: skip
    return accepted(_swept(after, table.seq + 1, entry.author), _everything_gone(table))


def own_id(table: Table, game: str, past: Past) -> str | None:
    """
    A game's own id, None when no such game is known at the table.

    The id of a twin `new_game` is another name of the game that won: without this, whatever
    its author has played since would be lost.
    """
    if game == table.game:
        return game
    row = past.find(game)
    if row is None or not isinstance(row.entry.body, Open | NewGame):
        return None
    if row.outcome is Outcome.DUPLICATE:
        return table.game if row.entry.game == table.previous else game
    return game if row.accepted else None


def back_to(table: Table, game: str, past: Past) -> Table:
    """The table in the game before, as it was left: its conflicts and effects, its turn."""
    back = replace(_in_game(table, game, past), conflicts=table.shelved, shelved=())
    since = table.since
    back = reopened(flipped(back, since, True, table.seq + 1, "") or back, since)
    return unbegun(back, since) or back


def forward_to(table: Table, game: str, past: Past, author: str) -> Table:
    """The table in a game that had been undone, once more."""
    again = replace(
        _in_game(table, game, past), conflicts=(), shelved=table.conflicts, disputes=table.doubts
    )  # fmt: skip
    return _swept(again, again.since, author)


def is_play(row: Row, table: Table) -> bool:
    """Whether a row has done something in the table's current game."""
    return row.accepted and row.entry.type in PLAYS and row.entry.game == table.game


def _swept(table: Table, seq: int, author: str) -> Table:
    """The table as a game begins: effects and resolutions are over, nothing has moved."""
    return begun(closed(ended(table, seq, author), seq), seq, None)


def _in_game(table: Table, game: str, past: Past) -> Table:
    row = past.find(game)
    previous = row.entry.game if row and isinstance(row.entry.body, NewGame) else ""
    return replace(table, game=game, previous=previous, since=row.seq if row else 0)


def _everything_gone(table: Table) -> Delta:
    counters = (
        change(seat.id, kind, -n)
        for seat in table.seats
        for kind, n in seat.counters.items()
        if kind != "life"
    )
    return together(*counters, *(life_of(seat, table) for seat in table.seats))
