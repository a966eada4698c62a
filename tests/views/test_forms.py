"""The same address for forms: htmx gets the seat, a plain form goes back to the table."""

import pytest

from tests.people import ANAS, BENS, FREE, TABLE, Person

pytestmark = pytest.mark.usefixtures("at_table")

ID = "form-entry-one-2345678"
assert len(ID) == 22


def gain(n: object = "2", **fields: str) -> dict[str, object]:
    return {"id": ID, "type": "gain", "seat": ANAS, "kind": "energy", "n": n, **fields}


def test_a_plain_form_goes_back_to_the_table(ana: Person):
    answer = ana.form(**gain())
    assert (answer.status_code, answer.location) == (303, f"/t/{TABLE}")
    assert ana.energy()[ANAS] == 2


def test_a_refused_form_goes_back_and_the_page_shows_the_ruling(ana: Person):
    answer = ana.form(**{**gain("3"), "type": "pay"})
    assert (answer.status_code, answer.location) == (303, f"/t/{TABLE}?refused={ID}")
    page = ana.web.get(answer.location)
    assert "You can&#39;t pay more energy counters than you have" in page.text


def test_a_form_sent_again_after_back_counts_once_and_says_so(ana: Person):
    ana.form(**gain())
    again = ana.form(**gain())
    assert (again.status_code, again.location) == (303, f"/t/{TABLE}?already={ID}")
    assert ana.energy()[ANAS] == 2
    assert "Already recorded" in ana.web.get(again.location).text


def test_an_htmx_form_is_answered_with_its_seat_and_a_fresh_id(ana: Person):
    answer = ana.fragment(**gain())
    assert answer.status_code == 200
    assert f'id="seat-{ANAS}"' in answer.text
    assert ">2</output>" in answer.text
    assert 'name="entry_id"' in answer.text and f'name="entry_id" value="{ID}"' not in answer.text
    assert "Undo +2" in answer.text


def test_a_refused_htmx_form_is_422_with_the_seat_as_it_is_and_the_reason(ana: Person):
    answer = ana.fragment(**{**gain("3"), "type": "pay"})
    assert answer.status_code == 422
    assert f'id="seat-{ANAS}"' in answer.text
    assert 'id="refusal"' in answer.text and 'data-code="INSUFFICIENT"' in answer.text


def test_an_htmx_form_sent_again_says_already_recorded(ana: Person):
    ana.fragment(**gain())
    again = ana.fragment(**gain())
    assert again.status_code == 200
    assert "Already recorded" in again.text


def test_an_htmx_form_that_changes_the_layout_asks_for_the_page(dan: Person):
    answer = dan.fragment(id=ID, type="seat_take", seat=FREE)
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (200, "true")


def test_a_form_belongs_to_the_phone_that_sent_it(dan: Person):
    dan.form(id=ID, type="seat_take", seat=FREE)
    seats = {seat["id"]: seat for seat in dan.state()["seats"]}
    assert seats[FREE]["mine"] is True
    assert seats[BENS]["mine"] is False


def test_the_cookie_of_a_phone_stays_the_same_from_form_to_form(dan: Person):
    dan.form(**gain())
    first = dan.web.get_cookie("author")
    answer = dan.form(**{**gain(), "id": "b" * 22})
    assert "Set-Cookie" not in answer.headers
    assert first == dan.web.get_cookie("author")


@pytest.mark.parametrize(
    "n", ["", "0", "-2", "1.5", "three", "9" * 5000, "1000001", "２", "٢", "1e2", "0x2", "+2"]
)
def test_an_amount_that_is_none_is_refused(ana: Person, n: str):
    answer = ana.form(**gain(n))
    assert answer.location == f"/t/{TABLE}?refused={ID}"
    assert ana.energy()[ANAS] == 0
    assert ana.web.get(answer.location).status_code == 200


def test_a_correction_may_leave_its_reason_blank(ana: Person):
    answer = ana.form(
        **{"id": ID, "type": "correct", "seat": ANAS, "kind": "energy", "from": "0", "to": "5"},
        reason="  ",
    )
    assert answer.location == f"/t/{TABLE}"
    assert ana.energy()[ANAS] == 5


def test_an_order_of_seats_comes_as_repeated_fields(ana: Person):
    ana.form(id=ID, type="seat_order", order=[FREE, BENS, ANAS])
    assert [seat["id"] for seat in ana.state()["seats"]] == [FREE, BENS, ANAS]


def test_a_seat_is_taken_over_only_when_asked(dan: Person):
    refused = dan.form(id=ID, type="seat_take", seat=ANAS)
    assert "refused" in refused.location
    taken = dan.form(id="b" * 22, type="seat_take", seat=ANAS, over="true")
    assert taken.location == f"/t/{TABLE}"
    assert dan.state()["seats"][0]["mine"] is True


@pytest.mark.parametrize("entry_id", ["", "short", None])
def test_a_form_without_an_entry_id_is_400(ana: Person, entry_id: str | None):
    fields = {k: v for k, v in {**gain(), "id": entry_id}.items() if v is not None}
    answer = ana.form(**fields)
    assert answer.status_code == 400
    assert answer.mimetype == "text/html"
    assert ana.energy()[ANAS] == 0


def test_an_error_of_an_htmx_form_is_shown_above_the_table(ana: Person):
    answer = ana.fragment(**{**gain(), "id": "short"})
    assert answer.status_code == 400
    assert answer.headers["HX-Retarget"] == "#refusal"
    assert "<html" not in answer.text


def test_a_form_to_no_table_is_a_page_in_the_players_language(ana: Person):
    answer = ana.web.post(f"/t/{'0' * 26}/entries", data=gain(), headers={"Accept-Language": "de"})
    assert answer.status_code == 404
    assert '<html lang="de">' in answer.text
