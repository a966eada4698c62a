"""What people do with tables, over a real store."""

import pytest

from tests.people import ANAS, BENS, TABLE, Person
from webapp.domain.refusals import Code, Refusal
from webapp.services.batch import Gap
from webapp.services.tables import CODE_LIFE, NoSuchTable, Posted, Tables
from webapp.store.ledger import SqlWriting

ANA, BEN = "ana".ljust(22, "_"), "ben".ljust(22, "_")


@pytest.fixture
def tables(app) -> Tables:
    return app.extensions["reservoir"].tables


def entry(seq: int, type: str, **fields: object) -> dict[str, object]:
    return {
        "id": f"{type}-{seq}".replace("_", "-").ljust(22, "_"),
        "seq": seq,
        "type": type,
        **fields,
    }


def play(tables: Tables, client: str, *raws: dict[str, object]) -> Posted:
    answer = tables.post(TABLE, client, client, raws, now=5)
    assert isinstance(answer, Posted)
    return answer


def opening() -> dict[str, object]:
    return entry(1, "open", seats=[{"seat": ANAS}, {"seat": BENS}])


def test_a_new_table_needs_one_to_eight_seats(tables: Tables):
    for seats in (0, 9, 10**9, -1):
        refusal = tables.open_new(None, seats, ANA, now=0)
        assert isinstance(refusal, Refusal) and refusal.code is Code.BAD_FIELD
    made = tables.open_new("Friday", 8, ANA, now=0)
    assert isinstance(made, str)
    view = tables.view(made)
    assert view and len(view.table.seats) == 8 and view.table.seats[0].holder == ANA


def test_a_post_to_no_table_is_told_so(tables: Tables):
    assert tables.post(TABLE, ANA, ANA, [entry(1, "new_game")], now=0) == NoSuchTable()
    assert tables.post(TABLE, ANA, ANA, [], now=0) == NoSuchTable()


def test_a_table_begins_with_nothing_but_an_open_that_holds(tables: Tables):
    refused = {**opening(), "seats": []}
    good = {**opening(), "id": "another".ljust(22, "-"), "seq": 2}
    for raws in ([refused], [refused, good], [entry(1, "pin"), good]):
        assert tables.post(TABLE, ANA, ANA, raws, now=0) == NoSuchTable()
    assert tables.view(TABLE) is None
    assert play(tables, ANA, opening()).ack == 1


def test_no_table_begins_under_an_id_to_watch(tables: Tables):
    watch = play(tables, ANA, opening()).view.watch
    assert tables.post(watch, BEN, BEN, [opening()], now=0) == NoSuchTable()


def test_a_gap_in_the_first_post_makes_no_table(tables: Tables):
    assert tables.post(TABLE, ANA, ANA, [{**opening(), "seq": 2}], now=0) == Gap(1)
    assert tables.view(TABLE) is None


def test_each_row_names_the_seat_its_author_held(tables: Tables):
    play(
        tables,
        ANA,
        opening(),
        entry(2, "gain", seat=BENS, kind="energy", n=1),
        entry(3, "seat_take", seat=ANAS),
        entry(4, "gain", seat=BENS, kind="energy", n=1),
        entry(5, "seat_leave", seat=ANAS),
        entry(6, "gain", seat=BENS, kind="energy", n=1),
    )
    rows = tables.ledger(TABLE, limit=9)
    assert [row.by for row in reversed(rows)] == [None, None, ANAS, ANAS, ANAS, None]


def test_a_row_of_a_phone_with_several_seats_names_the_one_it_is_about(tables: Tables):
    seats = [entry(2, "seat_take", seat=ANAS), entry(3, "seat_take", seat=BENS)]
    play(tables, ANA, opening(), *seats, entry(4, "gain", seat=BENS, kind="energy", n=1))
    assert tables.ledger(TABLE, limit=1)[0].by == BENS


