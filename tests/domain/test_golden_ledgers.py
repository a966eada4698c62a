"""The golden ledgers, replayed by the domain."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.ledger import Ledger, fold
from tests.ledgers_io import Golden, golden_ledgers
from webapp.domain.entries import read_entry
from webapp.domain.rows import Row


def replay(golden: Golden) -> Ledger:
    """Decide the posts in order; an id that is there already is left alone, as a replay is."""
    ledger = Ledger()
    for post in golden.posts:
        for raw in post.raws:
            if ledger.find(raw["id"]) is None:
                ledger.add(read_entry(
                    raw, client=post.client, author=post.client, game=ledger.table.game,
                    seen=ledger.table.seq, now=0,
                ))  # fmt: skip
    return ledger


def outcome_of(row: Row) -> str | list[str]:
    return [row.outcome, row.refusal.code] if row.refusal else row.outcome.value


def among(expected: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    return {key: found[key] for key in expected}


def by_entry(ledger: Ledger) -> dict[str, dict[str, Any]]:
    rows = {row.entry.id: row for row in ledger.rows}
    return {
        "outcomes": {id: outcome_of(row) for id, row in rows.items()},
        "params": {id: row.refusal.params if row.refusal else {} for id, row in rows.items()},
        "flags": {id: list(row.flags) for id, row in rows.items()},
        "deltas": {id: row.delta for id, row in rows.items()},
        "undone": {id: row.undone for id, row in rows.items()},
        "answers": {c.entry: list(c.answers) for c in ledger.table.conflicts},
    }


def assert_in_force(golden: Golden, ledger: Ledger) -> None:
    """Effects in force, payments for resolutions, the turn's tallies, pinned cards."""
    table, expect = ledger.table, golden.expect
    tallies = {seat.id: table.tallies.get(seat.id, {}) for seat in table.seats}
    assert among(expect["tallies"], tallies) == expect["tallies"]
    assert expect["effects"] in (None, [effect.id for effect in table.in_force])
    paid = {resolution.id: resolution.paid for resolution in table.resolutions}
    assert among(expect["paid"], paid) == expect["paid"]
    pins = {seat.id: list(seat.pins) for seat in table.seats}
    assert among(expect["pins"], pins) == expect["pins"]


GOLDEN = golden_ledgers()


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_every_golden_ledger_comes_out_as_written(golden: Golden):
    ledger = replay(golden)
    for what, found in by_entry(ledger).items():
        assert among(golden.expect[what], found) == golden.expect[what], what
    seats = {seat.id: seat for seat in ledger.table.seats}
    counters = {id: dict(seat.counters) for id, seat in seats.items()}
    assert among(golden.expect["totals"], counters) == golden.expect["totals"]
    assert len(ledger.table.conflicts) == golden.expect["conflicts"]
    assert_in_force(golden, ledger)
    holders = golden.expect["holders"]
    assert {id: seats[id].holder for id in holders} == holders


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_the_seats_of_a_golden_ledger_are_as_written(golden: Golden):
    if golden.expect["seats"] is None:
        return
    fields = ("name", "colour", "shape", "status")
    found = [
        {"seat": seat.id, **{f: getattr(seat, f) for f in fields}}
        for seat in replay(golden).table.seats
    ]
    assert found == golden.expect["seats"]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_its_rows_fold_to_the_same_ledger_again(golden: Golden):
    ledger = replay(golden)
    again = fold(row.entry for row in ledger.rows)
    assert (again.table, again.rows) == (ledger.table, ledger.rows)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_every_refusal_in_it_cites_something(golden: Golden):
    assert all(row.cites for row in replay(golden).rows if row.refusal)
