"""Keyboard alone, colours of the system's choice, less motion."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.tour import no_connection

MARKED = """() => {
  const it = document.activeElement;
  return [it, it.closest("label"), it.closest(".seat")].some((each) => {
    const { outlineStyle, outlineWidth } = each ? getComputedStyle(each) : {};
    return each && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
}"""


class Hands:
    """Somebody who has a keyboard and nothing else, and must see where they are."""

    def __init__(self, phone) -> None:
        self.phone, self.page = phone, phone.page

    def press(self, target: str | Locator, key: str = "Enter", times: int = 1) -> None:
        """Walk there by Tab, at most once round the page, and press the key."""
        self.walk(target)
        for _ in range(times):
            self.page.keyboard.press(key)

    def walk(self, target: str | Locator) -> None:
        goal = self.page.locator(target) if isinstance(target, str) else target
        goal = goal.locator("visible=true").first
        expect(goal).to_be_visible()
        for _ in range(120):
            if goal.evaluate("(it) => it === document.activeElement"):
                assert self.page.evaluate(MARKED), f"no focus to be seen on {target}"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {target}")

    def open(self, link: str | Locator, title: str) -> None:
        """Open a sheet; the focus is in it."""
        self.press(link)
        expect(self.phone.sheet.locator(".sheet__title")).to_contain_text(title)
        inside = "document.querySelector('#sheet').contains(document.activeElement)"
        self.page.wait_for_function(inside)


def a_sheet(name: str) -> str:
    return f'[data-hx-get*="/sheet/{name}"]'


@pytest.fixture
def hands(phone) -> Hands:
    return Hands(phone())


def test_a_table_is_made_and_joined_by_keyboard_alone(hands, table):
    hands.phone.open("/")
    hands.press('[name="seats"][value="2"]')
    pad = hands.page.locator("[data-mine] [data-pad='1']")
    hands.press(pad, "Space", times=3)
    expect(hands.page.locator("[data-mine] [data-energy]")).to_have_text("3")
    hands.phone.open("/")
    hands.walk('[name="code"]')
    hands.page.keyboard.type(hands.phone.address + table.path)
    hands.page.keyboard.press("Enter")
    hands.press(hands.phone.seat(table, "Ben").locator(".take__button"))
    expect(hands.phone.seat(table, "Ben")).to_have_attribute("data-mine", "")


def test_energy_is_got_paid_refused_and_undone_by_keyboard_alone(hands, table):
    ana = hands.phone
    ana.sit(table, "Ana")
    hands.press(ana.pad(table, "Ana"), "Space", times=3)
    hands.press(ana.pad(table, "Ana", -1))
    ana.shows(table, Ana=2)
    hands.open(f".acts {a_sheet('pay')}", "Ana")
    assert ana.sheet.locator('[name="n"]').evaluate("(it) => it === document.activeElement")
    hands.page.keyboard.type("9")
    hands.press('#sheet [value="pay"]')
    expect(ana.sheet).to_be_hidden()
    expect(ana.refusal).to_contain_text("Not enough energy")
    hands.walk(ana.refusal.locator(".refusal__ruling"))
    hands.press(ana.refusal.locator("[data-dismiss]"))
    expect(ana.refusal).to_be_empty()
    hands.open(f".acts {a_sheet('pay')}", "Ana")
    hands.page.keyboard.type("5")
    hands.press('#sheet [value="gain"]')
    ana.shows(table, Ana=7)
    hands.press("[data-undo]")
    ana.shows(table, Ana=2)
    table.comes_to(Ana=2)


def test_a_seat_is_named_coloured_moved_and_left_by_keyboard_alone(hands, table):
    ana = hands.phone
    ana.sit(table, "Ana")
    own = ana.seat(table, "Ana").locator(".seat__open")
    hands.open(own, "Ana")
    hands.walk('#sheet [name="name"]')
    hands.page.keyboard.press("ControlOrMeta+a")
    hands.page.keyboard.type("Anna")
    hands.press('#sheet [name="colour"]:checked', "ArrowRight")
    hands.press("#sheet .button--main")
    expect(ana.seat(table, "Ana")).to_contain_text("Anna")
    expect(ana.seat(table, "Ana")).to_have_attribute("data-colour", "brass")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("order"), "Order")
    hands.press('#sheet [aria-label="Ben: one place up"]')
    expect(ana.page.locator(".seat").first).to_contain_text("Ben")
    hands.open(own, "Anna")
    hands.press('#sheet form:has([value="seat_return"]) button')
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "pick")


def test_a_conflict_is_settled_and_a_game_begun_by_keyboard_alone(hands, table):
    ana = hands.phone
    table.gain("Ana", 5)
    ana.sit(table, "Ana")
    seen = table.state()["seq"]
    table.pay("Ana", 4)
    table.by_another().write(type="pay", seat=table.seats["Ana"], kind="energy", n=3, seen=seen)
    hands.open(".conflict__open", "What shall count?")
    hands.press('#sheet form:has([value="drop"]) button')
    expect(ana.page.locator(".conflict__open")).to_have_count(0)
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.open("#sheet " + a_sheet("new-game"), "Start a new game?")
    hands.press("#sheet .button--warning")
    ana.shows(table, Ana=0)


def test_escape_leaves_a_sheet_and_leads_back_to_where_one_was(hands, table):
    hands.phone.sit(table, "Ana")
    hands.open(".bar " + a_sheet("menu"), "Energy table")
    hands.page.keyboard.press("Escape")
    expect(hands.phone.sheet).to_be_hidden()
    expect(hands.page.locator(".bar " + a_sheet("menu"))).to_be_focused()


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
    ana.expects("ERR_")
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