def test_the_ledger_is_read_newest_first_and_from_below_a_row(tables: Tables):
    play(tables, ANA, opening(), *(entry(n, "new_game") for n in range(2, 7)))
    assert [row.seq for row in tables.ledger(TABLE, limit=2)] == [6, 5]
    assert [row.seq for row in tables.ledger(TABLE, limit=9, before=3)] == [2, 1]


def test_a_row_is_found_by_its_entry(tables: Tables):
    play(tables, ANA, opening())
    row = tables.row(TABLE, str(opening()["id"]))
    assert row and row.seq == 1
    assert tables.row(TABLE, "nothing") is None


def test_undo_takes_the_last_of_ones_own_that_is_still_in_force(tables: Tables):
    gain = entry(1, "gain", seat=BENS, kind="energy", n=1)
    play(tables, ANA, opening(), entry(2, "gain", seat=ANAS, kind="energy", n=1))
    play(tables, BEN, gain, entry(2, "seat_take", seat=BENS))
    mine = tables.my_latest(TABLE, BEN)
    assert mine and mine.entry.id == gain["id"]
    play(tables, BEN, entry(3, "undo", entry=gain["id"]))
    assert tables.my_latest(TABLE, BEN) is None
    assert tables.my_latest(TABLE, ANA).entry.seq == 2


def test_undo_does_not_reach_into_a_game_that_is_over(tables: Tables):
    play(tables, ANA, opening(), entry(2, "gain", seat=ANAS, kind="energy", n=1))
    play(tables, BEN, entry(1, "new_game"))
    assert tables.my_latest(TABLE, ANA) is None
    assert tables.my_latest(TABLE, BEN).entry.type == "new_game"
    play(tables, ANA, entry(3, "gain", seat=ANAS, kind="energy", n=1))
    assert tables.my_latest(TABLE, BEN) is None


def test_entries_that_look_ever_further_back_cost_few_reads(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
):
    gain = {"seat": BENS, "kind": "energy", "n": 1}
    play(tables, ANA, opening(), *(entry(n, "gain", **gain) for n in range(2, 80)))
    reads: list[object] = []
    after = SqlWriting.after
    monkeypatch.setattr(SqlWriting, "after", lambda *asked: reads.append(asked) or after(*asked))
    late = [{"id": f"late-{n}".ljust(22, "_"), "seen": 80 - n} for n in range(1, 80)]
    raws = (entry(n, "gain", **gain, **each) for n, each in enumerate(late, start=1))
    posted = play(tables, BEN, *raws)
    assert {answered.row.outcome for answered in posted.outcomes} == {"accepted"}
    assert len(reads) <= 8


def test_a_row_that_is_undone_in_a_post_is_undone_for_the_rest_of_it(tables: Tables):
    gain = entry(2, "gain", seat=BENS, kind="energy", n=1)
    play(tables, ANA, opening(), gain)
    undo = entry(1, "undo", entry=gain["id"]), entry(2, "undo", entry=gain["id"])
    assert [a.row.outcome for a in play(tables, BEN, *undo).outcomes] == ["accepted", "duplicate"]


def test_a_code_finds_its_table_for_a_day(tables: Tables):
    play(tables, ANA, opening())
    view = tables.view(TABLE)
    assert view and view.code_until == 5 + CODE_LIFE
    assert tables.by_code(view.code, now=view.code_until - 1) == TABLE
    assert tables.by_code(view.code, now=view.code_until) is None
    assert tables.renew_code(TABLE, now=9)
    assert tables.by_code(view.code, now=9) is None
    assert not tables.renew_code("0" * 26, now=9)


def test_an_ack_is_each_clients_own(tables: Tables):
    play(tables, ANA, opening())
    assert tables.view(TABLE, ANA).ack == 1
    assert tables.view(TABLE, BEN).ack == 0
    assert tables.view(TABLE).ack is None


def test_forms_leave_no_count_behind(tables: Tables, ana: Person, at_table: None):
    ana.form(id="f" * 22, type="gain", seat=ANAS, kind="energy", n="1")
    reading = tables._ledger.read(TABLE, None)
    assert set(reading.acks) == {ana.client, "Ben".ljust(22, "-")}
