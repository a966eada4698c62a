"""Undo: an entry with the exact inverse of what another has moved."""

from dataclasses import replace

from webapp.domain.bodies import Undo
from webapp.domain.deltas import amount
from webapp.domain.entries import MOST_WITH, Entry
from webapp.domain.games import PLAYS
from webapp.domain.judgement import judge
from webapp.domain.refusals import Code, Refusal, of_kind
from webapp.domain.rows import Past, Row, Verdict, accepted
from webapp.domain.sight import FARTHEST, sight_of, whole_of
from webapp.domain.table import Table
from webapp.domain.takeback import TakeBack, take_back


def undo(table: Table, entry: Entry, wish: Undo, past: Past) -> Verdict:
    """Take an entry back, and later payments with it as one where they are named."""
    wanted = (*whole_of(wish.entry, table, past), *wish.with_)
    plan = take_back(table, past, wanted, entry.author)
    if isinstance(plan, Verdict):
        return plan
    if plan.changes_game:
        return carried_out(plan, accepted(table, plan.delta))
    verdict = judge(table, sight_of(table, entry, past), plan.delta)
    if verdict.refusal:
        return replace(verdict, refusal=in_words_of_undo(verdict.refusal, table, plan, past))
    return carried_out(plan, verdict)


def carried_out(plan: TakeBack, verdict: Verdict) -> Verdict:
    """An accepted verdict with all that its plan does beside moving counters."""
    return replace(verdict, table=plan.table, compensates=plan.entries, marks=plan.marks)


def in_words_of_undo(refusal: Refusal, table: Table, plan: TakeBack, past: Past) -> Refusal:
    """What was gained has been spent since: say on what. A payment redone is a payment."""
    if refusal.code is not Code.INSUFFICIENT or _pays_again(plan, table):
        return refusal
    spent = spent_since(table, plan, past)
    kind = str(refusal.params.get("kind", "energy"))
    return Refusal(Code.UNDO_BELOW_ZERO, {"entries": spent, **of_kind(kind)})


def spent_since(table: Table, plan: TakeBack, past: Past) -> list[str]:
    """The entries that have spent what a plan would take back, newest first."""
    start, short = past.find(plan.entries[0]), _short(table, plan)
    since = max(start.seq if start else 0, table.seq - FARTHEST)
    later = [
        row.entry.id
        for row in past.after(since)
        if _is_live_play(row, table, plan) and any(amount(row.delta, *s) < 0 for s in short)
    ]
    return later[::-1][:MOST_WITH]


def _pays_again(plan: TakeBack, table: Table) -> bool:
    short = _short(table, plan)
    redone = [row for row, undone in plan.flips if not undone and row.entry.type != "undo"]
    return any(amount(row.delta, *s) < 0 for row in redone for s in short)


def _short(table: Table, plan: TakeBack) -> list[tuple[str, str]]:
    """The seats, with the kind, that the plan would bring below zero."""
    return [
        (seat, kind)
        for seat, kinds in plan.delta.items()
        for kind, n in kinds.items()
        if kind != "life" and table.balance(seat, kind) + n < 0
    ]


def _is_live_play(row: Row, table: Table, plan: TakeBack) -> bool:
    undone = plan.marks.get(row.entry.id, row.undone)
    here = row.entry.game == table.game and row.entry.type in PLAYS
    return row.accepted and here and not undone
