"""Following a table: what is told, when, and what a silence means. The bell here rings by hand."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from tests.people import ANAS, BENS, TABLE
from webapp.services import feed as feeds
from webapp.services.feed import Feed
from webapp.services.ports import Ear, Reading
from webapp.services.tables import Tables
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger, SqlWriting

KEY = "a key for the tests alone"
ANA = "ana".ljust(22, "_")


class HandBell:
    """A bell that a test rings, and a clock that a test sets."""

    def __init__(self) -> None:
        self.time = 0.0
        self.ears: list[Ear] = []
        self.stamps = 1

    def ring(self, table_id: str, seq: int | None = None, heard: int | None = None) -> int:
        before = self.stamp(table_id)
        self.stamps += 1
        for ear in self.ears:
            ear.ring()
        return self.stamp(table_id) if heard in (None, before) else 0

    def ring_all(self) -> None:
        self.ring("all")

    def stamp(self, table_id: str) -> int:
        return self.stamps if self.ears else 0

    @contextmanager
    def listen(self, table_id: str, ear: Ear) -> Iterator[None]:
        self.ears.append(ear)
        try:
            yield
        finally:
            self.ears.remove(ear)


class Counting:
    """An ear that counts."""

    rung = 0

    def ring(self) -> None:
        self.rung += 1


class CountingLedger(SqlLedger):
    """Counts how often a table is read; `meanwhile` is done once, just after a commit."""

    reads = 0
    meanwhile: Callable[[], object] | None = None

    @contextmanager
    def writing(self, table_id: str) -> Iterator[SqlWriting]:
        with super().writing(table_id) as writing:
            yield writing
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile:
            meanwhile()

    def read(self, table_id: str, after: int | None) -> Reading | None:
        self.reads += 1
        return super().read(table_id, after)


@pytest.fixture
def bell() -> HandBell:
    return HandBell()


@pytest.fixture
def ledger(database: Database) -> CountingLedger:
    return CountingLedger(database)


@pytest.fixture
def tables(ledger: CountingLedger, bell: HandBell) -> Tables:
    tables = Tables(ledger, bell, KEY)
    seats = [{"seat": ANAS}, {"seat": BENS}]
    opening = {"id": "open".ljust(22, "_"), "seq": 1, "type": "open", "seats": seats}
    tables.post(TABLE, ANA, ANA, [opening], now=0)
    return tables


@pytest.fixture
def feed(ledger: CountingLedger, bell: HandBell, tables: Tables) -> Feed:
    return Feed(ledger, bell, clock=lambda: bell.time)


def gain(tables: Tables, seq: int) -> None:
    raw = {"id": f"gain-{seq}".ljust(22, "_"), "seq": seq, "type": "gain", "n": 1}
    tables.post(TABLE, ANA, ANA, [{**raw, "seat": ANAS, "kind": "energy"}], now=0)


def test_it_begins_with_the_table_as_it_is(feed: Feed):
    view = next(feed.follow(TABLE, Counting()))
    assert view and view.table.seq == 1
    assert view.after is None and view.rows == ()


def test_it_begins_with_the_rows_since_where_one_was(feed: Feed, tables: Tables):
    gain(tables, 2)
    view = next(feed.follow(TABLE, Counting(), after=1, client=ANA))
    assert view and [row.seq for row in view.rows] == [2]
    assert view.ack == 2


def test_it_goes_on_with_what_came_since_the_last_time(feed: Feed, tables: Tables):
    views = feed.follow(TABLE, Counting(), client=ANA)
    next(views)
    gain(tables, 2)
    gain(tables, 3)
    view = next(views)
    assert view and [row.seq for row in view.rows] == [2, 3]
    assert (view.table.seq, view.ack) == (3, 3)


def test_where_nothing_is_new_nothing_is_told(feed: Feed, bell: HandBell):
    views = feed.follow(TABLE, Counting())
    next(views)
    assert [next(views), next(views)] == [None, None]
    bell.ring(TABLE)
    assert next(views) is None


def test_what_is_new_rings(feed: Feed, tables: Tables):
    ear = Counting()
    next(views := feed.follow(TABLE, ear))
    gain(tables, 2)
    assert ear.rung == 1
    tables.renew_code(TABLE, now=0)
    assert ear.rung == 2
    views.close()
    gain(tables, 3)
    assert ear.rung == 2


def test_another_join_code_is_told_at_once(feed: Feed, tables: Tables):
    views = feed.follow(TABLE, Counting())
    before = next(views)
    tables.renew_code(TABLE, now=0)
    after = next(views)
    assert before and after and before.code != after.code


def test_it_ends_after_its_life(feed: Feed, bell: HandBell):
    views = feed.follow(TABLE, Counting())
    assert next(views)
    bell.time = 0.8 * feeds.LIFE - 1
    assert [next(views), next(views)] == [None, None]
    bell.time = 1.2 * feeds.LIFE
    assert list(views) == []
    assert bell.ears == []


def test_it_ends_at_once_when_the_server_stops(feed: Feed, bell: HandBell):
    ear = Counting()
    next(views := feed.follow(TABLE, ear))
    feed.close()
    assert ear.rung == 1
    assert list(views) == []
    assert bell.ears == []


def test_who_comes_while_the_server_stops_is_not_told_that_the_table_is_gone(feed: Feed):
    feed.close()
    (view,) = feed.follow(TABLE, Counting())
    assert view and view.table.seq == 1


def test_it_is_empty_where_there_is_no_table(feed: Feed, bell: HandBell):
    assert list(feed.follow("0" * 26, Counting())) == []
    assert bell.ears == []


def test_many_feeds_of_a_table_read_it_once(feed: Feed, tables: Tables, ledger: CountingLedger):
    streams = [feed.follow(TABLE, Counting(), client=client) for client in (ANA, None, "x" * 22)]
    for stream in streams:
        next(stream)
    assert ledger.reads == 1
    gain(tables, 2)
    views = [next(stream) for stream in streams]
    assert ledger.reads == 2
    assert [view and view.ack for view in views] == [2, None, 0]
    assert [view and len(view.rows) for view in views] == [1, 1, 1]


def test_a_feed_that_is_further_behind_misses_nothing(feed: Feed, tables: Tables):
    gain(tables, 2)
    gain(tables, 3)
    near, far = feed.follow(TABLE, Counting(), after=2), feed.follow(TABLE, Counting(), after=0)
    rows = [[row.seq for row in view.rows] for view in (next(near), next(far)) if view]
    assert rows == [[3], [1, 2, 3]]


def test_nothing_is_kept_for_a_table_that_nobody_follows(feed: Feed, tables: Tables):
    stream = feed.follow(TABLE, Counting())
    next(stream)
    stream.close()
    gain(tables, 2)
    view = next(feed.follow(TABLE, Counting()))
    assert view and view.table.seq == 2


def test_a_server_that_was_put_back_is_told(feed: Feed, tables: Tables, database: Database):
    gain(tables, 2)
    view = next(feed.follow(TABLE, Counting(), after=99))
    assert view and (view.table.seq, view.rows) == (2, ())


def test_what_was_written_here_is_told_without_reading_it_again(
    feed: Feed, tables: Tables, ledger: CountingLedger, bell: HandBell
):
    here = Tables(ledger, bell, KEY, feed.add)
    streams = [feed.follow(TABLE, Counting(), client=client) for client in (ANA, "x" * 22)]
    for stream in streams:
        next(stream)
    gain(here, 2)
    gain(here, 3)
    behind = [next(stream) for stream in streams]
    gain(here, 4)
    told = [next(stream) for stream in streams]
    assert ledger.reads == 2  # as the streams began, and when two entries had come
    assert [[row.seq for row in view.rows] for view in behind if view] == [[2, 3]] * 2
    assert [[row.seq for row in view.rows] for view in told if view] == [[4]] * 2
    assert [view and view.ack for view in told] == [4, 0]
    again = next(feed.follow(TABLE, Counting(), after=1, client=ANA))
    assert told[0] and again and again.rows[-1:] == told[0].rows and again.table == told[0].table


def test_what_was_written_here_after_others_is_read(
    feed: Feed, tables: Tables, ledger: CountingLedger, bell: HandBell
):
    here = Tables(ledger, bell, KEY, feed.add)
    stream = feed.follow(TABLE, Counting())
    next(stream)
    gain(tables, 2)  # elsewhere
    gain(here, 3)
    view = next(stream)
    assert view and [row.seq for row in view.rows] == [2, 3]
    assert ledger.reads == 2


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "elsewhere"])
def test_what_is_written_between_a_commit_and_its_ring_is_told_with_it(
    elsewhere: bool, feed: Feed, tables: Tables, ledger: CountingLedger, bell: HandBell
):
    here = Tables(ledger, bell, KEY, feed.add)
    stream = feed.follow(TABLE, Counting(), client=ANA)
    next(stream)
    ledger.meanwhile = partial(gain, tables if elsewhere else here, 3)
    gain(here, 2)
    view = next(stream)
    assert view and [row.seq for row in view.rows] == [2, 3]
    assert (view.table.seq, view.ack) == (3, 3)


def test_a_join_code_made_between_a_commit_and_its_ring_is_told_with_it(
    feed: Feed, tables: Tables, ledger: CountingLedger, bell: HandBell
):
    here = Tables(ledger, bell, KEY, feed.add)
    stream = feed.follow(TABLE, Counting())
    before = next(stream)
    ledger.meanwhile = partial(tables.renew_code, TABLE, now=0)
    gain(here, 2)
    after = next(stream)
    assert before and after and before.code != after.code
    assert [row.seq for row in after.rows] == [2]
