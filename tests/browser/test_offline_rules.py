"""The whole rules with no network: cards, effects, counters, turns and why, drawn by the phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.begun import FIRST, SECOND, Begun
from tests.browser.installed import installed, offline, online
from tests.browser.phone import Phone

HOLE = re.compile("~[a-z.]+~")
HOSTILE = "~seat.id~ <b>"
RULES = (
    "counter?seat={0}", "counter?seat={0}&kind=poison", "effects", "proliferate", "turn", "teams",
    "tournament", "pin?seat={0}", "why?of=energy&seat={0}", "card?seat={0}",
    "card?seat={0}&card=aethersphere-harvester", "crew?seat={0}",
    "card?seat={0}&card=harnessed-lightning&button=spell", "order-of-effects?type=gain",
)  # fmt: skip
LAY = """(sheet) => {
  const link = document.querySelector('[data-hx-get$="/sheet/menu"]').cloneNode(true);
  link.dataset.hxGet = link.dataset.hxGet.replace("menu", sheet);
  document.querySelector("live-table").append(link);
  link.click();
  link.remove();
}"""


@pytest.fixture
def app(phone) -> Phone:
    """Ana's phone with the app on it, and no network."""
    ana = installed(phone(service_workers="allow"), "en")
    offline(ana)
    return ana


def keep(phone: Phone, table: Begun, query: str, card: str) -> None:
    """Find a card and put its buttons at the own seat."""
    phone.open_seat(table, FIRST)
    phone.sheet.locator(".way", has_text=re.compile("card", re.I)).first.click()
    another = phone.sheet.get_by_role("link", name="Another card…")
    field = phone.sheet.get_by_role("searchbox")
    expect(another.or_(field)).to_be_visible()
    if another.count():
        another.click()
    field.fill(query)
    phone.sheet.get_by_role("button", name=card).click()


def open_counters(phone: Phone, table: Begun) -> None:
    phone.open_seat(table, FIRST).get_by_role("link", name="Other counters…").click()
    expect(phone.sheet.locator(".sheet__title")).to_have_text("Other counters")


def test_a_card_is_found_played_and_resolved_with_no_network(app, phone):
    table = Begun(app, 2)
    keep(app, table, "gedeihende", "Thriving Rats")
    pins = app.page.locator(".pins")
    pins.locator('[data-button="enters"]').click()
    app.shows(table, first=2)
    pins.locator('[data-button="attacks"]').click()
    resolution = app.page.locator(".resolution")
    resolution.locator('[data-button="pay"]').click()
    app.shows(table, first=0)
    expect(resolution).to_contain_text("nobody can respond")
    resolution.get_by_role("link", name="Why?").click()
    expect(app.sheet.locator("blockquote").first).to_be_visible()
    app.page.keyboard.press("Escape")
    resolution.locator('[data-button="done"]').click()
    expect(resolution).to_have_count(0)
    keep(app, table, "Harnessed", "Harnessed Lightning")
    pins.locator('[data-card="harnessed-lightning"] a[data-button]').click()
    app.sheet.get_by_label("Still legal").check()
    app.sheet.get_by_role("button", name="Go on").click()
    app.shows(table, first=3)
    words = app.open_sheet("ledger").locator(".row__words").all_text_contents()
    assert words[:2] == ["Seat 1 gets 3 energy", "Resolves: Harnessed Lightning"], words
    assert "Thriving Rats: Seat 1 pays 2 energy counters" in words
    app.page.keyboard.press("Escape")
    online(app)
    ben = phone()
    ben.open(table)
    ben.shows(table, first=3)
    expect(ben.page.locator(".resolution")).to_contain_text("Harnessed Lightning")


@pytest.mark.parametrize("card", [{"card": "no-such-card"}, {}])
def test_what_resolves_of_an_unknown_card_is_ended_with_no_network(app, phone, table, card):
    online(app)
    app.sit(table, "Ana")
    table.write(
        type="resolution_open", resolution="r" * 22, seat=table.seats["Ana"], targets="none", **card
    )
    resolution = app.page.locator(".resolution")
    expect(resolution.locator('[data-button="done"]')).to_be_visible()
    offline(app)
    app.page.reload()
    app.ready()
    expect(resolution).to_contain_text(card.get("card", "a spell or ability"))
    resolution.locator('[data-button="done"]').click()
    expect(resolution).to_have_count(0)
    online(app)
    ben = phone()
    ben.open(table)
    ben.shows(table, Ana=0)
    expect(ben.page.locator(".resolution")).to_have_count(0)


