"""The watch link shows everything, changes nothing, and gives nothing away."""

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect


def watch_path(phone_at_table):
    link = phone_at_table.open_sheet("share").locator("#watch-link").input_value()
    return link.removeprefix(phone_at_table.address)


def test_a_watcher_sees_every_change_and_has_nothing_to_press(phone, table):
    ana, cleo = phone(), phone()
    ana.sit(table, "Ana")
    cleo.open(watch_path(ana))
    table.gain("Ana", 5)
    cleo.shows(table, Ana=5, Ben=0)
    expect(cleo.page.locator("form[data-entry], [data-pad]")).to_have_count(0)


def test_nothing_that_a_watcher_gets_holds_the_play_link(phone, table):
    ana, cleo = phone(), phone()
    ana.sit(table, "Ana")
    bodies = []
    cleo.context.on("requestfinished", lambda request: bodies.append(request))
    path = watch_path(ana)
    cleo.open(path)
    table.gain("Ana", 1)
    cleo.shows(table, Ana=1)
    for address in (path, f"{path}/state", f"{path}/state?after=0", f"{path}/ledger"):
        with urllib.request.urlopen(cleo.address + address) as answer:
            assert table.id not in answer.read().decode() + str(answer.headers)
    assert table.id not in cleo.page.content()
    assert not [request.url for request in bodies if table.id in request.url]


def test_a_watch_link_cannot_write(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    path = watch_path(ana)
    before = table.state()["seq"]
    for address in (f"{path}/entries", path.replace("/w/", "/t/") + "/entries"):
        request = urllib.request.Request(
            ana.address + address, b'{"v":1}', {"Content-Type": "application/json"}
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        refused.value.close()
        assert refused.value.code in (400, 403, 404, 405)
    assert table.state()["seq"] == before
