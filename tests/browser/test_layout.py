"""Every page fits the phone: small and large, both ways round, with text twice as large."""

import pytest
from playwright.sync_api import expect

from tests.browser import tour
from tests.browser.conftest import LANDSCAPE, PORTRAIT
from tests.browser.test_without_scripts import late_payment
from tests.browser.tour_of_rules import OWN, a_table_by_the_rules

SMALL, TABLET = (320, 568), (820, 1180)
DOUBLE = """
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 200% }");
  document.adoptedStyleSheets = [sheet];
"""
"""A style sheet of the browser's own, as the player sets it there."""

MISFITS = """() => {
  const shown = (it) => it.checkVisibility() && !it.closest(".visually-hidden, .bar__name, .take");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const misfits = new Set();
  const wide = document.scrollingElement.scrollWidth - innerWidth;
  if (wide > 0) misfits.add(`the page by ${wide} px`);
  while (texts.nextNode()) {
    const it = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !shown(it)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const text = range.getBoundingClientRect();
    const style = getComputedStyle(it);
    // A long name may end in "…": its own sheet has it whole.
    const turned = it.closest('[data-layout="tiles"]') !== null;
    const mayEnd = turned || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const box = it.getBoundingClientRect();
    const over = Math.max(text.right - box.right, box.left - text.left);
    const out = Math.max(text.right - innerWidth, -text.left);
    if (!mayEnd && text.width > 1 && (over > 3 || out > 1) && style.display !== "inline")
      misfits.add(`${it.className || it.tagName}: ${texts.currentNode.data.trim().slice(0, 40)}`);
  }
  return [...misfits];
}"""


def misfits(shown: tour.Tour) -> dict[str, list[str]]:
    """What sticks out, of the page or of its own box, by where that was seen."""
    return {name: out for name, ana in shown if (out := ana.page.evaluate(MISFITS))}


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [SMALL, PORTRAIT, LANDSCAPE, TABLET], ids=str)
def test_no_page_is_wider_than_the_phone(phone, server, road, viewport):
    assert misfits(tour.whole(phone, server.address, road, viewport=viewport)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [SMALL, PORTRAIT], ids=str)
def test_text_twice_as_large_fits_too(phone, server, road, viewport):
    def with_large_text(**options):
        return large_text(phone(**options))

    assert misfits(tour.whole(with_large_text, server.address, road, viewport=viewport)) == {}


def large_text(ana):
    ana.context.add_init_script(DOUBLE)
    return ana


IN_SIGHT = """(it) => {
  const { left, right, top, bottom } = it.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && (it === hit || it.contains(hit));
}"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "pt-BR", "zh-CN"])
def test_a_refusal_shows_reason_and_button_on_the_smallest_phone(phone, table, language):
    ana = large_text(phone(language=language, viewport=SMALL))
    ana.sit(table, "Ana")
    ana.tap(table, "Ana", step=-1)
    expect(ana.refusal).not_to_have_attribute("data-fresh", "")
    for part in (".refusal__words", ".refusal__close"):
        assert ana.refusal.locator(part).evaluate(IN_SIGHT), part


@pytest.mark.parametrize("viewport", [SMALL, PORTRAIT, LANDSCAPE], ids=str)
def test_an_invitation_never_lies_over_what_there_is_to_settle(phone, table, viewport):
    ana = phone(viewport=viewport)
    ana.sit(table, "Ana")
    ana.open(table)
    expect(ana.page.locator(".half")).to_be_visible()
    late_payment(table)
    settle = ana.page.locator(".conflict__open")
    expect(settle).to_be_visible()
    settle.scroll_into_view_if_needed()
    assert settle.evaluate(IN_SIGHT)


OUTSIDE = """(seats) => [...seats.querySelectorAll("[data-pad]")].filter((pad) => {
  const [inner, outer] = [pad, pad.closest(".seat")].map((it) => it.getBoundingClientRect());
  return inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 ||
    inner.left < outer.left - 1 || inner.right > outer.right + 1;
}).length"""


def test_the_pads_of_eight_tiles_stay_inside_them_on_the_smallest_phone(phone, server):
    ana = phone(viewport=SMALL)
    ana.open(tour.a_full_table(server.address).path + "?layout=tiles")
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "tiles")
    assert ana.page.locator("[data-pad]").count() == 14
    assert ana.page.locator("#seats").evaluate(OUTSIDE) == 0


PHONES = pytest.mark.parametrize("viewport", [SMALL, PORTRAIT, LANDSCAPE], ids=str)
NARROWEST = "(seats) => Math.min(...seats.map((it) => it.getBoundingClientRect().width))"


@PHONES
def test_who_lost_the_seat_reads_so_beside_seats_of_full_size(phone, table, viewport):
    ana = phone(viewport=viewport)
    ana.sit(table, "Ana")
    table.write(type="seat_take", seat=table.seats["Ana"], over=True)
    expect(ana.page.locator("[data-ousted]")).to_be_visible()
    for button in ana.page.locator("[data-ousted] button").all():
        assert button.evaluate(IN_SIGHT)
    assert ana.page.locator("#seats > .seat").evaluate_all(NARROWEST) > viewport[0] * 0.45


@PHONES
def test_what_was_not_sent_leaves_the_tiles_of_one_phone_their_size(phone, table, viewport):
    ana = phone(viewport=viewport)
    ana.open(table.path + "?layout=tiles")
    ana.page.evaluate(tour.PUT_ASIDE, [table.id, "Ana"])
    ana.page.reload()
    expect(ana.page.locator("[data-parked]")).to_be_visible()
    assert ana.page.locator("#seats > .seat").evaluate_all(NARROWEST) > viewport[0] * 0.8
    assert ana.page.locator("[data-parked]").evaluate_all(NARROWEST) > viewport[0] * 0.9


def test_on_a_phone_on_its_side_cards_leave_the_seat_one_screen_and_undo_in_sight(phone, server):
    ana = phone(viewport=LANDSCAPE)
    ana.sit(a_table_by_the_rules(server.address), OWN)
    expect(ana.page.locator(".pins")).to_be_visible()
    assert ana.page.locator("[data-mine]").bounding_box()["height"] < LANDSCAPE[1]
    for where in (".bar", "[data-mine]", ".pins"):
        ana.page.locator(where).scroll_into_view_if_needed()
        assert ana.undo.evaluate(IN_SIGHT), where


OVERLAPS = """(parts) => parts.slice(1).filter((part, at) =>
  part.getBoundingClientRect().top < parts[at].getBoundingClientRect().bottom - 1).length"""


@PHONES
def test_name_ring_and_counters_of_the_own_seat_keep_apart(phone, server, viewport):
    ana = phone(viewport=viewport)
    ana.sit(a_table_by_the_rules(server.address), OWN)
    parts = ana.page.locator("[data-mine] :is(.seat__head, .dial__ring, .seat__counters)")
    expect(parts).to_have_count(3)
    assert parts.evaluate_all(OVERLAPS) == 0
