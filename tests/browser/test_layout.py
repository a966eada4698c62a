"""Every page fits the phone and can be read by everyone, in both themes and both ways round."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LANDSCAPE, PORTRAIT

AXE = Path(__file__).parent.parent.parent / "node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SMALL = (360, 640)


def tour(ana, table):
    """The pages and sheets that a player comes by, each when it stands."""
    ana.open("/")
    yield "home"
    ana.open("/zh-hans/cards/?q=收")
    yield "search"
    ana.open("/de/cards/thriving-rats?with=zh-hans")
    yield "card"
    ana.open("/pt-br/rulings/")
    yield "rulings"
    ana.open("/en/rulings/energy-get-pay-lose")
    yield "ruling"
    ana.open(table)
    yield "pick a seat"
    ana.take(table, "Ana")
    yield "own seat"
    ana.type_amount(table, "Ana", 99, "pay")
    expect(ana.refusal.locator("blockquote").first).to_be_visible()
    yield "refusal"
    ana.refusal.locator("[data-dismiss]").click()
    for name in ("pay", "share", "menu", "ledger", "new-game", "order"):
        ana.open_sheet(name)
        yield f"sheet {name}"
        ana.page.keyboard.press("Escape")
        expect(ana.sheet).to_be_hidden()
    ana.one_phone_for_all()
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "tiles")
    yield "one phone for all"
    ana.open(f"{table.path}/ledger")
    yield "ledger"
    ana.open(f"{table.path}/share")
    yield "share"


@pytest.mark.parametrize("viewport", [PORTRAIT, LANDSCAPE, SMALL], ids=str)
def test_no_page_is_wider_than_the_phone(phone, table, viewport):
    ana = phone(language="de-DE", viewport=viewport)
    table.gain("Ben", 1_000)
    wider = {
        place: overhang
        for place in tour(ana, table)
        if (overhang := ana.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")) > 0
    }
    assert not wider


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_page_shuts_anyone_out(phone, table, theme):
    ana = phone(color_scheme=theme, reduced_motion="reduce")
    table.gain("Ana", 7)
    found = {}
    for place in tour(ana, table):
        ana.page.evaluate(AXE.read_text())
        answer = ana.page.evaluate("(only) => axe.run(document, { runOnly: only })", RULES)
        for fault in answer["violations"]:
            found.setdefault(fault["id"], []).append((place, fault["nodes"][0]["html"][:200]))
    assert not found
