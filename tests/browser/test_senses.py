"""What is said to who listens, colours of the system's choice, less motion."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hands import Hands
from tests.browser.phone import NO_NETWORK
from tests.browser.tour import no_connection

LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector("#connection[aria-live='polite']");
  const note = () => heard.push(region.textContent);
  new MutationObserver(note).observe(region, { childList: true });
}"""


def test_losing_the_connection_what_waits_and_coming_back_are_said_once_each(phone, table, road):
    ana = phone(address=road.address)
    ana.expects(*NO_NETWORK)
    ana.sit(table, "Ana")
    expect(ana.status).to_have_attribute("data-state", "live")
    ana.page.evaluate(LISTEN)
    said = ana.page.locator("#connection")
    with no_connection(road):
        expect(said).to_have_text("Offline")
        ana.tap(table, "Ana", times=5)
        expect(said).to_have_text("Offline · 1 tap waiting · saved here")
    expect(said).to_have_text("Live")
    assert ana.page.evaluate("heard") == ["Offline", "Offline · 1 tap waiting · saved here", "Live"]


@pytest.mark.parametrize("wish, moves", [("no-preference", True), ("reduce", False)])
def test_nothing_moves_for_whoever_wants_that(phone, table, wish, moves):
    ana = phone(reduced_motion=wish)
    ana.sit(table, "Ana")
    ana.page.evaluate("""() => {
        window.moved = 0;
        addEventListener("animationstart", () => moved++, true);
        addEventListener("transitionstart", () => moved++, true);
    }""")
    ana.open_sheet("menu")
    ana.page.wait_for_timeout(300)
    assert (ana.page.evaluate("moved") > 0) is moves


STYLE = "(it, [pseudo, name]) => getComputedStyle(it, pseudo)[name]"


def style(it: Locator, name: str, pseudo: str = "") -> str:
    return it.evaluate(STYLE, [pseudo, name])


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_in_the_systems_colours_pads_states_and_choices_can_be_told(phone, table, road, theme):
    ana = phone(forced_colors="active", color_scheme=theme, address=road.address)
    ana.expects(*NO_NETWORK)
    ana.sit(table, "Ana")
    canvas = style(ana.page.locator("body"), "backgroundColor")
    for step in (1, -1):
        assert style(ana.pad(table, "Ana", step).locator("span"), "borderTopStyle") == "solid"
    own, other = ana.seat(table, "Ana"), ana.seat(table, "Ben")
    assert style(own, "borderTopWidth") != style(other, "borderTopWidth")
    assert style(other, "borderTopStyle") == "dashed"
    expect(ana.status).to_have_attribute("data-state", "live")
    assert style(ana.status, "backgroundColor", "::before") != canvas
    with no_connection(road):
        ana.tap(table, "Ana")
        expect(ana.status).to_have_attribute("data-state", "waiting")
        expect(ana.status).to_contain_text("Offline")
    hands = Hands(ana)
    hands.walk(ana.pad(table, "Ana"))
    sheet = ana.open_seat(table, "Ana")
    colours = sheet.locator('.choice:has([name="colour"])')
    chosen, left = colours.nth(0), colours.nth(1)
    assert style(chosen, "borderTopColor") != style(left, "borderTopColor")
    fills = {style(colours.nth(n).locator(".emblem"), "fill") for n in range(8)}
    assert len(fills) == 8
