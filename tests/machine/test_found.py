"""What the machine has found, as short as it came: each once lost or held up a tap."""

from tests.machine.host import Host
from tests.machine.replay import Replay
from tests.machine.server import Server
from tests.machine.world import World

HOURS = 8 * 60 * 60 * 1000  # ms


def test_a_clock_that_is_set_back_holds_nothing_up(replay: Replay):
    replay([
        ("away", 0), ("wish", 0, "gain", 0, 2), ("wait", 1), ("clock", 0, 6), ("back", 0),
    ])  # fmt: skip


def test_what_a_restored_server_lacks_goes_before_what_was_tapped_since(replay: Replay):
    world = replay([
        ("backup",), ("wish", 0, "gain", 0, 2), ("wait", 1), ("flow",),
        ("restore",), ("wish", 0, "gain", 1, 0), ("wait", 1), ("deliver", 0),
    ])  # fmt: skip
    (ledger,) = world.server.ledgers.values()
    assert [row.entry.body.n for row in ledger.rows if row.entry.type == "gain"] == [3, 1]


def test_a_copied_phone_that_wakes_to_a_restored_server_loses_nothing(replay: Replay):
    replay([
        ("clone", 0), ("clone", 0), ("wish", 2, "tap", 0, 0), ("backup",), ("restore",),
        ("wait", 0), ("wish", 1, "tap", 0, 0), ("wish", 0, "gain", 2, 3),
    ])  # fmt: skip


def test_what_a_restored_server_lost_comes_back_although_a_copied_phone_has_its_number(
    replay: Replay,
):
    world = replay([
        ("clone", 0), ("away", 2), ("backup",), ("wish", 0, "gain", 0, 2), ("wait", 1), ("flow",),
        ("away", 0), ("restore",), ("back", 2), ("wish", 2, "gain", 1, 0), ("wait", 1), ("flow",),
    ])  # fmt: skip
    (ledger,) = world.server.ledgers.values()
    assert [row.entry.body.n for row in ledger.rows if row.entry.type == "gain"] == [1, 3]


def test_a_tab_does_not_take_its_own_open_draft_for_a_dead_ones(host: Host, server: Server):
    world = World(host, server, locks=False)
    world.do("wish", 0, "tap", 0, 0)
    world.net.run(("set", "p0", {"skew": HOURS}))
    world.do("wake", 0)
    world.do("wish", 0, "tap", 0, 0)
    world.finish()
    (ledger,) = world.server.ledgers.values()
    assert sum(seat.counters["energy"] for seat in ledger.table.seats) == 2


def test_a_tap_that_only_the_journal_could_take_outlives_its_page(replay: Replay):
    world = replay(
        [("wish", 0, "tap", 0, 0), ("disk", 0, 1), ("wish", 0, "tap", 0, 0)], locks=False
    )  # at the end, pages of broken databases are opened anew
    (ledger,) = world.server.ledgers.values()
    assert sum(seat.counters["energy"] for seat in ledger.table.seats) == 2


def test_a_draft_that_was_cancelled_when_the_disk_failed_does_not_come_back(replay: Replay):
    world = replay([
        ("wish", 0, "tap", 0, 0), ("disk", 0, 1), ("wish", 0, "undo"),
        ("wish", 0, "tap", 0, 0), ("wish", 0, "tap", 0, 0), ("wait", 2), ("flow",),
    ])  # fmt: skip
    (ledger,) = world.server.ledgers.values()
    assert [row.entry.body.n for row in ledger.rows if row.entry.type == "gain"] == [2]


def test_what_a_page_left_in_its_journal_is_not_shown_twice_where_another_tab_knows_it(
    replay: Replay,
):
    replay([
        ("disk", 1, 1), ("open", 1, 0, 0), ("flow",), ("wish", 2, "undoRow", 0, 0, 0),
        ("wait", 1), ("die", 0, 0),
    ], phones=2, locks=False)  # fmt: skip
