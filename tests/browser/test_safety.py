"""What a page must never do, whatever it is given."""

from playwright.sync_api import expect


def test_markup_that_acts_is_stopped(phone, table):
    ana = phone()
    ana.expects("policy broken", "inline event handler", "TrustedHTML")
    ana.sit(table, "Ana")
    ana.page.evaluate("""() => {
        window.acted = false;
        try {
          document.querySelector("main").insertAdjacentHTML(
            "beforeend", '<img src="data:," onerror="window.acted = true">');
        } catch { /* as it should be */ }
    }""")
    ana.page.wait_for_timeout(300)
    assert ana.page.evaluate("acted") is False


def test_hostile_names_are_only_names(phone, table):
    hostile = "<img src=x onerror=alert(1)>"
    table.write(type="seat_rename", seat=table.seats["Ben"], name=hostile)
    ana = phone()
    ana.sit(table, "Ana")
    expect(ana.seat(table, "Ben")).to_contain_text(hostile)
    ana.tap(table, "Ana", times=2)
    ana.shows(table, Ana=2)


def test_two_tabs_of_one_phone_count_every_tap_once(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    second = ana.in_second_tab()
    second.open(table)
    for _ in range(4):
        ana.tap(table, "Ana", times=3)
        second.tap(table, "Ana", times=3)
    table.comes_to(Ana=24)
    for each in (ana, second):
        each.shows(table, Ana=24)
