"""Energy goes up and down under the finger, and everyone sees it."""

import json
import statistics

from playwright.sync_api import expect


def deltas(table, *types):
    """What each accepted entry of these types moved, oldest first."""
    return [
        sum(kinds["energy"] for kinds in row["delta"].values())
        for row in table.rows(*types)
        if row["outcome"] == "accepted"
    ]


def test_two_phones_at_one_table_see_the_same_totals(phone, table):
    ana, ben = phone(), phone(language="de-DE")
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.tap(table, "Ana", times=4)
    ben.tap(table, "Ben", times=2)
    for each in (ana, ben):
        each.shows(table, Ana=4, Ben=2)
    ben.tap(table, "Ben", -1)
    ana.shows(table, Ana=4, Ben=1)


def test_the_number_moves_under_the_finger_and_the_burst_shows_beside_it(phone, table, road):
    road.delay = 1.0
    ana = phone(address=road.address)
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=3)
    expect(ana.energy(table, "Ana")).to_have_text("3", timeout=300)
    expect(ana.seat(table, "Ana").locator("[data-delta]")).to_have_text("+3", timeout=300)


def test_a_burst_of_taps_is_one_entry(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=3)
    ana.page.wait_for_timeout(1_000)
    ana.tap(table, "Ana", -1, times=2)
    ana.page.wait_for_timeout(1_500)
    assert deltas(table, "gain", "pay") == [3, -2]


def test_taps_both_ways_cancel_and_leave_no_entry(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=2)
    ana.tap(table, "Ana", -1, times=2)
    ana.page.wait_for_timeout(1_500)
    ana.shows(table, Ana=0)
    assert deltas(table, "gain", "pay") == []


def test_thirty_fast_taps_against_a_slow_server_all_count(phone, table, road):
    ana = phone(address=road.address)
    ana.sit(table, "Ana")
    road.delay = 0.5
    drafts = 3
    for _ in range(drafts):
        ana.tap(table, "Ana", times=10)
        ana.page.wait_for_timeout(900)
    ana.shows(table, Ana=30)
    table.comes_to(Ana=30)
    assert deltas(table, "gain") == [10] * drafts


def test_a_typed_amount_is_one_entry(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    table.gain("Ana", 9)
    ana.shows(table, Ana=9)
    ana.type_amount(table, "Ana", 7, "pay")
    ana.shows(table, Ana=2)
    table.comes_to(Ana=2)
    assert deltas(table, "pay") == [-7]


def test_two_fingers_on_one_pad_are_two_taps(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.tap_crossed(table, "Ana")
    ana.shows(table, Ana=2)
    table.comes_to(Ana=2)


def test_holding_a_pad_repeats_and_letting_go_stops(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    with ana.holding(table, "Ana"):
        ana.page.wait_for_timeout(1_200)
    held = int(ana.energy(table, "Ana").inner_text())
    assert held >= 5
    ana.page.wait_for_timeout(500)
    ana.shows(table, Ana=held)
    table.comes_to(Ana=held)


def test_a_hold_that_the_system_cancels_stops_and_adds_no_click(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    with ana.holding(table, "Ana", end="touchCancel"):
        ana.page.wait_for_timeout(800)
    stopped = int(ana.energy(table, "Ana").inner_text())
    assert stopped >= 2
    ana.page.wait_for_timeout(600)
    ana.shows(table, Ana=stopped)


def test_a_hold_ends_when_the_page_is_hidden(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    with ana.holding(table, "Ana"):
        ana.page.wait_for_timeout(800)
        ana.hide()
        stopped = int(ana.energy(table, "Ana").inner_text())
        ana.page.wait_for_timeout(600)
        assert int(ana.energy(table, "Ana").inner_text()) <= stopped + 1
    table.comes_to(Ana=int(ana.energy(table, "Ana").inner_text()))


def test_a_remote_change_of_the_table_leaves_pad_and_finger_alone(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    pad = ana.pad(table, "Ana")
    pad.focus()
    node = pad.element_handle()
    with ana.holding(table, "Ana"):
        ana.page.wait_for_timeout(600)
        table.write(type="seat_rename", seat=table.seats["Ben"], name="Benno")
        before = int(ana.energy(table, "Ana").inner_text())
        ana.page.wait_for_timeout(500)
        assert int(ana.energy(table, "Ana").inner_text()) > before
    expect(ana.seat(table, "Ben")).to_contain_text("Benno")
    assert node.evaluate("(node) => node.isConnected && node === document.activeElement")


def test_a_screen_reader_hears_ten_taps_as_one_message(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.page.evaluate("""() => {
        window.heard = [];
        const region = document.querySelector("#announce");
        new MutationObserver(() => region.textContent.trim() && heard.push(region.textContent))
          .observe(region, { childList: true, characterData: true, subtree: true });
    }""")
    ana.tap(table, "Ana", times=10)
    ana.page.wait_for_timeout(2_800)
    heard = ana.page.evaluate("heard")
    assert len(heard) == 1 and "10" in heard[0] and "Ana" in heard[0]


def test_pads_are_big_and_never_zoom(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    for step in (1, -1):
        box = ana.pad(table, "Ana", step).bounding_box()
        assert box["width"] >= 64 and box["height"] >= 64
        action = ana.pad(table, "Ana", step).evaluate("(pad) => getComputedStyle(pad).touchAction")
        assert action == "none"


def test_a_tap_takes_little_of_a_slow_phones_time(phone, table):
    """Half of the taps; the slowest ones tell more about this machine than about the page."""
    ana = phone()
    ana.sit(table, "Ana")
    ana.context.new_cdp_session(ana.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    ana.page.evaluate("""() => {
        window.spent = [];
        new PerformanceObserver((list) => {
          for (const { name, processingStart, processingEnd } of list.getEntries())
            if (name === "pointerup") spent.push(processingEnd - processingStart);
        }).observe({ type: "event", durationThreshold: 16 });
    }""")
    ana.tap(table, "Ana", times=30)
    ana.shows(table, Ana=30)
    spent = ana.page.evaluate("spent")
    assert not spent or statistics.median(spent) <= 50


def test_a_tap_lays_out_nothing_but_its_seat_and_undo(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.tap(table, "Ana")
    ana.shows(table, Ana=1)
    ana.page.wait_for_load_state("networkidle")
    browser = ana.context.browser
    browser.start_tracing(page=ana.page, categories=["devtools.timeline"])
    ana.tap(table, "Ana", times=12)
    ana.shows(table, Ana=13)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    laid_out = [event["args"] for event in events if event["name"] == "Layout"]
    roots = {root["nodeName"] for args in laid_out for root in args["endData"]["layoutRoots"]}
    assert roots == {"DIV class='seat__face'", "BUTTON class='button button--wide'"}
