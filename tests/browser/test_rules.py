"""What few tables need: other counters, effects, proliferating, tournaments; each on two phones."""

import re

from playwright.sync_api import expect

from tests.browser.table import entry_id

HOSTILE = "<img src=x onerror=alert(1)>"


def in_force(table, *cards: str) -> None:
    for card in cards:
        controller = table.seats["Ana"]
        table.write(type="effect_on", effect=entry_id(), card=card, controller=controller)


def test_an_effect_is_switched_on_by_one_and_asks_the_other_five_or_six(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    in_force(table, "winding-constrictor")
    expect(ben.page.locator("[data-effect]")).to_have_count(1)
    ben.open_sheet("effects")
    card = ben.sheet.locator('[data-card="aether-refinery"]')
    card.locator("summary").click()
    card.locator("select").select_option(table.seats["Ana"])
    ben.submit(card.locator("form"))
    expect(ana.page.locator("[data-effect]")).to_have_count(2)
    ana.tap(table, "Ana", times=2)
    outcomes = ana.sheet.locator(".outcome__words")
    expect(outcomes).to_have_text(["5 energy counters", "6 energy counters"])
    ana.sheet.locator(".outcome").last.click()
    for each in (ana, ben):
        each.shows(table, Ana=6)
    table.comes_to(Ana=6)
    ana.open_sheet("ledger")
    expect(ana.sheet.locator(".row__became").first).to_contain_text("2 became 6")


def test_the_number_has_an_effect_in_it_while_the_finger_still_taps(phone, table):
    ana = phone()
    in_force(table, "winding-constrictor")
    ana.sit(table, "Ana")
    expect(ana.page.locator("[data-effect]")).to_have_count(1)
    ana.tap(table, "Ana", times=3)
    ana.shows(table, Ana=4)
    table.comes_to(Ana=4)
    assert [row["n"] for row in table.rows("gain")] == [3]


def test_proliferating_the_table_is_undone_in_one_step_on_both_phones(phone, table):
    ana, ben = phone(), phone()
    table.gain("Ana", 4)
    table.gain("Ben", 1)
    table.write(type="gain", seat=table.seats["Ben"], kind="poison", n=2)
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.open_sheet("proliferate")
    for box in ana.sheet.locator("[type=checkbox]:enabled").all():
        box.check()
    ana.send("proliferate")
    poison = f"#seat-{table.seats['Ben']} [data-kind=poison] [data-n]"
    for each in (ana, ben):
        each.shows(table, Ana=5, Ben=2)
        expect(each.page.locator(poison)).to_have_text("3")
    ana.undo.click()
    for each in (ana, ben):
        each.shows(table, Ana=4, Ben=1)
        expect(each.page.locator(poison)).to_have_text("2")


def test_the_word_on_ten_poison_comes_and_goes_with_undo(phone, table):
    ana, ben = phone(), phone()
    table.write(type="gain", seat=table.seats["Ana"], kind="poison", n=9)
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.seat(table, "Ana").locator("[data-kind=poison] a").click()
    expect(ana.sheet.locator("[data-count]")).to_have_text("9")
    ana.sheet.locator('button[value="gain"]').click()
    for each in (ana, ben):
        expect(each.page.locator("[data-dying]")).to_contain_text("Comprehensive Rules 122.1f")
    expect(ana.undo).to_contain_text("+1 poison")
    ana.undo.click()
    for each in (ana, ben):
        expect(each.page.locator("[data-dying]")).to_have_count(0)


def test_a_tournament_needs_a_second_tap_on_the_amount(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.open_sheet("tournament")
    ana.send("mode", mode="tournament")
    expect(ben.page.locator("[data-tournament]")).to_be_visible()
    expect(ana.page.locator("[data-tournament]")).to_be_visible()
    ana.tap(table, "Ana", times=3)
    done = ana.seat(table, "Ana").locator("[data-done]")
    expect(done).to_contain_text("+3")
    expect(done).to_contain_text("Say it aloud")
    ana.page.wait_for_timeout(1500)
    assert table.energy("Ana") == 0
    ben.shows(table, Ana=0)
    done.click()
    for each in (ana, ben):
        each.shows(table, Ana=3)
    expect(done).to_be_hidden()


def test_a_hostile_name_of_a_kind_is_text_on_every_phone(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.open_seat(table, "Ana")
    ana.open_sheet(f"counter?seat={table.seats['Ana']}")
    ana.sheet.locator('[name="name"]').fill(HOSTILE)
    ana.send("kind_add")
    ana.open_seat(table, "Ana")
    ana.open_sheet(f"counter?seat={table.seats['Ana']}")
    ana.sheet.locator(".way", has_text="<img").click()
    expect(ana.sheet.locator(".sheet__title")).to_have_text(HOSTILE)
    ana.sheet.locator('button[value="gain"]').click()
    for each in (ana, ben):
        chip = each.seat(table, "Ana").locator('[data-kind^="custom:"]')
        expect(chip).to_contain_text("1")
        expect(chip.locator("[data-words]")).to_have_text(re.compile("<img src=x"))
        assert each.page.locator("img").count() == 0
