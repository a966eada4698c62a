"""What always holds with effects, resolutions, turns and teams: the invariants of the rules."""

import json
from dataclasses import replace
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import SEATS, an_id
from tests.domain.rules_wishes import (
    raw_of_rules,
    rules_entry,
    rules_opened,
    rules_played,
    rules_wishes,
)
from tests.domain.test_invariants import own_delta
from tests.domain.wishes import Wish, read
from tests.ledger import Ledger, fold
from webapp.domain.bodies import Gain, Pay, Proliferate, ResolutionChoose, Settle
from webapp.domain.deltas import together
from webapp.domain.effects import Event, bar, get, ways
from webapp.domain.parts import Effect, Tallies
from webapp.domain.refusals import Code, Refusal
from webapp.domain.rows import Flag, Outcome, Row
from webapp.domain.sight import sight_of
from webapp.domain.table import Table, from_json, to_json
from webapp.domain.turns import COUNTED

ledgers = rules_wishes.map(rules_played)
ANA, BEN = SEATS["ana"], SEATS["ben"]


def steps(wishes: list[Wish]) -> list[tuple[Table, Row, Table]]:
    """Each row of a ledger, with the table before and after it."""
    ledger, done = rules_opened(), []
    for wish in wishes:
        before = ledger.table
        done.append((before, ledger.add(rules_entry(ledger, wish)), ledger.table))
    return done


def counters(table: Table) -> dict[str, dict[str, int]]:
    return {seat.id: {k: n for k, n in seat.counters.items() if n} for seat in table.seats}


def moved(table: Table) -> dict[str, dict[str, int]]:
    return {id: kinds for id, kinds in counters(table).items() if kinds}


def undone(ledger: Ledger, entry: str) -> Row:
    number = len(ledger.rows) + 1
    raw = {"id": an_id(f"e{number}"), "seq": number, "type": "undo", "at": 0, "entry": entry}
    return ledger.add(read(raw, "dan", ledger))


@given(rules_wishes)
def test_i1_no_counter_is_ever_below_zero(wishes):
    for _, _, after in steps(wishes):
        for kinds in counters(after).values():
            assert all(n > 0 for kind, n in kinds.items() if kind != "life")


@given(ledgers)
def test_i2_every_total_is_the_sum_of_accepted_deltas(ledger):
    assert moved(ledger.table) == together(*(row.delta for row in ledger.rows if row.accepted))


@given(ledgers)
def test_i2_and_i3_the_same_rows_make_the_same_table(ledger):
    again = fold(row.entry for row in ledger.rows)
    assert (again.table, again.rows) == (ledger.table, ledger.rows)


@given(ledgers)
def test_i20_a_snapshot_with_effects_comes_back_from_plain_json(ledger):
    assert from_json(json.loads(json.dumps(to_json(ledger.table)))) == ledger.table


@given(rules_wishes)
def test_i4_and_i6_every_entry_has_one_outcome_however_often_it_comes(wishes):
    ledger = rules_opened()
    for wish in wishes:
        entry = rules_entry(ledger, wish)
        for _ in range(2):
            if ledger.find(entry.id) is None:
                ledger.add(entry)
    assert ledger.rows == rules_played(wishes).rows
    assert [row.seq for row in ledger.rows] == list(range(1, len(ledger.rows) + 1))
    assert all(isinstance(row.outcome, Outcome) for row in ledger.rows)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 5)), max_size=9), st.randoms())
def test_i5_gains_under_effects_give_the_same_totals_in_any_order(gains, chance):
    shuffled = chance.sample(gains, len(gains))
    tables = [constricted(order).table for order in (gains, shuffled)]
    assert counters(tables[0]) == counters(tables[1])


