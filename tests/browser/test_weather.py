"""Bad connections: nothing tapped is lost, nothing counts twice, and the page stays as it is."""

import contextlib

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NO_NETWORK
from tests.browser.table import Table

PORTAL = {"status": 200, "content_type": "text/html", "body": "<h1>Free Wi-Fi</h1>"}


@contextlib.contextmanager
def answered(page, pattern, **answer):
    """Requests to `pattern` get this answer instead of the server's."""
    page.route(pattern, lambda route: route.fulfill(**answer))
    yield
    page.unroute(pattern)


def test_the_server_dies_and_comes_back_under_two_open_phones(phone, own_server):
    table = Table(own_server.address, "Ana", "Ben")
    ana, ben = phone(address=own_server.address), phone(address=own_server.address)
    for each, name in ((ana, "Ana"), (ben, "Ben")):
        each.expects(*NO_NETWORK)
        each.sit(table, name)
    ana.tap(table, "Ana", times=2)
    ben.shows(table, Ana=2)
    own_server.kill()
    ana.tap(table, "Ana", times=3)
    ben.tap(table, "Ben", times=1)
    ana.shows(table, Ana=5)
    ana.page.wait_for_timeout(1_000)
    own_server.start()
    for each in (ana, ben):
        each.shows(table, Ana=5, Ben=1, within=15)
    assert [table.energy("Ana"), table.energy("Ben")] == [5, 1]
    assert len(table.rows("gain")) == 3


def test_an_answer_that_is_no_answer_keeps_the_taps_waiting(phone, table):
    ana = phone()
    ana.expects("500")
    ana.sit(table, "Ana")
    failed = {"status": 500, "body": "Internal Server Error"}
    for answer in (failed, PORTAL):
        with answered(ana.page, "**/entries", **answer):
            with ana.page.expect_response("**/entries"):
                ana.tap(table, "Ana")
            expect(ana.status).to_contain_text("1")
            assert not [row for row in table.rows("gain") if row["mine"]]
        table.comes_to(Ana=1)
        table.write(type="correct", seat=table.seats["Ana"], kind="energy", **{"from": 1, "to": 0})
        ana.shows(table, Ana=0)


