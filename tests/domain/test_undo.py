"""Undo and redo, however often and in whatever order."""

from tests.builders import ANA, BEN, SEATS, a_table
from webapp.domain.refusals import Code
from webapp.domain.rows import Outcome
from webapp.domain.takeback import MOST_FLIPS


def test_undo_and_redo_may_go_on_for_long_but_not_for_ever():
    table = a_table(ana=1)
    row = first = table.gains(ANA, 2)
    for turn in range(MOST_FLIPS):
        row = table.undoes(row)
        assert row.accepted and table.energy_of(ANA) == (3 if turn % 2 else 1)
    assert table.find(first.entry.id).undone is False
    assert table.undoes(row).refusal.code is Code.UNDO_NOT_POSSIBLE


def test_an_entry_live_again_can_be_undone_itself_and_not_twice():
    table = a_table()
    gain = table.gains(ANA, 2)
    redo = table.undoes(table.undoes(gain))
    assert table.undoes(gain).accepted
    assert table.undoes(redo).outcome is Outcome.DUPLICATE
    assert table.energy_of(ANA) == 0


def test_what_is_named_beside_and_undone_already_is_left_out():
    table = a_table(ana=2)
    gain, pay = table.gains(ANA, 3), table.pays(ANA, 4)
    table.undoes(pay)
    both = table.undoes(gain, pay)
    assert both.compensates == (gain.entry.id,)
    assert table.energy_of(ANA) == 2


def test_later_payments_are_named_newest_first_and_only_of_that_seat():
    table = a_table(ana=2, ben=9)
    gain = table.gains(ANA, 3)
    first, _, second = table.pays(ANA, 2), table.by(BEN).pays(BEN, 1), table.pays(ANA, 3)
    refusal = table.undoes(gain).refusal
    assert refusal.code is Code.UNDO_BELOW_ZERO
    assert refusal.params == {"entries": [second.entry.id, first.entry.id]}


def test_a_correction_is_undone_like_a_move():
    table = a_table(ana=5)
    fix = table.does("correct", seat=ANA, kind="energy", from_=5, to=2, reason="miscounted")
    assert table.undoes(fix).delta == {SEATS[ANA]: {"energy": 3}}


def test_undoing_for_someone_who_has_left_meanwhile_is_a_conflict():
    table = a_table(ana=5)
    gain = table.gains(ANA, 1)
    seen = table.table.seq
    table.by(BEN).does("seat_leave", seat=ANA)
    late = table.by("cleo", seen).undoes(gain)
    assert (late.outcome, late.refusal.code) == (Outcome.CONFLICT, Code.PLAYER_LEFT)


def test_the_new_game_of_players_who_have_left_is_undone_all_the_same():
    table = a_table(ana=5)
    table.does("seat_leave", seat=ANA)
    begun = table.does("new_game")
    assert table.undoes(begun).accepted and table.energy_of(ANA) == 5
