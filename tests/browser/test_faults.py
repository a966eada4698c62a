"""Whatever happens on the way: phones, server and ledger agree, and each tap counts once."""

import os
import signal

import pytest
from playwright.sync_api import expect

from tests.browser import gate as faults
from tests.browser.gate import Fault, Gate
from tests.browser.installed import installed
from tests.browser.phone import NO_NETWORK
from tests.browser.table import Table

BROKEN = ("ERR_", *NO_NETWORK, "500", "429", "MIME type")  # half an answer may be any error
ON_THE_WAY: list[Fault] = [
    faults.drop_the_request,
    faults.drop_the_answer,
    faults.delay_the_request,
    faults.delay_the_answer,
    faults.duplicate_the_request,
    faults.deliver_late,
    faults.cut_the_answer_short,
    faults.answer_500,
    faults.answer_500_after_commit,
    faults.ask_for_patience,
    faults.answer_like_a_portal,
]


@pytest.fixture
def gate(server):
    gate = Gate(server.port)
    yield gate
    gate.close()


@pytest.fixture
def pair(phone, table, gate):
    """Ana and Ben in their seats, behind the gate. Ben has the app; Ana's phone has no worker."""
    ben = phone(address=gate.address, service_workers="allow")
    return seated([phone(address=gate.address), installed(ben, "en")], table)


def seated(phones, table):
    for each, name in zip(phones, ("Ana", "Ben"), strict=True):
        each.expects(*BROKEN)
        each.sit(table, name)
        expect(each.status).to_have_attribute("data-state", "live")
    return phones


def agree(phones, table, **energy):
    """All phones and the server show this, the ledger adds up to it, and nothing waits."""
    table.comes_to(**energy)
    for each in phones:
        each.shows(table, **energy)
        expect(each.status).to_have_attribute("data-state", "live")
    rows = table.rows()
    assert len({row["id"] for row in rows}) == len(rows)
    assert [row["outcome"] for row in rows] == ["accepted"] * len(rows)
    for name, total in energy.items():
        seat = table.seats[name]
        assert sum(row["delta"].get(seat, {}).get("energy", 0) for row in rows) == total
    return rows


def play(table, ana, ben):
    ana.tap(table, "Ana", times=2)
    ben.tap(table, "Ben", times=3)
    ben.tap(table, "Ben", step=-1)


@pytest.mark.parametrize("fault", ON_THE_WAY, ids=lambda fault: fault.__name__)
def test_each_tap_counts_once_when_the_way_would(fault, pair, table, gate):
    with gate.bringing(fault):
        play(table, *pair)
        pair[0].page.wait_for_timeout(1_500)
        play(table, *pair)
        pair[0].page.wait_for_timeout(500)
    assert gate.hits >= 2
    gate.deliver()
    agree(pair, table, Ana=4, Ben=4)


@pytest.mark.parametrize(
    "fault", [faults.answer_500, faults.answer_like_a_portal], ids=lambda fault: fault.__name__
)
def test_each_tap_counts_once_when_every_address_would(fault, pair, table, gate):
    with gate.bringing(fault, to=faults.ANYTHING):
        gate.cut()
        play(table, *pair)
        pair[0].page.wait_for_timeout(1_500)
        expect(pair[0].energy(table, "Ana")).to_have_text("2")
    agree(pair, table, Ana=2, Ben=2)


def test_two_tabs_behind_a_bad_road_count_every_tap_once(phone, table, gate):
    ana = phone(address=gate.address)
    ana.expects(*BROKEN)
    ana.sit(table, "Ana")
    second = ana.in_second_tab()
    second.open(table)
    expect(second.status).to_have_attribute("data-state", "live")
    with gate.bringing(faults.drop_the_answer):
        for _ in range(3):
            ana.tap(table, "Ana", times=5)
            second.tap(table, "Ana", times=5)
    agree((ana, second), table, Ana=30)


def test_a_copied_phone_becomes_another_and_every_tap_of_both_counts_once(phone, table, gate):
    ana = phone(address=gate.address)
    ana.expects(*BROKEN, "409")
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=2)
    agree([ana], table, Ana=2)
    storage = ana.context.storage_state(indexed_db=True)
    copy = phone(address=gate.address, storage_state=storage)
    copy.expects(*BROKEN, "409")
    copy.open(table)
    expect(copy.status).to_have_attribute("data-state", "live")
    with gate.bringing(faults.drop_the_request):
        ana.tap(table, "Ana", times=3)
        copy.tap(table, "Ana", times=4)
        ana.page.wait_for_timeout(1_500)
    agree([ana, copy], table, Ana=9)
    ana.tap(table, "Ana")
    copy.tap(table, "Ana")
    agree([ana, copy], table, Ana=11)


@pytest.mark.parametrize("days", [400, -400])
def test_a_clock_that_is_put_right_in_mid_burst_changes_nothing(days, pair, table, gate):
    ana, _ = pair
    with gate.bringing(faults.ask_for_patience):
        ana.tap(table, "Ana", times=2)
        ana.set_clock(days)
        play(table, *pair)
        ana.page.wait_for_timeout(1_500)
        ana.set_clock(0)
        play(table, *pair)
        ana.set_clock(days)
        ana.page.wait_for_timeout(1_000)
    agree(pair, table, Ana=6, Ben=4)


def test_a_full_phone_says_so_and_each_tap_counts_once_all_the_same(phone, table, gate):
    pair = [phone(address=gate.address) for _ in range(2)]
    pair[0].fill_storage()
    ana, _ = seated(pair, table)
    with gate.bringing(faults.drop_the_request):
        play(table, *pair)
        expect(ana.status).to_contain_text("storage is full")
        ana.page.wait_for_timeout(1_000)
    agree(pair, table, Ana=2, Ben=2)


def one_worker(server):
    os.kill(server.workers[0], signal.SIGKILL)


def all_workers(server):
    for worker in server.workers:
        os.kill(worker, signal.SIGKILL)


def everything(server):
    server.kill()
    server.start()


@pytest.mark.parametrize("kill", [one_worker, all_workers, everything], ids=lambda k: k.__name__)
def test_each_tap_counts_once_when_in_mid_burst_dies(kill, phone, own_server):
    table = Table(own_server.address, "Ana", "Ben")
    ana, ben = pair = seated([phone(address=own_server.address) for _ in range(2)], table)
    play(table, ana, ben)
    ana.tap(table, "Ana", times=2)
    kill(own_server)
    play(table, ana, ben)
    agree(pair, table, Ana=6, Ben=4)
