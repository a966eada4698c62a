"""Making a table, and bringing people to it."""

import re

import pytest

from tests.people import ANAS, TABLE, Clock, Person
from tests.views.test_events import watch_of

DAY = 24 * 60 * 60 * 1000
AS_PROGRAM = {"Accept": "application/json"}


def code_of(person: Person, table: str = TABLE) -> str:
    """The join code as the share page shows it."""
    return re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}", person.web.get(f"/t/{table}/sheet/share").text)[0]


def test_a_new_table_has_its_maker_on_the_first_seat(ana: Person):
    made = ana.web.post("/tables", data={"seats": "3"})
    assert made.status_code == 303
    assert re.fullmatch(r"/t/[0-9A-HJKMNP-TV-Z]{26}", made.location)
    seats = ana.state(made.location)["seats"]
    assert [seat["mine"] for seat in seats] == [True, False, False]
    assert len({(seat["colour"], seat["shape"]) for seat in seats}) == 3


def test_a_new_table_may_have_a_name(ana: Person):
    made = ana.web.post("/tables", data={"seats": "2", "name": " Friday "})
    assert ana.state(made.location)["name"] == "Friday"


def test_the_last_number_of_seats_is_remembered(ana: Person):
    ana.web.post("/tables", data={"seats": "5"})
    assert 'value="5" data-first' in ana.web.get("/").text


@pytest.mark.parametrize("seats", ["0", "9", "-1", "1.5", "two", "", "9" * 5000, None])
def test_a_number_of_seats_that_cannot_be_makes_no_table(ana: Person, seats: str | None):
    answer = ana.web.post("/tables", data={} if seats is None else {"seats": seats})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ({"seats": "two"}, "Das ist keine ganze Zahl."),
        ({"seats": "9"}, "Das ist zu groß."),
        ({"seats": "2", "name": "a" * 31}, "Das ist zu lang."),
    ],
)
def test_what_is_wrong_with_a_new_table_is_said(ana: Person, field: dict, words: str):
    answer = ana.web.post("/tables", data=field, headers={"Accept-Language": "de"})
    assert answer.status_code == 400
    assert words in answer.text


def test_a_name_that_could_disturb_makes_no_table(ana: Person):
    answer = ana.web.post("/tables", data={"seats": "2", "name": "\u202egniht"})
    assert answer.status_code == 400


def test_a_script_is_told_the_new_table_and_its_phone_is_known_there(ana: Person):
    made = ana.web.post("/tables", data={"seats": "3"}, headers=AS_PROGRAM)
    assert made.status_code == 200
    assert [seat["mine"] for seat in ana.state(f"/t/{made.json['table']}")["seats"]][0]
    assert 'value="3" data-first' in ana.web.get("/").text
    refused = ana.web.post("/tables", data={"seats": "9"}, headers=AS_PROGRAM)
    assert (refused.status_code, refused.json["field"]) == (400, "seats")


def test_home_has_a_row_for_recent_tables_that_only_scripts_show(ana: Person):
    page = ana.web.get("/").text
    assert re.search(r"<section[^>]* data-recent hidden>", page)
    assert set(re.findall(r"~([a-z.]+)~", page)) == {
        "table.id", "table.name", "table.ago", "table.state",
    }  # fmt: skip


def test_two_tables_have_nothing_in_common(ana: Person):
    first, second = (ana.web.post("/tables", data={"seats": "2"}).location for _ in range(2))
    assert first != second
    assert code_of(ana, first[3:]) != code_of(ana, second[3:])


@pytest.mark.usefixtures("at_table")
def test_a_script_is_told_where_a_code_or_link_leads(ana: Person, dan: Person):
    for text in (code_of(ana), f"see http://x/t/{TABLE}"):
        found = dan.web.post("/join", data={"code": text}, headers=AS_PROGRAM)
        assert (found.status_code, found.json) == (200, {"to": f"/t/{TABLE}"})
    lost = dan.web.post("/join", data={"code": "000-000-000"}, headers=AS_PROGRAM)
    assert (lost.status_code, lost.json) == (404, {"error": "no_such_table"})


