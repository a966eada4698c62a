"""Ids and links: random enough, and read however they come."""

import pytest

from tests.people import TABLE
from webapp.domain.entries import valid_id, valid_seat
from webapp.services import links


def test_ids_have_their_form_and_are_never_the_same():
    makers = (links.new_table_id, links.new_code, links.new_seat_id, links.new_entry_id)
    for make in makers:
        assert len({make() for _ in range(500)}) == 500
    assert all(links.valid_table_id(links.new_table_id()) for _ in range(100))
    assert valid_seat(links.new_seat_id()) and valid_id(links.new_entry_id())


def test_a_watch_id_is_one_of_a_kind():
    watch = links.watch_id("key", TABLE)
    assert links.valid_table_id(watch)
    assert watch == links.watch_id("key", TABLE)
    others = {
        links.watch_id("other", TABLE),
        links.watch_id("key", TABLE, generation=1),
        links.watch_id("key", "0" * 26),
    }
    assert len(others | {watch}) == 4


@pytest.mark.parametrize(
    "written",
    ["K7F4-2QXM", "k7f42qxm", " K7F4 2QXM ", "K7F4–2QXM", "Ｋ７Ｆ４２ＱＸＭ", "k.7.f.4.2.q.x.m"],
)
def test_a_code_is_read_however_it_is_written(written: str):
    assert links.read_code(written) == "K7F42QXM"
    assert links.shown_code("K7F42QXM") == "K7F4-2QXM"


def test_letters_that_look_like_digits_are_digits():
    assert links.read_code("OIL0-OIL1") == "01100111"


@pytest.mark.parametrize(
    "text", ["", "K7F4-2QX", "K7F4-2QXMM", "K7F4-2QXU", "ÄÖÜ4-2QXM", "\x00" * 8]
)
def test_what_is_no_code_is_none(text: str):
    assert links.read_code(text) is None


@pytest.mark.parametrize(
    "text, link",
    [
        (f"https://a.example/t/{TABLE}", ("t", TABLE)),
        (f"https://a.example/t/{TABLE}/share?x=1#y", ("t", TABLE)),
        (f"Come: http://10.0.0.7:8000/w/{TABLE}.", ("w", TABLE)),
        (TABLE, ("t", TABLE)),
        (f" {TABLE.lower()}\n", ("t", TABLE)),
        (f"https://a.example/x/{TABLE}", None),
        (f"https://a.example/t/{TABLE}7", None),
        ("https://a.example/t/short", None),
        ("", None),
    ],
)
def test_a_link_is_found_in_what_was_pasted(text: str, link: tuple[str, str] | None):
    assert links.read_link(text) == link
