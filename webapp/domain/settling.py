"""How people settle a conflict. An answer that can't be followed leaves it open."""

from collections.abc import Sequence
from dataclasses import replace

from webapp.domain.bodies import Correct, Settle, Undo
from webapp.domain.deltas import together
from webapp.domain.energy import put_right
from webapp.domain.entries import Entry
from webapp.domain.judgement import obstacle
from webapp.domain.plays import play
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.rows import Outcome, Past, Row, Verdict, accepted, refused
from webapp.domain.sight import all_seen, sight_of, whole_of
from webapp.domain.table import Conflict, Table
from webapp.domain.takeback import TakeBack, take_back
from webapp.domain.turns import COUNTED
from webapp.domain.undo import carried_out, in_words_of_undo, spent_since


def settle(table: Table, entry: Entry, wish: Settle, past: Past) -> Verdict:
    """Answer an open conflict; the first answer that can be followed closes it."""
    conflict = table.conflict(wish.entry)
    if conflict is None:
        return refused(table, Refusal(Code.NO_CONFLICT))
    if wish.answer not in conflict.answers:
        return refused(table, bad_field("answer", Why.CHOICE))
    verdict = _followed(table, entry, wish, conflict, past)
    if verdict.outcome is not Outcome.ACCEPTED:
        return verdict
    return replace(verdict, table=verdict.table.without_conflict(conflict.entry))


def _followed(
    table: Table, entry: Entry, wish: Settle, conflict: Conflict, past: Past
) -> Verdict:  # fmt: skip
    if wish.answer == "retry":
        return _retried(table, entry, wish, conflict, past)
    if wish.answer == "total":
        return _total(table, entry, wish, conflict, past)
    return accepted(table)


def _total(table: Table, entry: Entry, wish: Settle, conflict: Conflict, past: Past) -> Verdict:
    """A correction of the seat's total, from what the one who settles has seen."""
    sight, kind = sight_of(table, entry, past), str(conflict.params.get("kind", "energy"))
    seen = sight.balance(conflict.seat, kind)
    verdict = put_right(sight, Correct(conflict.seat, kind, seen, wish.to or 0))
    if verdict.outcome is Outcome.DUPLICATE:
        return accepted(table)
    return refused(table, verdict.refusal) if verdict.refusal else verdict


def _retried(
    table: Table, entry: Entry, wish: Settle, conflict: Conflict, past: Past
) -> Verdict:  # fmt: skip
    """Judge the entry again at this place, after what was named has been taken back."""
    row = past.find(conflict.entry)
    if row is None:
        return refused(table, Refusal(Code.UNKNOWN_ENTRY))
    if wish.undo and not _may_be_named(wish.undo, past):
        return refused(table, Refusal(Code.UNDO_NOT_POSSIBLE))
    named = whole_of(wish.undo, table, past) if wish.undo else ()
    if isinstance(row.entry.body, Undo):
        again = whole_of(row.entry.body.entry, table, past)
        wanted = (*again, *row.entry.body.with_, *named)
        return _undone_again(table, entry, conflict, wanted, past)
    return _moved_again(table, entry, row, named, past)


def _moved_again(
    table: Table, entry: Entry, row: Row, named: Sequence[str], past: Past
) -> Verdict:  # fmt: skip
    plan = take_back(table, past, named, entry.author)
    if isinstance(plan, Verdict):
        if plan.outcome is not Outcome.DUPLICATE:
            return plan
        plan = TakeBack(table)
    refusal = obstacle(table, table, plan.delta)
    if refusal:
        return refused(table, in_words_of_undo(refusal, table, plan, past))
    before = plan.table.moved(plan.delta)
    verdict = play(before, all_seen(before, row.entry), row.entry)
    if verdict.refusal:
        return refused(table, verdict.refusal)
    # What it has done beside moving counters stays done; they are moved when it is concluded.
    kept = replace(verdict.table, seats=plan.table.seats)
    return carried_out(
        replace(plan, table=kept), accepted(table, together(plan.delta, verdict.delta))
    )


def _undone_again(
    table: Table, entry: Entry, conflict: Conflict, wanted: Sequence[str], past: Past
) -> Verdict:  # fmt: skip
    """Take back what the undo was about, and all that was paid from it since."""
    plan = take_back(table, past, wanted, entry.author)
    if isinstance(plan, TakeBack) and conflict.code is Code.UNDO_BELOW_ZERO:
        spent = spent_since(table, plan, past)
        plan = take_back(table, past, (*wanted, *spent), entry.author)
    if isinstance(plan, Verdict):
        return refused(table, plan.refusal or Refusal(Code.UNDO_NOT_POSSIBLE))
    refusal = obstacle(table, table, plan.delta)
    if refusal:
        return refused(table, in_words_of_undo(refusal, table, plan, past))
    return carried_out(plan, accepted(table, plan.delta))


def _may_be_named(entry: str, past: Past) -> bool:
    row = past.find(entry)
    return row is None or row.entry.type in (*COUNTED, "correct")
