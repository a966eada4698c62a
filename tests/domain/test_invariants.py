"""What always holds (the numbers are those of the rules' invariants), whatever people do."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.wishes import Wish, entry_of, opened, played, raw_entry, read, wishes
from tests.ledger import Ledger, fold
from webapp.domain.bodies import Pay, Settle
from webapp.domain.deltas import together
from webapp.domain.refusals import Code
from webapp.domain.rows import Outcome, Row
from webapp.domain.table import Table, from_json, to_json

ledgers = wishes.map(played)


def counters(table: Table) -> dict[str, dict[str, int]]:
    return {seat.id: dict(seat.counters) for seat in table.seats}


def moved(table: Table) -> dict[str, dict[str, int]]:
    """The totals that are not 0: a ledger's deltas as one."""
    return {id: kinds for id, kinds in counters(table).items() if any(kinds.values())}


def steps(wishes: list[Wish]) -> list[tuple[Table, Row, Table]]:
    """Each row of a ledger, with the table before and after it."""
    ledger, done = opened(), []
    for wish in wishes:
        before = ledger.table
        done.append((before, ledger.add(entry_of(ledger, wish)), ledger.table))
    return done


@given(wishes)
def test_i1_no_balance_is_ever_below_zero(wishes):
    for _, _, after in steps(wishes):
        assert all(n >= 0 for kinds in counters(after).values() for n in kinds.values())


@given(ledgers)
def test_i2_a_balance_is_the_sum_of_accepted_deltas(ledger):
    assert moved(ledger.table) == together(*(row.delta for row in ledger.rows if row.accepted))


@given(ledgers)
def test_i2_and_i3_whoever_folds_the_same_rows_sees_the_same(ledger):
    again = fold(row.entry for row in ledger.rows)
    assert (again.table, again.rows) == (ledger.table, ledger.rows)


@given(ledgers)
def test_a_snapshot_comes_back_from_plain_json(ledger):
    assert from_json(json.loads(json.dumps(to_json(ledger.table)))) == ledger.table


@given(wishes, st.integers(1, 3))
def test_i4_delivering_an_entry_again_changes_nothing(wishes, times):
    ledger = opened()
    for wish in wishes:
        entry = entry_of(ledger, wish)
        for _ in range(times):
            if ledger.find(entry.id) is None:
                ledger.add(entry)
    assert ledger.rows == played(wishes).rows


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 5)), max_size=12), st.randoms())
def test_i5_gains_give_the_same_totals_in_any_order(gains, chance):
    shuffled = chance.sample(gains, len(gains))
    first, second = (
        played([(0, author, 0, n, 0, 99, 1) for author, n in order]) for order in (gains, shuffled)
    )
    assert counters(first.table) == counters(second.table)


@given(ledgers)
def test_i6_every_entry_has_one_outcome_and_its_place(ledger):
    assert [row.seq for row in ledger.rows] == list(range(1, len(ledger.rows) + 1))
    assert all(isinstance(row.outcome, Outcome) for row in ledger.rows)
    assert ledger.table.seq == len(ledger.rows)


@given(wishes)
def test_i7_what_is_not_accepted_changes_nothing_but_the_history(wishes):
    for before, row, after in steps(wishes):
        if not row.accepted:
            assert replace(after, seq=before.seq, conflicts=before.conflicts) == before
            assert (row.delta, row.compensates) == ({}, ())
            assert (row.outcome is Outcome.CONFLICT) == (after.conflicts != before.conflicts)


@given(wishes)
def test_i8_an_accepted_payment_was_there_and_is_gone(wishes):
    for before, row, after in steps(wishes):
        if row.accepted and isinstance(row.entry.body, Pay):
            seat, n = row.entry.body.seat, row.entry.body.n
            assert before.balance(seat, "energy") - n == after.balance(seat, "energy") >= 0


@given(wishes)
def test_i9_an_undo_restores_the_balances_and_its_undo_restores_them_again(wishes):
    ledger = opened()
    for wish in wishes:
        before, row = counters(ledger.table), ledger.add(entry_of(ledger, wish))
        after = counters(ledger.table)
    if wishes and row.accepted and row.entry.type in ("gain", "pay", "correct"):
        undo = undone(ledger, row.entry.id)
        assert undo.accepted and counters(ledger.table) == before
        assert undone(ledger, undo.entry.id).accepted and counters(ledger.table) == after


@given(ledgers)
def test_i10_an_entry_counts_once_or_not_at_all(ledger):
    live = [row for row in ledger.rows if not row.undone and row.entry.type != "undo"]
    assert moved(ledger.table) == together(*(own_delta(row, ledger) for row in live))


@given(wishes)
def test_i12_a_new_game_begins_at_zero_and_no_older_entry_moves_it(wishes):
    for before, row, after in steps(wishes):
        if row.accepted and row.entry.type == "new_game":
            assert moved(after) == {} and after.game == row.entry.id != before.game
        if row.delta and row.entry.type != "undo":
            assert row.entry.game == before.game


@given(wishes)
def test_i19_an_outcome_never_changes_later(wishes):
    ledger, seen = opened(), []
    for wish in wishes:
        seen.append(ledger.add(entry_of(ledger, wish)))
    assert [replace(row, undone=False) for row in ledger.rows[1:]] == seen


@given(wishes)
def test_an_undo_with_all_that_was_spent_since_is_possible(wishes):
    ledger = played(wishes)
    for row in list(ledger.rows):
        answer = undone(ledger, row.entry.id)
        if answer.refusal and answer.refusal.code is Code.UNDO_BELOW_ZERO:
            spent = answer.refusal.params["entries"]
            again = undone(ledger, row.entry.id, spent)
            assert again.accepted and again.compensates[0] == row.entry.id


@given(wishes)
def test_a_conflict_is_open_until_a_settle_of_it_counts(wishes):
    ledger = played(wishes)
    settled = [
        row.entry.body.entry
        for row in ledger.rows
        if isinstance(row.entry.body, Settle) and row.accepted and not row.undone
    ]
    assert len(settled) == len(set(settled))
    assert not {conflict.entry for conflict in ledger.table.conflicts} & set(settled)


@settings(max_examples=20)
@given(st.lists(st.tuples(*[st.integers(0, 99)] * 7), min_size=60, max_size=120))
def test_the_snapshot_does_not_grow_with_the_ledger(wishes):
    for _, _, after in steps(wishes):
        assert len(after.seats) <= 8
        assert len(after.conflicts) <= 50 and len(after.shelved) <= 50


def test_conflicts_end_at_fifty_and_the_next_is_refused_for_the_same_reason():
    ledger = opened()
    add(ledger, "ana", type="gain", n=60)
    add(ledger, "ben", type="pay", n=60)
    outcomes = [add(ledger, "ana", type="pay", n=1, seen=2).outcome for _ in range(52)]
    assert outcomes == [Outcome.CONFLICT] * 50 + [Outcome.REFUSED] * 2
    assert len(ledger.table.conflicts) == 50


def undone(ledger: Ledger, entry: str, with_: object = None) -> Row:
    return add(ledger, "dan", type="undo", entry=entry, **{"with": with_})


def add(ledger: Ledger, author: str, **fields: object) -> Row:
    raw = raw_entry(ledger, (0, 0, 0, 0, 0, 0, 1)) | fields
    return ledger.add(read(raw, author, ledger))


def own_delta(row: Row, ledger: Ledger) -> dict:
    """What a row moves itself: a settle also takes back others, which are undone by it."""
    back = [ledger.find(id) for id in row.compensates]
    return together(row.delta, *(found.delta for found in back if found))
