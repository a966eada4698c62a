"""Cards at a seat, as players use them: their buttons, what resolves on every phone, and why."""

from playwright.sync_api import Page, expect

from tests.browser.phone import NO_NETWORK, Phone
from tests.browser.table import Table, entry_id


def keep(table: Table, name: str, card: str) -> None:
    table.write(type="pin", seat=table.seats[name], card=card)


def button(page: Page, key: str):
    return page.locator(f'.pins [data-button="{key}"]')


def test_rats_enter_and_attack_and_are_paid_for_once_on_two_phones(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.open_seat(table, "Ana")
    ana.sheet.get_by_role("link", name="Put a card’s buttons here…").click()
    ana.sheet.get_by_role("searchbox").fill("gedeihende")
    ana.sheet.get_by_role("button", name="Thriving Rats").click()
    button(ana.page, "enters").click()
    ana.shows(table, Ana=2)
    table.comes_to(Ana=2)
    button(ana.page, "attacks").click()
    for each in (ana, ben):
        expect(each.page.locator(".resolution")).to_contain_text("Thriving Rats")
    ben.page.locator('.resolution [data-button="pay"]').click()
    for each in (ana, ben):
        each.shows(table, Ana=0)
        expect(each.page.locator(".resolution")).to_contain_text("nobody can respond")
    ana.page.locator('.resolution [data-button="done"]').click()
    for each in (ana, ben):
        expect(each.page.locator(".resolution")).to_have_count(0)


def test_two_thumbs_on_pay_pay_once_and_the_second_hears_why(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    table.write(type="gain", seat=table.seats["Ana"], kind="energy", n=4)
    resolution = entry_id()
    table.write(
        type="resolution_open", resolution=resolution, seat=table.seats["Ana"],
        card="thriving-rats", targets="none",
    )  # fmt: skip
    pay = ana.page.locator('.resolution [data-button="pay"]')
    expect(pay).to_be_enabled()
    ana.expects(*NO_NETWORK)
    ana.context.set_offline(True)
    pay.click()
    ana.shows(table, Ana=2)
    table.by_another().write(type="resolution_choose", resolution=resolution, pay=2)
    ana.context.set_offline(False)
    expect(ana.refusal.locator("[data-code=ALREADY_CHOSEN]")).to_be_visible()
    expect(ana.refusal.locator("blockquote")).to_be_visible()
    table.comes_to(Ana=2)
    ana.shows(table, Ana=2)


def test_a_payment_says_what_is_missing_until_the_energy_is_there(phone, table):
    keep(table, "Ana", "aetherworks-marvel")
    ana = phone()
    ana.sit(table, "Ana")
    pay = button(ana.page, "activated")
    expect(pay).to_be_disabled()
    expect(pay).to_contain_text("6 missing")
    ana.tap(table, "Ana", times=4)
    expect(pay).to_contain_text("2 missing")
    ana.tap(table, "Ana", times=2)
    expect(pay).to_be_enabled()
    pay.click()
    ana.shows(table, Ana=0)
    table.comes_to(Ana=0)


def test_an_illegal_target_gives_nothing_and_the_ruling_says_why(phone, table):
    keep(table, "Ana", "harnessed-lightning")
    ana = phone()
    ana.sit(table, "Ana")
    button(ana.page, "spell").click()
    ana.sheet.get_by_role("link", name="Why?").click()
    expect(ana.sheet).to_contain_text("Comprehensive Rules 608.2b")
    expect(ana.sheet.locator("blockquote").first).to_be_visible()
    ana.page.keyboard.press("Escape")
    button(ana.page, "spell").click()
    ana.sheet.get_by_label("None is legal any more").check()
    ana.sheet.get_by_role("button", name="Go on").click()
    table.comes_to(Ana=0)
    expect(ana.page.locator(".resolution")).to_have_count(0)


def test_with_a_legal_target_any_amount_is_paid(phone: Phone, table: Table):
    keep(table, "Ana", "harnessed-lightning")
    ana = phone()
    ana.sit(table, "Ana")
    button(ana.page, "spell").click()
    ana.sheet.get_by_label("Still legal").check()
    ana.sheet.get_by_role("button", name="Go on").click()
    ana.shows(table, Ana=3)
    ana.page.locator(".resolution").get_by_role("spinbutton").fill("2")
    ana.page.locator('.resolution [data-button="pay"]').click()
    ana.shows(table, Ana=1)
    table.comes_to(Ana=1)


def test_a_card_that_only_the_server_knows_never_leads_off_the_page_with_no_network(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    keep(table, "Ana", "thriving-rats")
    expect(button(ana.page, "enters")).to_be_visible()
    ana.page.locator(".pin").evaluate("(pin) => { pin.dataset.played = ''; }")
    ana.expects(*NO_NETWORK)
    ana.context.set_offline(True)
    button(ana.page, "enters").click()
    expect(ana.sheet).to_contain_text("possible once there is a connection")
    expect(ana.page).to_have_url(table.address + table.path)
    ana.page.keyboard.press("Escape")
    ana.tap(table, "Ana")
    ana.shows(table, Ana=1)
    ana.context.set_offline(False)
    table.comes_to(Ana=1)
    button(ana.page, "enters").click()
    ana.shows(table, Ana=3)
