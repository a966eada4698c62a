"""Other counters: shown where there are any, changed by their sheet, named by the players."""

import pytest

from tests.markup import Page
from tests.people import ANAS, BENS, FREE, TABLE, Person

pytestmark = pytest.mark.usefixtures("at_table")

ID, SECOND = "a-form-2345678901234_a", "a-form-2345678901234_b"


def sheet(person: Person, name: str) -> Page:
    answer = person.web.get(f"/f/t/{TABLE}/sheet/{name}")
    assert answer.status_code == 200, name
    return Page(answer.text)


def counters(person: Person) -> dict[str, int]:
    return next(seat for seat in person.state()["seats"] if seat["id"] == ANAS)["counters"]


def chips(person: Person) -> list[str | None]:
    page = Page(person.web.get(f"/t/{TABLE}").text)
    return [chip.get("data-kind") for chip in page.all("li", **{"class": "token"})]


def test_a_seat_without_other_counters_shows_none(ana: Person):
    ana.post(ana.gain(ANAS, 3))
    page = ana.web.get(f"/t/{TABLE}").text
    assert 'class="token' not in page and 'class="conflicts"' not in page


@pytest.mark.parametrize("kind", ["poison", "experience", "rad", "ticket"])
def test_a_counter_is_got_by_its_sheet_and_shown_under_the_number(ana: Person, kind: str):
    ana.form(id=ID, type="gain", seat=ANAS, kind=kind, n="3")
    assert counters(ana)[kind] == 3
    assert chips(ana) == [kind]
    words = "".join(sheet(ana, f"counter?seat={ANAS}&kind={kind}").texts)
    assert "3" in words


def test_tickets_are_paid_and_poison_is_lost(ana: Person):
    for kind, types in (("ticket", ["pay", "lose", "gain"]), ("poison", ["lose", "gain"])):
        page = sheet(ana, f"counter?seat={ANAS}&kind={kind}")
        assert [b["value"] for b in page.all("button", name="type")] == types


def test_a_kind_that_there_is_not_has_no_sheet(ana: Person):
    for kind in ("life", "custom:nothing", "<b>"):
        assert ana.web.get(f"/f/t/{TABLE}/sheet/counter?seat={ANAS}&kind={kind}").status_code == 404


def test_a_hostile_name_of_an_own_kind_is_shown_as_text(ana: Person):
    name = "<img src=x onerror=1>"
    kind = sheet(ana, f"counter?seat={ANAS}").all("input", name="kind")[0]["value"]
    ana.form(id=ID, type="kind_add", kind=kind, name=name)
    ana.form(id=SECOND, type="gain", seat=ANAS, kind=kind, n="2")
    for address in (f"/t/{TABLE}", f"/t/{TABLE}/ledger", f"/t/{TABLE}/sheet/counter?seat={ANAS}"):
        text = ana.web.get(address).text
        assert "&lt;img src=x onerror=1&gt;" in text and name not in text
    assert chips(ana) == [kind]


@pytest.mark.parametrize("name", ["", " ", "‮evil", "x" * 31, "\u200b"])
def test_a_name_that_could_disturb_the_page_makes_no_kind(ana: Person, name: str):
    answer = ana.form(id=ID, type="kind_add", kind="custom:a1", name=name)
    assert "refused" in answer.location
    assert not sheet(ana, f"counter?seat={ANAS}").all("a", data_kind="custom:a1")


def test_a_row_names_the_kind_and_its_total(ana: Person):
    ana.form(id=ID, type="gain", seat=ANAS, kind="experience", n="2")
    ana.form(id=SECOND, type="lose", seat=ANAS, kind="experience", n="all")
    rows = "".join(Page(ana.web.get(f"/t/{TABLE}/ledger").text).texts)
    assert "Ana gets 2 experience counters" in rows
    assert "Ana loses all experience counters" in rows


