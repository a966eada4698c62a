"""An open sheet keeps up with the table, and out of the player's hands."""

from playwright.sync_api import expect

from tests.browser.test_without_scripts import late_payment

TOP_OF = "row => row.getBoundingClientRect().top"


def test_an_open_ledger_shows_what_others_play(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    sheet = ana.open_sheet("ledger")
    table.gain("Ben", 4)
    expect(sheet.locator(".row__words").first).to_have_text("Ben gets 4 energy")
    gained = table.rows("gain")[0]["id"]
    table.write(type="undo", entry=gained)
    expect(sheet.locator(f"#row-{gained}")).to_have_attribute("data-undone", "")


def test_a_settled_conflict_is_settled_on_every_open_sheet(phone, table):
    ana, ben = phone(), phone()
    late_payment(table)
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    for each in (ana, ben):
        each.open_sheet("conflict")
    ben.send("settle", answer="drop")
    expect(ana.sheet).to_contain_text("This is settled already.")
    expect(ana.sheet.locator(".sheet__title")).to_be_focused()


def test_what_a_player_types_stays_while_others_play(phone, table):
    ana = phone()
    late_payment(table)
    ana.sit(table, "Ana")
    sheet = ana.open_sheet("conflict")
    asked = []
    ana.page.on("request", lambda r: asked.append(r.url) if "/sheet/conflict" in r.url else None)
    total = sheet.locator('[name="to"]')
    total.focus()
    table.gain("Ana", 3)
    ana.shows(table, Ana=4)
    total.fill("7")
    sheet.locator(".sheet__title").focus()
    table.gain("Ana", 2)
    ana.shows(table, Ana=6)
    assert not asked
    expect(total).to_have_value("7")
    total.fill("1")
    sheet.locator(".sheet__title").focus()
    expect(total).to_have_value("6")


def test_focus_and_place_stay_when_the_ledger_grows(phone, table):
    for n in range(1, 31):
        table.gain("Ben", n)
    ana = phone()
    ana.sit(table, "Ana")
    sheet = ana.open_sheet("ledger")
    row = sheet.locator("li", has=ana.page.locator(f"#row-{table.rows('gain')[5]['id']}"))
    row.get_by_role("button").focus()
    before = row.evaluate(TOP_OF)
    assert sheet.evaluate("sheet => sheet.scrollTop") > 0
    table.gain("Ana", 9)
    expect(sheet.locator(".row__words").first).to_have_text("Ana gets 9 energy")
    expect(row.get_by_role("button")).to_be_focused()
    assert abs(row.evaluate(TOP_OF) - before) < 2


def test_a_page_of_older_entries_stays_that_page(phone, table):
    for _ in range(60):
        table.gain("Ben", 1)
    ana = phone()
    ana.sit(table, "Ana")
    sheet = ana.open_sheet("ledger")
    sheet.get_by_role("link", name="Older entries").click()
    oldest = table.rows("gain")[0]["id"]
    expect(sheet.locator(f"#row-{oldest}")).to_be_visible()
    table.write(type="undo", entry=oldest)
    expect(sheet.locator(f"#row-{oldest}")).to_have_attribute("data-undone", "")