def test_the_page_of_a_captive_portal_never_stands_in_a_table(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.expects("Somebody else answers")
    with answered(ana.page, "**/f/t/**", **PORTAL):
        with ana.page.expect_response("**/f/t/**"):
            table.write(type="seat_rename", seat=table.seats["Ben"], name="Benedikt")
        ana.tap(table, "Ana")
        ana.shows(table, Ana=1)
    expect(ana.seat(table, "Ben")).to_contain_text("Benedikt")
    assert "Wi-Fi" not in ana.page.content()


def test_an_own_tap_never_shows_twice_when_the_stream_is_faster_than_the_answer(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.page.evaluate(
        """(seat) => {
        window.highest = 0;
        const number = document.querySelector(`#seat-${seat} [data-energy]`);
        const look = () => {
          highest = Math.max(highest, Number(number.textContent));
          requestAnimationFrame(look);
        };
        look();
    }""",
        table.seats["Ana"],
    )
    ana.slow_answers("/entries", 2.0)
    ana.tap(table, "Ana", times=3)
    ana.page.wait_for_timeout(3_500)
    ana.shows(table, Ana=3)
    assert ana.page.evaluate("highest") == 3


def test_a_stream_that_fails_at_first_is_tried_again(phone, table):
    ana = phone()
    ana.expects("503")
    with answered(ana.page, "**/events*", status=503, body="later"):
        ana.sit(table, "Ana")
        ana.page.wait_for_timeout(500)
    table.gain("Ana", 4)
    ana.shows(table, Ana=4)


def test_a_phone_that_was_offline_is_live_again(phone, table):
    ana = phone()
    ana.expects(*NO_NETWORK)
    ana.sit(table, "Ana")
    ana.context.set_offline(True)
    ana.tap(table, "Ana", times=2)
    ana.shows(table, Ana=2)
    table.gain("Ben", 3)
    ana.page.wait_for_timeout(1_000)
    ana.context.set_offline(False)
    ana.shows(table, Ana=2, Ben=3)
    table.comes_to(Ana=2)


def test_an_error_page_never_replaces_the_table(phone, table):
    ana = phone()
    ana.expects("50[034]")
    ana.sit(table, "Ana")
    for status in (500, 503, 504):
        with answered(ana.page, "**/f/**", status=status, body="<h1>down</h1>"):
            table.write(type="seat_rename", seat=table.seats["Ben"], name=f"Ben {status}")
            ana.page.wait_for_timeout(600)
            expect(ana.page.get_by_text("down", exact=True)).to_have_count(0)
            expect(ana.energy(table, "Ana")).to_be_visible()
    table.gain("Ben", 1)
    ana.shows(table, Ben=1)


def test_changes_made_while_the_stream_was_cut_all_show(phone, table, road):
    ana = phone(address=road.address)
    ana.expects(*NO_NETWORK)
    ana.sit(table, "Ana")
    table.gain("Ben", 1)
    ana.shows(table, Ben=1)
    road.open = False
    road.cut()
    table.gain("Ana", 2)
    table.gain("Ben", 3)
    table.pay("Ben", 1)
    ana.page.wait_for_timeout(500)
    road.open = True
    ana.shows(table, Ana=2, Ben=3)


def test_a_page_that_wakes_up_fetches_what_it_missed(phone, table, road):
    ana = phone(address=road.address)
    ana.sit(table, "Ana")
    road.silence_streams()
    ana.hide()
    table.gain("Ben", 6)
    ana.page.wait_for_timeout(500)
    ana.wake()
    expect(ana.energy(table, "Ben")).to_have_text("6", timeout=2_500)


@pytest.fixture
def early(phone, table):
    """Ana's seat on a page that waits for its script: `script_comes` decides what becomes of it."""
    ana, held = phone(), []
    ana.sit(table, "Ana")
    ana.page.route("**/js/table*.js", lambda route: held.append(route))
    ana.page.reload(wait_until="commit")
    expect(ana.seat(table, "Ana")).to_be_visible()
    ana.script_comes = lambda end: [end(route) for route in held]
    return ana


def test_taps_before_the_table_s_script_is_there_all_count(early, table):
    early.tap(table, "Ana", times=3)
    table.comes_to(Ana=3)
    early.script_comes(lambda route: route.continue_())
    early.shows(table, Ana=3)
    early.tap(table, "Ana")
    early.shows(table, Ana=4)
    table.comes_to(Ana=4)
    assert [row["type"] for row in table.rows("gain")] == ["gain"] * 4


def test_a_tap_that_began_before_the_script_was_there_counts_once(early, table):
    with early.holding(table, "Ana"):
        early.script_comes(lambda route: route.continue_())
        expect(early.page.locator("live-table[data-outbox]")).to_be_visible()
    early.shows(table, Ana=1)
    early.tap(table, "Ana")
    early.shows(table, Ana=2)
    table.comes_to(Ana=2)


def test_a_payment_refused_before_the_script_is_there_shows_the_ruling(early, table):
    early.tap(table, "Ana", times=1, step=-1)
    expect(early.refusal).to_contain_text("more energy counters than you have")
    assert [row["outcome"] for row in table.rows("pay")] == ["refused"]


def test_taps_on_a_page_whose_script_never_comes_all_count_and_show(early, table):
    early.expects(*NO_NETWORK)
    early.tap(table, "Ana", times=3)
    early.script_comes(lambda route: route.abort())
    early.shows(table, Ana=3)
    assert len(table.rows("gain")) == 3


def test_a_tap_that_a_portal_answers_before_the_script_is_there_counts_and_shows(early, table):
    early.expects(*NO_NETWORK)
    with answered(early.page, "**/entries", **PORTAL):
        with early.page.expect_response("**/entries"):
            early.tap(table, "Ana")
        early.script_comes(lambda route: route.abort())
        with early.page.expect_response("**/entries"):
            expect(early.seat(table, "Ana")).to_be_visible()
    early.shows(table, Ana=1)
    assert len(table.rows("gain")) == 1


def test_a_tap_that_is_turned_down_before_the_script_is_there_shows_why(early, table):
    early.expects("status of 410")
    table.forget()
    early.tap(table, "Ana")
    expect(early.page.locator("h1")).to_have_text("Table deleted")


WATCH_NUMBER = """(seat) => {
  const number = document.querySelector(`#seat-${seat} [data-energy]`);
  window.shown = [];
  const look = () => {
    if (shown.at(-1) !== number.textContent) shown.push(number.textContent);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def waiting(phone, table):
    """Ana's seat on a page that is there, while what plays the table is on its way."""
    ana, held = phone(), []
    ana.sit(table, "Ana")
    ana.tap(table, "Ana")
    table.comes_to(Ana=1)
    ana.page.route("**/js/elements/live-table*.js", lambda route: held.append(route))
    ana.page.reload()
    ana.shows(table, Ana=1)
    ana.script_comes = lambda end: [end(route) for route in held]
    return ana


def test_taps_show_and_count_at_once_while_the_table_s_script_is_on_its_way(waiting, table):
    with answered(waiting.page, "**/entries", status=503, body="later"):
        waiting.expects("503")
        waiting.tap(table, "Ana", times=9)
        waiting.shows(table, Ana=10)
        waiting.tap(table, "Ana", step=-1)
        waiting.shows(table, Ana=9)
    waiting.script_comes(lambda route: route.continue_())
    waiting.ready()
    waiting.shows(table, Ana=9)
    waiting.tap(table, "Ana")
    waiting.shows(table, Ana=10)
    table.comes_to(Ana=10)
    kinds = [row["type"] for row in table.rows("gain", "pay")]
    assert kinds == ["gain"] * 10 + ["pay", "gain"]


def test_undo_waits_for_the_table_s_script_and_takes_back_the_last_tap(waiting, table):
    waiting.page.evaluate("window.same = true")
    waiting.tap(table, "Ana", step=-1)
    waiting.tap(table, "Ana", times=2)
    waiting.undo.click()
    expect(waiting.undo).to_be_disabled()
    waiting.script_comes(lambda route: route.continue_())
    waiting.shows(table, Ana=1)
    table.comes_to(Ana=1)
    waiting.undo.click()
    waiting.shows(table, Ana=0)
    assert waiting.page.evaluate("window.same")


def test_what_was_tapped_before_the_script_neither_goes_back_nor_counts_twice(waiting, table):
    waiting.tap(table, "Ana", times=3)
    table.comes_to(Ana=4)
    waiting.page.evaluate(WATCH_NUMBER, table.seats["Ana"])
    waiting.script_comes(lambda route: route.continue_())
    waiting.ready()
    table.gain("Ben", 1)
    waiting.shows(table, Ana=4, Ben=1)
    assert waiting.page.evaluate("shown") == ["4"]
    assert len(table.rows("gain")) == 5


def test_a_hold_goes_on_when_the_table_s_script_comes_under_the_finger(waiting, table):
    waiting.page.evaluate(WATCH_NUMBER, table.seats["Ana"])
    with waiting.holding(table, "Ana"):
        waiting.page.wait_for_function("() => shown.length > 3")
        waiting.script_comes(lambda route: route.continue_())
        waiting.ready()
        before = len(waiting.page.evaluate("shown"))
        waiting.page.wait_for_function("(n) => shown.length > n", arg=before + 2)
    held = int(waiting.energy(table, "Ana").inner_text())
    table.comes_to(Ana=held)
    waiting.shows(table, Ana=held)
    shown = [int(total) for total in waiting.page.evaluate("shown")]
    assert shown == sorted(shown)


def test_a_hold_before_the_script_stops_where_nothing_is_left(waiting, table):
    with waiting.holding(table, "Ana", step=-1):
        expect(waiting.refusal).to_contain_text("more energy counters than you have")
    assert [row["outcome"] for row in table.rows("pay")] == ["accepted", "refused"]


def test_taps_that_are_on_their_way_when_the_page_is_left_arrive(waiting, table):
    with answered(waiting.page, "**/entries", status=503, body="later"):
        waiting.expects("503")
        waiting.tap(table, "Ana", times=3)
    waiting.page.goto("about:blank")
    table.comes_to(Ana=4)
    assert len(table.rows("gain")) == 4


def test_a_table_whose_script_fails_to_come_plays_once_it_does(waiting, table):
    waiting.expects(*NO_NETWORK)
    waiting.script_comes(lambda route: route.abort())
    waiting.ready()
    waiting.page.unroute("**/js/elements/live-table*.js")
    expect(waiting.page.locator("live-table[data-outbox]")).to_be_visible()
    waiting.tap(table, "Ana")
    waiting.shows(table, Ana=2)


def test_what_was_tapped_before_the_script_goes_before_what_is_tapped_after(early, table):
    early.expects("503")
    with answered(early.page, "**/entries", status=503, body="later"):
        early.tap(table, "Ana", times=2)
        early.script_comes(lambda route: route.continue_())
        early.shows(table, Ana=2)
        early.tap(table, "Ana", step=-1)
        early.shows(table, Ana=1)
    table.comes_to(Ana=1)
    assert [row["type"] for row in table.rows("gain", "pay")] == ["gain", "gain", "pay"]
    expect(early.refusal).to_be_empty()


def test_a_tap_whose_form_arrives_after_the_outbox_has_sent_it_counts_once(early, table):
    held = []
    early.page.route("**/entries", lambda route: hold_form(route, held))
    early.tap(table, "Ana")
    with early.page.expect_response("**/entries"):
        early.script_comes(lambda route: route.continue_())
    table.comes_to(Ana=1)
    for route in held:
        with early.page.expect_response("**/entries"):
            route.continue_()
    early.page.unroute("**/entries")
    early.tap(table, "Ana")
    early.shows(table, Ana=2)
    table.comes_to(Ana=2)
    expect(early.refusal).to_be_empty()
    assert len(held) == 1


def hold_form(route, held: list) -> None:
    """Keep what a form sends; what the outbox sends goes on."""
    if "json" in route.request.headers["content-type"]:
        route.continue_()
    else:
        held.append(route)