def test_ten_poison_say_who_loses_with_the_rule_until_it_is_undone(ana: Person):
    ana.post(ana.entry("gain", seat=ANAS, kind="poison", n=9))
    assert "data-dying" not in ana.web.get(f"/t/{TABLE}").text
    last = ana.entry("gain", seat=ANAS, kind="poison", n=1)
    ana.post(last)
    page = ana.web.get(f"/t/{TABLE}").text
    assert f'data-dying="{ANAS}"' in page and "Comprehensive Rules 122.1f" in page
    assert ana.state()["seats"][0]["status"] == "active"
    ana.post(ana.entry("undo", entry=last["id"]))
    assert "data-dying" not in ana.web.get(f"/t/{TABLE}").text


def test_a_rad_step_takes_counters_and_life_in_one_undoable_group(dan: Person):
    opened = dan.web.post("/tables", data={"seats": "2", "life": "20"})
    table = opened.location.removeprefix("/t/")
    state = dan.state(f"/t/{table}")
    seat = state["seats"][0]["id"]
    dan.form(table, id=ID, type="gain", seat=seat, kind="rad", n="3")
    step = {"second_id": "c" * 22, "type": "rad_step", "seat": seat, "n": "2", "life": "true"}
    dan.form(table, id=SECOND, **step)
    left = dan.state(f"/t/{table}")["seats"][0]
    assert (left["counters"]["rad"], left["life"]) == (1, 18)
    dan.form(table, id="d" * 22, type="undo", entry=SECOND)
    back = dan.state(f"/t/{table}")["seats"][0]
    assert (back["counters"]["rad"], back["life"]) == (3, 20)


def test_a_rad_step_without_life_takes_the_counters_alone(ana: Person):
    ana.form(id=ID, type="gain", seat=ANAS, kind="rad", n="3")
    ana.form(id=SECOND, second_id="c" * 22, type="rad_step", seat=ANAS, n="3")
    assert counters(ana) == {"energy": 0}


def test_proliferating_gives_each_chosen_player_one_of_every_kind_in_one_step(ana: Person):
    ana.post(ana.gain(ANAS, 4), ana.entry("gain", seat=ANAS, kind="poison", n=2))
    ana.post(ana.gain(BENS, 1))
    page = sheet(ana, "proliferate")
    boxes = {b["value"]: "disabled" in b for b in page.all("input", type="checkbox")}
    assert boxes == {ANAS: False, BENS: False, FREE: True}
    ana.form(id=ID, type="proliferate", by=ANAS, seats=["", ANAS])
    assert counters(ana) == {"energy": 5, "poison": 3}
    assert ana.energy()[BENS] == 1
    ana.form(id=SECOND, type="undo", entry=ID)
    assert counters(ana) == {"energy": 4, "poison": 2}


def test_proliferating_nobody_changes_nothing(ana: Person):
    ana.post(ana.gain(ANAS, 4))
    answer = ana.form(id=ID, type="proliferate", by=ANAS, seats=[""])
    assert answer.location == f"/t/{TABLE}"
    assert counters(ana) == {"energy": 4}


def test_doubling_gives_as_many_of_each_kind_as_there_are(ana: Person):
    ana.post(ana.gain(ANAS, 4), ana.entry("gain", seat=ANAS, kind="rad", n=1))
    kinds = [f["value"] for f in sheet(ana, f"counter?seat={ANAS}").all("input", name="kinds")]
    ana.form(id=ID, type="double", seat=ANAS, kinds=kinds)
    assert counters(ana) == {"energy": 8, "rad": 2}


def test_the_total_of_another_kind_is_corrected_and_the_row_names_it(ana: Person):
    ana.form(id=ID, type="gain", seat=ANAS, kind="poison", n="2")
    page = sheet(ana, f"correct?seat={ANAS}&kind=poison")
    fields = {f["name"]: f["value"] for f in page.all("input", type="hidden")}
    ana.form(**{**fields, "id": fields.pop("entry_id"), "to": "5"})
    assert counters(ana)["poison"] == 5
    rows = "".join(Page(ana.web.get(f"/t/{TABLE}/ledger").text).texts)
    assert "Ana: poison counters corrected from 2 to 5" in rows
