"""Tables with no network: begun on a phone, played on, and brought to the server later."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.begun import FIRST, OWN_TABLE, SECOND, Begun
from tests.browser.installed import installed, offline, online
from tests.browser.phone import NO_NETWORK, Phone

HOLE = re.compile("~[a-z.]+~")
CLOSE_AND_OPEN = """(name) => {
  const link = document.querySelector(`[data-hx-get$="/sheet/${name}"]`);
  document.getElementById("sheet").close();
  link.click();
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OPEN = """(way) => {
  const link = document.querySelector('[data-hx-get$="/sheet/menu"]').cloneNode(true);
  link.dataset.hxGet = link.dataset.hxGet.replace("menu", way);
  document.querySelector("live-table").append(link);
  link.click();
  link.remove();
}"""
HOSTILE = "~seat.id~ on=1 <b>"
HEBREW = "דנה 7"


@pytest.fixture
def app(phone) -> Phone:
    """Ana's phone with the app on it, and no network."""
    ana = installed(phone(service_workers="allow"), "en")
    offline(ana)
    return ana


def choose(phone: Phone, sheet: str, kind: str, **fields: str) -> None:
    """Open a sheet and press the button of the form that makes this entry."""
    phone.open_sheet(sheet)
    phone.send(kind, **fields)


def rows(phone: Phone) -> list[str]:
    """What the ledger of this phone says, newest first."""
    words = phone.open_sheet("ledger").locator(".row__words").all_text_contents()
    phone.page.keyboard.press("Escape")
    return words


def test_a_table_begun_with_no_network_joins_under_its_link_when_there_is_one(app, phone):
    table = Begun(app, 2)
    expect(app.status).to_contain_text("not shared yet")
    app.type_amount(table, FIRST, 5, "gain")
    app.undo.click()
    app.shows(table, first=0)
    app.tap(table, FIRST, times=4)
    app.tap(table, FIRST, step=-1)
    app.shows(table, first=3)
    place = app.seat(table, FIRST).element_handle()
    online(app)
    expect(app.status).to_contain_text("Live")
    expect(app.page).to_have_url(re.compile(table.id))
    assert place.evaluate("it => it.isConnected"), "replaced under the player's hands"
    ben = phone()
    ben.open(table)
    ben.shows(table, first=3, second=0)
    app.tap(table, FIRST)
    ben.shows(table, first=4, second=0)
    assert [row["type"] for row in table.rows()][:2] == ["open", "seat_take"]
    expect(app.open_sheet("share").locator(".share__qr")).to_be_visible()


def test_a_whole_game_is_played_in_german_with_no_network(phone):
    ana = installed(phone("de-DE", service_workers="allow"), "de")
    offline(ana)
    table = Begun(ana, 2)
    ana.one_phone_for_all()
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "tiles")
    ana.tap(table, SECOND, times=2)
    ana.open_seat(table, SECOND).locator('[name="name"]').fill(HOSTILE)
    ana.send("seat_rename", seat=table.seats[SECOND])
    expect(ana.seat(table, SECOND)).to_contain_text(HOSTILE)
    ana.open_sheet("add-seat").locator('[name="name"]').fill(HEBREW)
    ana.send("seat_add")
    expect(ana.page.locator("[data-seat]")).to_have_count(3)
    ana.type_amount(table, FIRST, 7, "gain")
    ana.shows(table, first=7, second=2)
    assert rows(ana)[:3] == [
        "Platz 1 erhält 7 Energie",
        f"\u2068{HEBREW}\u2069: Platz hinzugefügt",
        f"Ein Platz heißt jetzt {HOSTILE}",
    ]
    sheet = ana.open_sheet("ledger")
    sheet.locator(".row__undo button").first.click()
    ana.shows(table, first=0)
    choose(ana, "new-game", "new_game")
    ana.shows(table, first=0, second=0)
    assert rows(ana)[0] == "Neues Spiel: alle Stände auf 0"
    online(ana)
    ben = phone()
    ben.open(table)
    ben.shows(table, first=0, second=0)
    expect(ben.page.locator("[data-seat]")).to_have_count(3)
    expect(ben.seat(table, SECOND)).to_contain_text(HOSTILE)


