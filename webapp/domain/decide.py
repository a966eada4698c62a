"""Every entry gets exactly one outcome: the rules are asked, their answer becomes a row."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from webapp.domain import arrangements, games, resolutions, seats, turns
from webapp.domain.bodies import (
    DisputeEnd,
    DisputeOpen,
    KindAdd,
    Malformed,
    Mode,
    NewGame,
    Open,
    Pin,
    ResolutionClose,
    ResolutionOpen,
    SeatAdd,
    SeatLeave,
    SeatOrder,
    SeatRename,
    SeatReturn,
    SeatTake,
    Settle,
    Team,
    Undo,
    Unpin,
)
from webapp.domain.conflicts import MOST_CONFLICTS, conflict_of
from webapp.domain.deltas import Delta
from webapp.domain.entries import Entry
from webapp.domain.plays import play
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.rows import Outcome, Past, Row, Verdict, refused, without_effect
from webapp.domain.settling import settle
from webapp.domain.sight import sight_of
from webapp.domain.table import Table
from webapp.domain.undo import undo


@dataclass(frozen=True)
class Decision:
    """The row of an entry, the table after it, and which earlier rows are undone or live by it."""

    row: Row
    table: Table
    marks: Mapping[str, bool]


def decide(table: Table, entry: Entry, past: Past) -> Decision:
    """Decide one entry at its place: `row.seq` is `table.seq + 1`. Nothing here ever raises."""
    if isinstance(entry.body, Malformed):
        return _concluded(table, entry, refused(table, entry.body.refusal), past)
    if isinstance(entry.body, Open):
        begun = replace(entry, game=table.game or entry.id)
        return _concluded(table, begun, games.open_table(table, entry, entry.body), past)
    if not table.game:
        return _concluded(table, entry, refused(table, bad_field("type", Why.FIRST)), past)
    if entry.type in games.OF_A_GAME:
        return _decide_in_game(table, entry, past)
    entry = replace(entry, game=table.game)
    return _concluded(table, entry, _of_the_table(table, entry), past)


def _decide_in_game(table: Table, entry: Entry, past: Past) -> Decision:
    game = games.own_id(table, entry.game, past)
    if game is None:
        return _concluded(table, entry, refused(table, bad_field("game", Why.CHOICE)), past)
    entry = entry if entry.game == game else replace(entry, game=game)
    if game != table.game and entry.type != "new_game":
        return _concluded(table, entry, without_effect(table, Outcome.ARCHIVED), past)
    return _concluded(table, entry, _of_the_game(table, entry, past), past)


def _of_the_table(table: Table, entry: Entry) -> Verdict:
    match entry.body:
        case SeatAdd() as wish:
            return seats.add(table, wish)
        case SeatRename() as wish:
            return seats.rename(table, wish)
        case SeatTake() as wish:
            return seats.take(table, entry, wish)
        case SeatLeave() as wish:
            return seats.leave(table, entry, wish)
        case SeatReturn() as wish:
            return seats.come_back(table, entry, wish)
        case SeatOrder() as wish:
            return seats.order(table, wish)
    return _arranged(table, entry)


def _arranged(table: Table, entry: Entry) -> Verdict:
    match entry.body:
        case Pin() as wish:
            return arrangements.pin(table, wish)
        case Unpin() as wish:
            return arrangements.unpin(table, wish)
        case KindAdd() as wish:
            return arrangements.add_kind(table, wish)
        case Mode() as wish:
            return arrangements.set_mode(table, wish)
        case Team() as wish:
            return arrangements.set_team(table, wish)
    return refused(table, Refusal(Code.UNKNOWN_TYPE))


def _of_the_game(table: Table, entry: Entry, past: Past) -> Verdict:
    match entry.body:
        case Undo() as wish:
            return undo(table, entry, wish, past)
        case Settle() as wish:
            return settle(table, entry, wish, past)
        case NewGame():
            return games.new_game(table, entry, past)
        case ResolutionOpen() as wish:
            return resolutions.begin(table, wish)
        case ResolutionClose() as wish:
            return resolutions.close(table, wish)
        case DisputeOpen() as wish:
            return arrangements.doubt(table, entry, wish)
        case DisputeEnd() as wish:
            return arrangements.end_doubt(table, wish)
    return play(table, sight_of(table, entry, past), entry)


def _concluded(table: Table, entry: Entry, verdict: Verdict, past: Past) -> Decision:
    after = verdict.table.moved(verdict.delta)
    row = Row(
        seq=table.seq + 1,
        entry=entry,
        outcome=verdict.outcome,
        delta=verdict.delta,
        totals=_totals(after, verdict.delta),
        flags=verdict.flags,
        refusal=verdict.refusal,
        compensates=verdict.compensates,
    )
    if row.outcome is Outcome.CONFLICT and row.refusal:
        if len(after.conflicts) < MOST_CONFLICTS:
            conflict = conflict_of(table, row, row.refusal, past)
            after = replace(after, conflicts=(*after.conflicts, conflict))
        else:
            row = replace(row, outcome=Outcome.REFUSED)
    if row.accepted:
        after = turns.counted(after, row, verdict.marks, past)
    last_play = row.seq if games.is_play(row, after) else after.last_play
    return Decision(row, replace(after, seq=row.seq, last_play=last_play), verdict.marks)


def _totals(table: Table, delta: Delta) -> Delta:
    return {
        seat: {kind: table.balance(seat, kind) for kind in kinds} for seat, kinds in delta.items()
    }