@pytest.mark.usefixtures("at_table")
class TestTheJoinCode:
    @pytest.mark.parametrize(
        "write",
        [
            str,
            str.lower,
            lambda code: code.replace("-", ""),
            lambda code: " " + code.replace("-", " ") + " ",
            lambda code: code.replace("0", "o").replace("1", "l"),
            lambda code: "".join(chr(ord(c) + 0xFEE0) if c != "-" else "－" for c in code),
        ],
    )
    def test_is_understood_however_it_is_written(self, ana: Person, dan: Person, write):
        answer = dan.web.post("/join", data={"code": write(code_of(ana))})
        assert (answer.status_code, answer.location) == (303, f"/t/{TABLE}")

    def test_is_void_after_a_day(self, ana: Person, dan: Person, clock: Clock):
        code = code_of(ana)
        clock.time += DAY
        assert dan.web.post("/join", data={"code": code}).status_code == 404

    def test_is_void_once_there_is_a_new_one(self, ana: Person, dan: Person):
        old = code_of(ana)
        answer = ana.web.post(f"/t/{TABLE}/code")
        assert (answer.status_code, answer.location) == (303, f"/t/{TABLE}/share")
        assert ana.state()["code"] == code_of(ana) != old
        assert dan.web.post("/join", data={"code": old}).status_code == 404
        assert dan.web.post("/join", data={"code": code_of(ana)}).location == f"/t/{TABLE}"

    @pytest.mark.parametrize("code", ["", "ABCD-EFGH", "x" * 5000, "K7F4", "\x00", "💥" * 8])
    def test_that_is_wrong_brings_home_with_a_message(self, dan: Person, code: str):
        answer = dan.web.post("/join", data={"code": code})
        assert answer.status_code == 404
        assert "No table has this code" in answer.text

    def test_of_a_table_that_is_not_there_cannot_be_renewed(self, dan: Person):
        assert dan.web.post(f"/t/{'0' * 26}/code").status_code == 404


@pytest.mark.usefixtures("at_table")
class TestAPastedLink:
    @pytest.mark.parametrize(
        "text",
        [
            f"http://localhost/t/{TABLE}",
            f"Play here: https://x.example/t/{TABLE}?a=1 !",
            TABLE.lower(),
        ],
    )
    def test_leads_to_the_table(self, dan: Person, text: str):
        assert dan.web.post("/join", data={"code": text}).location == f"/t/{TABLE}"

    def test_to_watch_leads_to_watching(self, ana: Person, cleo: Person):
        watch = watch_of(ana)
        answer = cleo.web.post("/join", data={"code": f"http://localhost/w/{watch}"})
        assert answer.location == f"/w/{watch}"

    @pytest.mark.parametrize("text", ["https://evil.example/", f"/t/{'0' * 26}", f"/w/{TABLE}"])
    def test_that_leads_nowhere_goes_nowhere(self, dan: Person, text: str):
        assert dan.web.post("/join", data={"code": text}).status_code == 404


@pytest.mark.usefixtures("at_table")
def test_the_qr_code_is_a_picture_of_the_link(ana: Person):
    answer = ana.web.get(f"/t/{TABLE}/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert "<svg" in answer.text and "<script" not in answer.text and "style=" not in answer.text


@pytest.mark.usefixtures("at_table")
def test_the_watch_id_needs_the_key_of_the_server(ana: Person):
    from webapp.services.links import watch_id

    assert watch_of(ana) == watch_id("a key for the tests alone", TABLE)
    assert watch_of(ana) != watch_id("another key of some server", TABLE)
    assert ana.web.get(f"/w/{TABLE}").status_code == 404
    assert ana.web.get(f"/t/{watch_of(ana)}").status_code == 404


def test_a_seat_keeps_its_energy_for_whoever_joins(ana: Person, dan: Person, at_table: None):
    ana.post(ana.gain(ANAS, 3))
    assert dan.energy()[ANAS] == 3