def test_effects_ask_for_their_order_and_end_with_no_network(app):
    table = Begun(app, 2)
    for card in ("winding-constrictor", "aether-refinery"):
        app.open_sheet("effects")
        effect = app.sheet.locator(f'.effect-card[data-card="{card}"]')
        effect.locator("summary").click()
        app.submit(effect.locator("form"))
        expect(app.page.locator(f'.in-force [data-effect] >> text="{NAMES[card]}"')).to_be_visible()
    app.tap(table, FIRST, times=2)
    outcomes = app.sheet.locator(".outcome__words")
    expect(outcomes).to_have_text(["5 energy counters", "6 energy counters"])
    app.sheet.locator(".outcome").first.click()
    app.shows(table, first=5)
    app.open_sheet("effects")
    app.sheet.locator("li.effect button").first.click()
    expect(app.page.locator(".in-force [data-effect]")).to_have_count(1)


def test_counters_proliferating_turns_and_modes_with_no_network(app, phone):
    table = Begun(app, 3)
    open_counters(app, table)
    app.sheet.locator('[name="name"]').fill(HOSTILE)
    app.send("kind_add")
    for kind, n in ((HOSTILE, 2), ("rad counters", 3), ("poison counters", 10)):
        open_counters(app, table)
        app.sheet.locator(".way", has_text=kind).click()
        expect(app.sheet.locator(".sheet__title")).to_have_text(kind)
        app.sheet.locator('[name="n"]').first.fill(str(n))
        app.sheet.locator('button[value="gain"]').click()
    expect(app.page.locator("[data-dying]")).to_contain_text("122.1f")
    seat = app.seat(table, FIRST)
    seat.locator('[data-kind="rad"] a').click()
    app.sheet.locator('form:has([value="rad_step"]) [name="n"]').fill("1")
    app.send("rad_step")
    expect(seat.locator('[data-kind="rad"] [data-n]')).to_have_text("2")
    app.open_sheet("proliferate")
    boxes = app.sheet.locator("[type=checkbox]")
    expect(boxes).to_have_count(3)
    app.sheet.locator("[type=checkbox]:enabled").check()
    app.send("proliferate")
    expect(seat.locator('[data-kind="poison"] [data-n]')).to_have_text("11")
    app.undo.click()
    expect(seat.locator('[data-kind="poison"] [data-n]')).to_have_text("10")
    app.open_sheet("turn")
    app.send("turn", seat=table.seats[FIRST])
    expect(app.page.locator("[data-turn]")).to_contain_text("Seat 1")
    app.page.get_by_role("button", name="Pass the turn to Seat 2").click()
    expect(app.page.locator("[data-turn]")).to_contain_text("Seat 2")
    app.open_sheet("teams")
    app.send("mode", variant="2hg")
    app.open_sheet("teams")
    app.sheet.locator(f'form:has([value="{table.seats[SECOND]}"]) button').last.click()
    app.open_sheet("tournament")
    app.send("mode", mode="tournament")
    expect(app.page.locator("[data-tournament]")).to_be_visible()
    online(app)
    ben = phone()
    ben.open(table)
    expect(ben.page.locator("[data-tournament]")).to_be_visible()
    assert {seat["id"]: seat.get("team") for seat in table.state()["seats"]}[
        table.seats[SECOND]
    ] == 2


@pytest.mark.parametrize("language", ["de", "zh-hans"])
def test_every_sheet_of_the_rules_is_drawn_by_the_phone_with_no_hole(phone, language):
    ana = installed(phone({"de": "de-DE", "zh-hans": "zh-CN"}[language], service_workers="allow"),
                    language)  # fmt: skip
    offline(ana)
    table = Begun(ana, 2)
    for sheet in RULES:
        ana.page.evaluate(LAY, sheet.format(table.seats[FIRST]))
        expect(ana.page.locator("#sheet:modal")).to_be_visible()
        expect(ana.sheet.locator(".sheet__title")).to_have_count(1)
        expect(ana.sheet.locator(".button-row:only-of-type [data-close]")).to_have_count(0)
        assert not HOLE.search(ana.sheet.inner_html()), sheet
        ana.page.keyboard.press("Escape")
        expect(ana.sheet).to_be_hidden()


NAMES = {"winding-constrictor": "Winding Constrictor", "aether-refinery": "Aether Refinery"}
