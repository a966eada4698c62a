"""Links live and die: who follows to a new one, who doesn't, and what a forgotten table says."""

import re
import urllib.error
import urllib.request

from playwright.sync_api import expect

from tests.browser.phone import GONE, NO_NETWORK
from tests.browser.table import Table
from tests.browser.test_watch import watch_path


def make_new_link(phone, which: str) -> None:
    phone.open_sheet("links")
    phone.page.locator(f'#sheet form:has([value="{which}"]) button').last.click()


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status
    except urllib.error.HTTPError as fault:
        fault.close()
        return fault.code


def test_seated_phones_follow_to_a_new_link_and_nobody_else(phone, table: Table):
    ana, ben, cleo, dan = phone(), phone(language="de-DE"), phone(), phone(language="zh-CN")
    dan.expects(GONE)
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    watch = watch_path(ana)
    ana.page.keyboard.press("Escape")
    cleo.open(watch)
    dan.open(table)
    make_new_link(ana, "play")

    expect(ana.page).to_have_url(re.compile(r"/t/\w{26}/share$"))
    new = ana.page.url.removeprefix(ana.address).removesuffix("/share")
    assert new != table.path
    expect(ben.page).to_have_url(ben.address + new)
    expect(ben.seat(table, "Ben")).to_have_attribute("data-mine", "")
    ben.tap(table, "Ben", times=2)
    cleo.shows(table, Ben=2)
    assert cleo.page.url == cleo.address + watch
    assert new.removeprefix("/t/") not in cleo.page.content()

    expect(dan.page.locator("[data-gone]")).to_be_visible()
    assert dan.page.url == dan.address + table.path
    dan.page.locator("[data-gone] a").click()
    expect(dan.page.locator("h1")).to_have_text("新链接")
    assert new not in dan.page.content()


def test_what_was_not_sent_yet_moves_along(phone, table: Table, road):
    ana, ben = phone(), phone(address=road.address)
    ben.expects(GONE, *NO_NETWORK)
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    road.open = False
    road.cut()
    ben.tap(table, "Ben", times=3)
    make_new_link(ana, "play")
    expect(ana.page).to_have_url(re.compile("/share$"))
    road.open = True
    new = ana.page.url.removesuffix("/share").removeprefix(ana.address)
    expect(ben.page).to_have_url(ben.address + new, timeout=20_000)
    ben.shows(table, Ben=3)
    ana.open(new)
    ana.shows(table, Ben=3)


def test_a_new_link_to_watch_sends_watchers_away_alone(phone, table: Table):
    ana, ben, cleo = phone(), phone(), phone()
    cleo.expects(GONE)
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    old = watch_path(ana)
    ana.page.keyboard.press("Escape")
    cleo.open(old)
    make_new_link(ana, "watch")
    expect(ana.page.locator("#sheet #watch-link")).not_to_have_value(ana.address + old)
    expect(cleo.page.locator("[data-gone]")).to_be_visible()
    assert status(ana.address + old) == 410
    ben.tap(table, "Ben")
    ana.shows(table, Ben=1)


def test_a_forgotten_table_says_so_on_every_phone(phone, table: Table):
    ana, ben = phone(language="pt-BR"), phone()
    for each in (ana, ben):
        each.expects(GONE)
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    ana.open_sheet("forget")
    ana.page.locator("#sheet [data-close]").click()
    assert status(ana.address + table.path) == 200
    ana.open_sheet("forget")
    ana.page.locator('#sheet form[action$="/forget"] button:not([type])').click()
    expect(ana.page.locator("h1")).to_have_text("Mesa apagada")
    expect(ben.page.locator("[data-gone]")).to_be_visible()
    expect(ben.status).to_contain_text("No longer at this link")
    for address in (table.path, f"{table.path}/state", f"{table.path}/events"):
        assert status(ben.address + address) == 410


def test_without_scripts_a_new_link_leads_to_its_own_page(phone, table: Table):
    ana = phone(java_script_enabled=False)
    ana.open(table)
    ana.page.goto(ana.address + table.path + "/sheet/links")
    ana.page.locator('form:has([value="play"]) button').click()
    expect(ana.page).to_have_url(re.compile(r"/t/\w{26}/share$"))
    assert ana.page.url != f"{ana.address}{table.path}/share"
