"""Taking things back: the own last step, any row by name, a wrong total, a whole game."""

from playwright.sync_api import expect


def test_the_undo_button_names_the_step_and_takes_it_back(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.tap(table, "Ana", times=3)
    table.comes_to(Ana=3)
    ben.tap(table, "Ben", times=2)
    ana.shows(table, Ben=2)
    expect(ana.undo).to_contain_text("3")
    ana.undo.click()
    for each in (ana, ben):
        each.shows(table, Ana=0, Ben=2)


def test_undo_during_a_burst_cancels_the_burst(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", times=2)
    ana.undo.click()
    ana.shows(table, Ana=0)
    ana.page.wait_for_timeout(1_200)
    assert not table.rows("gain", "undo")


def test_any_row_of_the_ledger_can_be_undone_by_name(phone, table):
    table.gain("Ben", 4)
    table.gain("Ben", 2)
    row = table.rows("gain")[0]
    ana = phone()
    ana.sit(table, "Ana")
    sheet = ana.open_sheet("ledger")
    expect(sheet).to_contain_text("Ben")
    ana.send("undo", entry=row["id"])
    ana.shows(table, Ben=2)
    table.comes_to(Ben=2)


def test_a_total_is_corrected_with_a_reason_that_the_ledger_shows(phone, table):
    table.gain("Ana", 4)
    ana = phone()
    ana.sit(table, "Ana")
    ana.open_seat(table, "Ana")
    sheet = ana.open_sheet(f"correct?seat={table.seats['Ana']}")
    sheet.locator('[name="to"]').fill("6")
    sheet.locator('[name="reason"]').fill("forgot the Harvester")
    ana.send("correct", seat=table.seats["Ana"])
    ana.shows(table, Ana=6)
    table.comes_to(Ana=6)
    expect(ana.open_sheet("ledger")).to_contain_text("forgot the Harvester")


def test_the_ledger_tells_who_what_and_the_total_before_and_after(phone, table):
    table.gain("Ben", 4)
    table.pay("Ben", 1)
    ana = phone()
    ana.sit(table, "Ana")
    row = ana.open_sheet("ledger").locator(f"#row-{table.rows('pay')[0]['id']}")
    expect(row).to_contain_text("Ben")
    expect(row.locator(".row__before")).to_have_text("4")
    expect(row.locator(".row__after")).to_have_text("3")


def test_a_new_game_asks_first_and_can_be_undone_until_someone_plays(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.tap(table, "Ana", times=5)
    ben.shows(table, Ana=5)
    ana.open_sheet("new-game")
    ben.shows(table, Ana=5)
    ana.send("new_game")
    for each in (ana, ben):
        each.shows(table, Ana=0, Ben=0)
    ana.undo.click()
    for each in (ana, ben):
        each.shows(table, Ana=5)
