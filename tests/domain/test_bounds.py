"""What one entry costs has an end, however long its ledger is and whatever it says to have seen."""

from collections.abc import Sequence

import pytest

from tests.builders import ANA, SEATS, ATable, a_table, an_id
from webapp.domain.rows import Row
from webapp.domain.sight import FARTHEST
from webapp.domain.table import from_json, to_json

LONG = 3 * FARTHEST


class Watched(ATable):
    """A table that counts how many rows a decision asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def find(self, id: str) -> Row | None:
        self.asked += 1
        return super().find(id)

    def after(self, seq: int) -> Sequence[Row]:
        rows = super().after(seq)
        self.asked += len(rows)
        return rows


@pytest.fixture(scope="module")
def long() -> Watched:
    table = Watched()
    table.does("open", seats=[{"seat": SEATS[ANA]}, {"seat": SEATS["ben"]}])
    table.does("effect_on", effect=an_id("wc"), card="winding-constrictor", controller=SEATS[ANA])
    table.does("resolution_open", resolution=an_id("bolt"), seat=ANA, targets="legal")
    table.does("gain", seat=ANA, kind="energy", n=3, resolution=an_id("bolt"))
    for _ in range(LONG):
        table.gains("ben", 1)
    return table


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "gain", "seat": ANA, "kind": "energy", "n": 1},
        {"type": "lose", "seat": ANA, "kind": "energy", "n": 1, "group": an_id("group")},
        {"type": "proliferate", "seats": list(SEATS.values())[:2]},
        {"type": "double", "seat": ANA, "kinds": ["energy"]},
        {"type": "resolution_choose", "resolution": an_id("bolt"), "pay": 1},
        {"type": "undo", "entry": an_id("e4")},
        {"type": "effect_off", "effect": an_id("wc")},
        {"type": "turn"},
        {"type": "new_game"},
    ],
    ids=lambda fields: fields["type"],
)
def test_one_entry_asks_for_no_more_rows_than_anyone_looks_back(long: Watched, fields: dict):
    long.by("stranger", seen=1)
    before, long.asked = long.table, 0
    long.does(**fields)
    assert long.asked <= 2 * FARTHEST + 300
    long.table = before
    assert len(str(to_json(before))) < 4000


def test_a_snapshot_from_before_there_were_effects_is_read_with_nothing_in_force():
    table = a_table(ana=3).table
    old = {
        name: value
        for name, value in to_json(table).items()
        if name in ("name", "game", "seq", "seats", "conflicts", "previous", "since", "last_play",
                    "shelved")
    }  # fmt: skip
    read = from_json(old)
    assert (read.in_force, read.resolutions, read.doubts, read.kinds) == ((), (), (), ())
    assert (read.mode, read.variant, read.life, read.tallies) == ("casual", "normal", None, {})
    assert [seat.pins for seat in read.seats] == [(), ()]


def test_a_table_that_uses_none_of_it_is_kept_as_it_always_was():
    told = to_json(a_table().table)
    assert set(told) == {
        "name", "game", "seq", "seats", "conflicts", "previous", "since", "last_play", "shelved",
    }  # fmt: skip
    assert set(told["seats"][0]) == {
        "id", "name", "colour", "shape", "status", "holder", "counters", "left_at", "left_by",
    }  # fmt: skip