def constricted(gains: list[tuple[int, int]]) -> Ledger:
    ledger = rules_opened()
    plays = [{"type": "effect_on", "effect": an_id("wc"), "card": "winding-constrictor",
              "controller": ANA}]  # fmt: skip
    plays += [{"type": "gain", "seat": (ANA, BEN)[s], "kind": "energy", "n": n} for s, n in gains]
    for number, play in enumerate(plays, start=2):
        ledger.add(read({"id": an_id(f"e{number}"), "seq": number, **play}, "ana", ledger))
    return ledger


@given(rules_wishes)
def test_i7_what_is_not_accepted_changes_nothing_but_the_history(wishes):
    for before, row, after in steps(wishes):
        if not row.accepted:
            assert replace(after, seq=before.seq, conflicts=before.conflicts) == before
            assert (row.delta, row.compensates, row.flags) == ({}, (), ())


@given(rules_wishes)
def test_i8_an_accepted_payment_was_there_and_is_gone(wishes):
    for before, row, after in steps(wishes):
        seat, kind, n = paid(row, before)
        if row.accepted and n:
            assert before.balance(seat, kind) - n == after.balance(seat, kind) >= 0


def paid(row: Row, before: Table) -> tuple[str, str, int]:
    match row.entry.body:
        case Pay(seat, kind, n):
            return seat, kind, n
        case ResolutionChoose(resolution, n) if found := before.resolution(resolution):
            return found.seat, "energy", n or 0
    return "", "", 0


@given(rules_wishes)
def test_i9_an_undo_restores_totals_tallies_effects_and_choices_and_its_undo_brings_them_back(
    wishes,
):
    ledger = rules_opened()
    for wish in wishes:
        before, row = shown(ledger.table), ledger.add(rules_entry(ledger, wish))
        after = shown(ledger.table)
    alone = row_alone(row) if wishes else False
    if alone and row.entry.type in (*COUNTED, "correct", "effect_off"):
        undo = undone(ledger, row.entry.id)
        assert undo.accepted and shown(ledger.table) == before
        assert undone(ledger, undo.entry.id).accepted and shown(ledger.table) == after


def row_alone(row: Row) -> bool:
    """Whether its undo takes nothing else back."""
    body = row.entry.body
    return row.accepted and not (getattr(body, "group", None) or getattr(body, "resolution", None))


def shown(table: Table) -> tuple[object, ...]:
    effects = [effect.id for effect in table.in_force]
    return counters(table), table.tallies, effects, table.resolutions


@given(ledgers)
def test_i10_an_entry_counts_once_or_not_at_all(ledger):
    live = [row for row in ledger.rows if not row.undone and row.entry.type != "undo"]
    assert moved(ledger.table) == together(*(own_delta(row, ledger) for row in live))


@given(rules_wishes)
def test_i11_what_arranges_the_table_moves_no_counter(wishes):
    still = (
        "turn", "mode", "team", "pin", "unpin", "dispute", "dispute_end", "kind_add", "seat_order",
        "seat_rename", "effect_off", "resolution_open", "resolution_close",
    )  # fmt: skip
    for before, row, after in steps(wishes):
        if row.entry.type in still:
            assert row.delta == {} and counters(before) == counters(after)
        if row.entry.type == "effect_on" and row.entry.body.card != "suncleanser":
            assert row.delta == {}


@given(rules_wishes)
def test_i12_a_new_game_begins_with_nothing_in_force_and_life_at_its_start(wishes):
    for _, row, after in steps(wishes):
        if row.accepted and row.entry.type == "new_game":
            assert counters(after) == {seat.id: {"life": 20} for seat in after.seats}
            assert (after.in_force, after.doubts, after.tallies) == ((), (), {})
            assert all(resolution.closed for resolution in after.resolutions)


@given(rules_wishes)
def test_i13_who_saw_that_they_cant_get_a_kind_gets_none_of_it(wishes):
    ledger = rules_opened()
    for wish in wishes:
        entry = rules_entry(ledger, wish)
        sight = sight_of(ledger.table, entry, ledger)
        row = ledger.add(entry)
        if isinstance(entry.body, Gain | Proliferate):
            for seat, kinds in row.delta.items():
                assert not any(bar(sight.in_force, seat, kind) for kind in kinds if kind != "life")


