"""From nothing to a shared table in a few taps."""

import re

from playwright.sync_api import expect


def new_table(ana, seats=2):
    ana.open("/")
    ana.page.locator(f'form[action="/tables"] [name="seats"][value="{seats}"]').first.click()
    expect(ana.page).to_have_url(re.compile(r"/t/[0-9A-Z]{26}"))


def test_a_new_table_seats_its_maker_and_offers_itself_to_others(phone):
    ana = phone()
    new_table(ana, seats=3)
    expect(ana.page.locator("[data-seat]")).to_have_count(3)
    expect(ana.page.locator("[data-seat][data-mine]")).to_have_count(1)
    expect(ana.sheet).to_be_visible()
    expect(ana.sheet.locator("svg, img").first).to_be_visible()
    expect(ana.sheet).to_contain_text(re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}"))


def test_the_share_sheet_goes_at_the_first_tap_on_a_pad(phone):
    ana = phone()
    new_table(ana)
    ana.page.locator("[data-mine] [data-pad='1']").tap()
    expect(ana.sheet).to_be_hidden()
    expect(ana.page.locator("[data-mine] [data-energy]")).to_have_text("1")


def test_a_friend_joins_by_code_as_people_type_it(phone):
    ana, ben = phone(), phone(language="pt-BR")
    new_table(ana)
    code = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}", ana.sheet.inner_text()).group()
    ben.open("/")
    ben.page.locator('[name="code"]').fill(code.lower().replace("-", " "))
    ben.page.locator('[name="code"]').press("Enter")
    expect(ben.page).to_have_url(ana.page.url.split("?")[0])


def test_a_new_code_stands_in_the_bar_of_every_phone(phone, table):
    ana, ben = phone(), phone()
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    shown = ana.page.locator("#code")
    old = shown.inner_text()
    ana.open_sheet("share").get_by_role("button", name="New code").click()
    expect(shown).not_to_have_text(old)
    new = shown.inner_text()
    expect(ana.sheet.locator(".share__digits")).to_have_text(new)
    table.gain("Ana", 1)  # a phone at another worker learns it with the next change
    expect(ben.page.locator("#code")).to_have_text(new)


def test_a_friend_joins_by_pasting_the_link(phone, table):
    ben = phone()
    ben.open("/")
    ben.page.locator('[name="code"]').fill(f"{ben.address}{table.path}")
    ben.page.locator('[name="code"]').press("Enter")
    expect(ben.page).to_have_url(ben.address + table.path)


def test_a_code_that_nobody_gave_out_is_answered_in_words(phone):
    ben = phone(language="de-DE")
    ben.expects("404", "422")
    ben.open("/")
    ben.page.locator('[name="code"]').fill("AAAA-0000")
    ben.page.locator('[name="code"]').press("Enter")
    expect(ben.page.locator("main")).to_contain_text("Code")


def test_sharing_uses_the_phones_own_sheet(phone, table):
    ana = phone()
    ana.context.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    ana.sit(table, "Ana")
    ana.open_sheet("share").locator("[data-share]").click()
    assert ana.page.evaluate("shared.url") == ana.address + table.path


def test_the_qr_code_is_a_drawing_of_its_own(phone, table):
    ana = phone()
    answer = ana.page.request.get(f"{ana.address}{table.path}/qr.svg")
    assert answer.ok and answer.headers["content-type"].startswith("image/svg+xml")
