"""Sheets offer what will work."""

import pytest

from tests.markup import Page
from tests.people import ANAS, TABLE, Person
from webapp.domain.entries import MOST_WITH

pytestmark = pytest.mark.usefixtures("at_table")


def plays(ana: Person, gains: list[int], payments: int) -> str:
    """Ana gets and then pays 1 so many times; the id of what she got first."""
    first, *rest = [ana.gain(ANAS, n) for n in gains]
    ana.post(first, *rest)
    for _ in range(payments):
        ana.post(ana.pay(ANAS, 1))
    return first["id"]


def undo_sheet(ana: Person, entry: str) -> tuple[Page, str]:
    page = Page(ana.web.get(f"/f/t/{TABLE}/sheet/undo?entry={entry}").text)
    return page, " ".join("".join(page.texts).split())


def test_undo_takes_no_more_later_payments_with_it_than_one_undo_can(ana: Person):
    page, words = undo_sheet(ana, gain := plays(ana, [20, MOST_WITH], 20 + MOST_WITH))
    assert f"The last {MOST_WITH} payments are undone with it; the ones before stay" in words
    fields = {name: value for name, value in fields_of(page) if name != "with"}
    payments = [value for name, value in fields_of(page) if name == "with"]
    assert len(payments) == words.count("Ana pays 1 energy") == MOST_WITH
    assert fields["entry"] == gain
    assert ana.form(**fields, **{"with": payments}).location == f"/t/{TABLE}"
    assert ana.energy()[ANAS] == MOST_WITH - 20


def test_undo_is_not_offered_where_one_undo_can_not_take_back_enough(ana: Person):
    page, words = undo_sheet(ana, plays(ana, [MOST_WITH + 20], MOST_WITH + 20))
    assert "one undo can’t take back enough of what came later" in words
    assert not fields_of(page)


def test_undo_is_not_offered_where_a_correction_took_the_energy(ana: Person):
    gain = plays(ana, [5], 0)
    ana.post(ana.entry("correct", seat=ANAS, kind="energy", **{"from": 5}, to=1))
    page, words = undo_sheet(ana, gain)
    assert "one undo can’t take back enough of what came later" in words
    assert not fields_of(page)


def test_what_is_undone_already_is_not_called_spent(ana: Person):
    gain = plays(ana, [5], 0)
    ana.post(ana.entry("undo", entry=gain))
    page, words = undo_sheet(ana, gain)
    assert "This can’t be undone" in words and "spent since" not in words
    assert not fields_of(page)


def fields_of(page: Page) -> list[tuple[str | None, str | None]]:
    hidden = page.all("input", type="hidden")
    return [(field["name"], field["value"]) for field in hidden]