EFFECTS = st.lists(
    st.sampled_from(
        ["winding-constrictor", "izzet-generatorium", "aether-refinery", "innkeepers-talent",
         "vorinclex-monstrous-raider", "melira-the-living-cure"]
    ), max_size=5,
)  # fmt: skip
AMOUNTS = st.dictionaries(st.sampled_from(["energy", "poison", "rad"]), st.integers(1, 9))


def in_force(cards: list[str]) -> list[Effect]:
    """Vorinclex is the opponent's, so that everything that there is has a say."""
    return [
        Effect(f"e{n}", card, BEN if card.startswith("vorinclex") else ANA, None, None, 1, "")
        for n, card in enumerate(cards)
    ]


@given(EFFECTS, AMOUNTS)
def test_i14_the_outcomes_offered_are_those_of_all_orders_each_once(cards, amounts):
    table, effects = rules_opened().table, in_force(cards)
    event = Event(ANA, ANA, amounts)
    asked = get(table, effects, event, None)
    ids = [effect.id for effect in effects if answers(table, effect, event)]
    by_hand = {
        tuple(got.amounts.items())
        for order in permutations(ids)
        if not isinstance(got := get(table, effects, event, order), Refusal)
    }
    if isinstance(asked, Refusal) and asked.code is Code.ORDER_REQUIRED:
        offered = asked.params["outcomes"]
        assert {tuple(way["amounts"].items()) for way in offered} == by_hand
        assert len(offered) == len(by_hand) > 1
        for way in offered:
            got = get(table, effects, event, way["order"])
            assert got.amounts == way["amounts"]
    elif not isinstance(asked, Refusal):
        assert by_hand == {tuple(asked.amounts.items())}
    else:
        assert asked.code is Code.TOO_MANY and len(by_hand) > 40


def answers(table: Table, effect: Effect, event: Event) -> bool:
    return not isinstance(get(table, [effect], event, [effect.id]), Refusal)


@given(EFFECTS)
def test_i14_nothing_stays_nothing(cards):
    got = get(rules_opened().table, in_force(cards), Event(ANA, ANA, {}), None)
    assert got.amounts == {}
    assert [way.amounts for way in ways({}, {})] == [{}]


@given(rules_wishes)
def test_i15_proliferation_moves_only_the_chosen_and_only_what_they_have(wishes):
    for before, row, _ in steps(wishes):
        body = row.entry.body
        if isinstance(body, Proliferate) and row.accepted and row.entry.seen == before.seq:
            assert set(row.delta) <= set(body.seats)
            for seat, kinds in row.delta.items():
                assert all(before.balance(seat, kind) > 0 and n > 0 for kind, n in kinds.items())


@given(ledgers)
def test_i16_a_resolution_has_one_choice_and_none_where_every_target_is_illegal(ledger):
    made: dict[str, int] = {}
    for row in ledger.rows:
        if isinstance(row.entry.body, ResolutionChoose) and row.accepted and not row.undone:
            made[row.entry.body.resolution] = made.get(row.entry.body.resolution, 0) + 1
    assert all(n == 1 for n in made.values())
    illegal = {r.entry.body.resolution for r in ledger.rows
               if r.entry.type == "resolution_open" and getattr(r.entry.body, "targets", "")
               == "illegal" and r.accepted}  # fmt: skip
    for row in ledger.rows:
        if row.accepted and getattr(row.entry.body, "resolution", None) in illegal:
            assert row.delta == {} and not isinstance(row.entry.body, Gain | ResolutionChoose)