def test_a_shared_table_goes_on_with_no_network_and_everything_comes_together(phone, table):
    ben = phone()
    ben.sit(table, "Ben")
    ana = installed(phone(service_workers="allow"), "en")
    ana.sit(table, "Ana")
    offline(ana)
    ana.tap(table, "Ana", times=3)
    expect(ana.status).to_contain_text("Offline")
    ana.open_seat(table, "Ana").locator('[name="name"]').fill("Anna")
    ana.page.locator('#sheet [name="shape"][value="star"]').check(force=True)
    ana.send("seat_rename", seat=table.seats["Ana"])
    expect(ana.seat(table, "Ana")).to_contain_text("Anna")
    ana.open_sheet("correct").locator('[name="to"]').fill("9")
    ana.send("correct")
    ana.shows(table, Ana=9)
    ben.type_amount(table, "Ana", 2, "gain")  # not seen by who corrected
    ana.open_sheet("new-game")
    expect(ana.sheet.locator("form[data-entry]")).to_have_count(0)
    ana.page.keyboard.press("Escape")
    choose(ana, f"seat?seat={table.seats['Ana']}", "seat_leave", seat=table.seats["Ana"])
    expect(ana.seat(table, "Ana")).to_have_attribute("data-status", "left")
    ana.send("seat_return", seat=table.seats["Ana"])
    ana.take(table, "Ana")
    online(ana)
    expect(ana.status).to_contain_text("Live")
    for each in (ana, ben):
        each.shows(table, Ana=11)
        expect(each.seat(table, "Ana")).to_contain_text("Anna")
        expect(each.seat(table, "Ana")).to_have_attribute("data-status", "active")


def test_a_payment_that_one_cannot_make_is_refused_with_its_ruling_and_no_network(app):
    table = Begun(app, 2)
    app.tap(table, FIRST, step=-1)
    expect(app.refusal.locator("[data-code=INSUFFICIENT]")).to_be_visible()
    expect(app.refusal.locator("blockquote")).to_be_visible()
    app.refusal.locator("[data-dismiss]").click()
    app.type_amount(table, FIRST, 4, "pay")
    expect(app.refusal.locator("blockquote")).to_be_visible()
    app.shows(table, first=0)


def test_what_needs_the_network_says_so(app):
    Begun(app, 2)
    for name in ("links", "forget", "share"):
        app.open_sheet(name)
        expect(app.sheet.locator('form[method="post"]')).to_have_count(0)
        if name != "share":
            app.page.keyboard.press("Escape")
    link = app.sheet.locator(".share__link")
    assert OWN_TABLE.search(link.input_value())
    app.page.keyboard.press("Escape")
    app.open("/t/0123456789ABCDEFGHJKMNPQRS")
    expect(app.refusal).to_contain_text("does not know this table yet")


def test_a_sheet_that_opens_as_another_closes_keeps_what_it_says(app):
    Begun(app, 2)
    app.open_sheet("menu")
    app.page.evaluate(CLOSE_AND_OPEN, "share")
    expect(app.sheet.locator(".share__link")).to_be_visible()
    app.page.evaluate(TWO_FRAMES)
    expect(app.sheet.locator(".share__link")).to_be_visible()


def test_every_sheet_is_drawn_whole(app):
    table = Begun(app, 3)
    app.type_amount(table, FIRST, 4, "gain")
    app.type_amount(table, FIRST, 3, "pay")
    ways = [f"{name}?seat={table.seats[SECOND]}" for name in ("seat", "pay", "correct")]
    for way in ("menu", "ledger", "order", "add-seat", "new-game", "share", *ways):
        app.page.evaluate(OPEN, way)
        expect(app.sheet.locator(".sheet__head")).to_be_visible()
        assert not HOLE.search(app.sheet.inner_html()), way
        app.page.keyboard.press("Escape")
    app.open_sheet("ledger")
    app.open_sheet("undo")
    expect(app.sheet.locator('[name="with"]')).to_have_count(1)
    assert not HOLE.search(app.page.locator("live-table").inner_html())
    app.submit(app.sheet.locator("form[data-entry]"))
    app.shows(table, first=0)


def test_home_has_the_tables_of_this_phone_and_asks_before_one_is_lost(app):
    table = Begun(app, 3)
    app.tap(table, FIRST, times=2)
    app.open("/")
    row = app.page.locator(".recent__row")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("not shared yet")
    row.locator("a").click()
    app.shows(table, first=2)
    app.open("/")
    code = app.page.locator('[name="code"]')
    code.fill("K7F4-2QXM")
    code.press("Enter")
    expect(app.page.locator("#join-problem")).to_contain_text("needs a connection")
    code.fill(f"see {app.address}{table.path}")
    code.press("Enter")
    app.shows(table, first=2)
    app.open("/")
    row.locator("[data-leave]").click()
    app.page.locator("dialog button").first.click()
    expect(row).to_have_count(1)
    row.locator("[data-leave]").click()
    app.page.locator('dialog button[value="forget"]').click()
    expect(row).to_have_count(0)


def test_a_phone_without_the_app_still_draws_its_table_when_the_network_goes(phone, table):
    ana = phone()
    ana.expects(*NO_NETWORK)
    with ana.page.expect_response(lambda answer: answer.url.endswith("/shell")):
        ana.sit(table, "Ana")
    offline(ana)
    ana.tap(table, "Ana")
    expect(ana.status).to_contain_text("Offline")
    ana.type_amount(table, "Ana", 5, "gain")
    ana.shows(table, Ana=6)
    choose(ana, "add-seat", "seat_add")
    expect(ana.page.locator("[data-seat]")).to_have_count(3)
    online(ana)
    table.comes_to(Ana=6)
    expect(ana.status).to_contain_text("Live")