@given(ledgers)
def test_i17_a_tally_is_the_sum_of_what_is_live_since_the_turn_began(ledger):
    expected: dict[str, dict[str, dict[str, int]]] = {}
    for row in ledger.rows:
        if row.accepted and not row.undone and row.seq > ledger.table.turn_at:
            for seat, kinds in of_the_game(row, ledger).items():
                for kind, n in kinds.items():
                    way = expected.setdefault(seat, {}).setdefault(kind, {})
                    name = "got" if n > 0 else "spent"
                    way[name] = way.get(name, 0) + abs(n)
    assert as_dicts(ledger.table.tallies) == expected
    assert all(
        n > 0 for of in ledger.table.tallies.values() for w in of.values() for n in w.values()
    )


def of_the_game(row: Row, ledger: Ledger) -> dict:
    retried = isinstance(row.entry.body, Settle) and row.entry.body.answer == "retry"
    if row.entry.type in COUNTED:
        return dict(row.delta)
    return own_delta(row, ledger) if retried else {}


def as_dicts(tallies: Tallies) -> dict[str, dict[str, dict[str, int]]]:
    return json.loads(json.dumps(tallies))


@given(rules_wishes)
def test_i18_an_entry_for_one_player_moves_no_other_but_what_a_team_shares(wishes):
    for before, row, _ in steps(wishes):
        if row.entry.type in ("gain", "pay", "lose", "double", "correct"):
            for seat, kinds in row.delta.items():
                mate = seat in before.mates(row.entry.body.seat)
                assert seat == row.entry.body.seat or (mate and set(kinds) == {"life"})


@given(rules_wishes)
def test_i19_an_outcome_never_changes_later(wishes):
    ledger, seen = rules_opened(), []
    for wish in wishes:
        seen.append(ledger.add(rules_entry(ledger, wish)))
    assert [replace(row, undone=False) for row in ledger.rows[1:]] == seen


@given(st.integers(1, 20), st.integers(1, 20), EFFECTS)
def test_i22_a_gain_may_be_split_where_nothing_adds_or_halves(a, b, cards):
    effects = in_force([c for c in cards if c in ("aether-refinery", "innkeepers-talent")])
    whole, one, other = (
        get(rules_opened().table, effects, Event(ANA, ANA, {"energy": n}), None).amounts["energy"]
        for n in (a + b, a, b)
    )
    assert whole == one + other
    added = in_force([*cards, "winding-constrictor"])
    if all(card in ("aether-refinery", "winding-constrictor") for card in cards):
        order = [effect.id for effect in added]
        parts = [get(rules_opened().table, added, Event(ANA, ANA, {"energy": n}), order)
                 for n in (a + b, a, b)]  # fmt: skip
        assert parts[0].amounts["energy"] < parts[1].amounts["energy"] + parts[2].amounts["energy"]


@given(rules_wishes)
def test_effects_that_changed_are_told_and_nothing_else_is(wishes):
    for before, row, _ in steps(wishes):
        if Flag.EFFECTS_CHANGED in row.flags:
            assert row.entry.seen < before.seq
            assert row.entry.type in ("gain", "proliferate", "double")


@given(rules_wishes)
def test_the_table_stays_small_whatever_is_switched_on_and_opened(wishes):
    for _, _, after in steps(wishes):
        assert sum(e.in_force for e in after.effects) <= 20 and len(after.effects) <= 52
        assert len(after.resolutions) <= 41 and len(after.disputes) <= 100


def test_the_entries_by_chance_reach_every_code_of_the_rules():
    chance, codes = Random(7), set()
    for _ in range(150):
        ledger = rules_opened()
        for _ in range(30):
            wish = tuple(chance.randint(0, 99) for _ in range(7))
            raw = raw_of_rules(ledger, wish)
            row = ledger.add(read(raw, ("ana", "ben", "cleo")[wish[1] % 3], ledger))
            codes |= {row.refusal.code} if row.refusal else set()
    assert codes >= {
        Code.CANT_GET, Code.ORDER_REQUIRED, Code.NOT_RESOLVING, Code.ALREADY_CHOSEN,
        Code.BELOW_MIN, Code.NO_COUNTERS, Code.UNKNOWN_EFFECT,
    }  # fmt: skip
