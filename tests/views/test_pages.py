"""The pages of a table and home: what they hold, for whom, and what they never hold."""

import json
import re

import pytest

from tests.markup import Page
from tests.people import ANAS, BENS, FREE, TABLE, Person
from tests.views.test_events import watch_of
from webapp.domain.refusals import Code

pytestmark = pytest.mark.usefixtures("at_table")

HOSTILE = "Ana on=1 <b>"
SHEETS = ("add-seat", "correct", "ledger", "menu", "new-game", "order", "pay", "seat", "share")
LANGUAGES = {"en": "en", "de": "de", "pt-br": "pt-BR", "zh-hans": "zh-Hans"}


def read(person: Person, address: str, status: int = 200, language: str = "en") -> Page:
    """A page as a browser gets it; without a fault that no page may have."""
    answer = person.web.get(address, headers={"Accept-Language": language})
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    assert page.faults() == []
    return page


def layout(page: Page) -> str | None:
    return page.all("section", id="seats")[0]["data-layout"]


@pytest.mark.parametrize("slug, tag", LANGUAGES.items())
def test_home_is_in_the_language_of_its_address(ana: Person, slug: str, tag: str):
    page = read(ana, f"/{slug}/")
    assert page.all("html")[0]["lang"] == tag
    others = {link["hreflang"] for link in page.all("link", rel="alternate")}
    assert others == {*LANGUAGES.values(), "x-default"}


def test_home_needs_no_redirect_and_follows_the_phone(ana: Person):
    assert read(ana, "/", language="de-AT").all("html")[0]["lang"] == "de"


def test_home_makes_a_table_at_one_tap_for_up_to_eight(ana: Person):
    offered = [button["value"] for button in read(ana, "/").all("button", name="seats")]
    assert offered[:3] == ["2", "3", "4"] and sorted(offered) == list("12345678")


@pytest.mark.parametrize("number", ["3", "7"])
def test_home_offers_the_last_number_first(ana: Person, number: str):
    ana.web.set_cookie("seats", number)
    offered = [button["value"] for button in read(ana, "/").all("button", name="seats")]
    assert offered[0] == number and sorted(offered) == list("12345678")


@pytest.mark.parametrize("cookie", ["", "0", "9", "x", "²", "9" * 3000])
def test_home_shrugs_at_a_choice_that_never_was(ana: Person, cookie: str):
    ana.web.set_cookie("seats", cookie)
    assert len(read(ana, "/").all("button", name="seats")) == 8


def test_whoever_has_no_seat_picks_one_over_the_running_table(ana: Person, dan: Person):
    ana.post(ana.gain(ANAS, 3))
    page = read(dan, f"/t/{TABLE}")
    assert layout(page) == "pick"
    takes = [f["value"] for f in page.all("input", name="type", value="seat_take")]
    assert len(takes) >= 1
    assert "3" in page.texts
    assert any(re.fullmatch(r"/w/[0-9A-Z]{26}", a.get("href") or "") for a in page.all("a"))


def test_one_seat_is_large_several_are_tiles(ana: Person):
    assert layout(read(ana, f"/t/{TABLE}")) == "seat"
    ana.post(ana.entry("seat_take", seat=FREE))
    assert layout(read(ana, f"/t/{TABLE}")) == "tiles"


def test_one_phone_for_all_can_be_asked_for_without_scripts(ana: Person):
    assert layout(read(ana, f"/t/{TABLE}?layout=tiles")) == "tiles"


def test_a_seat_has_all_that_scripts_take_hold_of(ana: Person):
    page = read(ana, f"/t/{TABLE}")
    (seat,) = page.all("article", data_seat=ANAS)
    assert seat["id"] == f"seat-{ANAS}" and "data-mine" in seat
    assert [pad["data-pad"] for pad in page.all("button", data_pad=None)][:2] == ["-1", "1"]
    assert all(pad["aria-label"] for pad in page.all("button", data_pad=None))
    numbers = page.all("output", data_energy=None)
    assert len(numbers) == 3 and all(number["aria-live"] == "off" for number in numbers)
    (table,) = page.all("live-table")
    assert table["data-address"] == f"/t/{TABLE}" and table["data-role"] == "play"
    assert page.all("body")[0]["data-author"] == ana.client


def test_there_is_a_refusal_ready_for_every_code(ana: Person):
    templates = read(ana, f"/t/{TABLE}").all("template", data_refusal=None)
    assert {template["data-refusal"] for template in templates} == set(Code)


@pytest.mark.parametrize("slug", LANGUAGES)
def test_the_words_of_scripts_are_there_in_every_language(ana: Person, slug: str):
    text = ana.web.get(f"/t/{TABLE}?hl={slug}").text
    words = json.loads(re.search(r'id="words">(.*?)</script>', text, re.DOTALL)[1])
    assert "{what}" in words["undo"] and "{n}" in words["energy"]["other"]
    assert {"live", "offline", "connecting", "waiting", "announce", "copied"} <= set(words)


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_is_a_fragment_and_a_page(ana: Person, name: str):
    assert read(ana, f"/f/t/{TABLE}/sheet/{name}").all("html") == []
    page = read(ana, f"/t/{TABLE}/sheet/{name}")
    assert page.all("html") and not page.all(data_hx_target="#sheet-body")


def test_the_undo_button_names_what_it_undoes(ana: Person):
    ana.post(ana.gain(ANAS, 2))
    assert "Undo +2" in "".join(read(ana, f"/t/{TABLE}").texts)
    ana.post(ana.gain(BENS, 4))
    assert "Undo Ben +4" in "".join(read(ana, f"/t/{TABLE}").texts)


def test_a_new_table_is_half_a_share_sheet_until_something_happens(ana: Person):
    new = ana.web.post("/tables", data={"seats": "2"}).location
    assert "open" in read(ana, new).all("dialog", id="sheet")[0]
    assert "open" not in read(ana, f"/t/{TABLE}").all("dialog", id="sheet")[0]


def test_the_ledger_tells_who_did_what_before_and_after(ana: Person):
    ana.post(ana.gain(BENS, 5))
    ana.post(ana.entry("correct", seat=BENS, kind="energy", **{"from": 5}, to=3, reason="a slip"))
    text = " ".join("".join(read(ana, f"/t/{TABLE}/ledger").texts).split())
    assert "Ben gets 5 energy" in text and "by Ana" in text
    assert "total corrected from 5 to 3" in text and "a slip" in text


def test_undos_of_undos_are_told_to_a_depth_that_people_can_read(ana: Person):
    last = ana.gain(BENS, 5)
    ana.post(last)
    for _ in range(3):
        last = ana.entry("undo", entry=last["id"])
        ana.post(last)
    text = " ".join("".join(read(ana, f"/t/{TABLE}/ledger").texts).split())
    assert "Undone: Undone: Ben gets 5 energy" in text
    assert "Undone: Undone: …" in text and "Undone: Undone: Undone" not in text


def test_undos_that_name_each_other_leave_the_ledger_readable(ana: Person, cleo: Person):
    itself, one, other = (ana.entry("undo") for _ in range(3))
    itself["entry"], one["entry"], other["entry"] = itself["id"], other["id"], one["id"]
    answer = ana.post(itself, one, other)
    assert {outcome["outcome"] for outcome in answer.json["outcomes"]} == {"refused"}
    assert "Undone: Undone: …" in "".join(read(ana, f"/t/{TABLE}/ledger").texts)
    for address in (f"/w/{watch_of(ana)}/ledger", f"/f/w/{watch_of(ana)}/ledger"):
        read(cleo, address)
    read(ana, f"/t/{TABLE}/sheet/undo?entry={itself['id']}")


def test_undoing_what_was_spent_names_the_payments_that_go_with_it(ana: Person):
    ana.post(ana.gain(ANAS, 5))
    gain = ana.state(after=0)["entries"][-1]["id"]
    payment = ana.pay(ANAS, 4)
    ana.post(payment)
    page = read(ana, f"/t/{TABLE}/sheet/undo?entry={gain}")
    assert [field["value"] for field in page.all("input", name="with")] == [payment["id"]]


def test_where_one_undo_is_not_enough_the_total_can_be_corrected_instead(ana: Person):
    gain = ana.gain(ANAS, 200)
    ana.post(gain)
    for _ in range(2):
        ana.post(*(ana.pay(ANAS, 1) for _ in range(60)))
    page = read(ana, f"/t/{TABLE}/sheet/undo?entry={gain['id']}")
    assert not page.all("input", name="with")
    assert page.all("a", href=f"/t/{TABLE}/sheet/correct?seat={ANAS}")


def test_a_conflict_is_shown_to_everyone_with_its_answers(ana: Person, ben: Person, cleo: Person):
    ana.post(ana.gain(ANAS, 5))
    seen = ana.state()["seq"]
    ana.post(ana.pay(ANAS, 4))
    ben.post(ben.pay(ANAS, 3, seen=seen))
    assert read(cleo, f"/w/{watch_of(ana)}").all("li", data_conflict=None)
    (conflict,) = read(ana, f"/t/{TABLE}").all("li", data_conflict=None)
    page = read(ana, f"/t/{TABLE}/sheet/conflict?entry={conflict['data-conflict']}")
    answers = {field["value"] for field in page.all("input", name="answer")}
    assert answers == {"twin", "retry", "total", "drop"}


def test_a_conflict_offers_every_payment_of_the_game_that_would_make_room_for_it(
    ana: Person, ben: Person
):
    ana.post(ana.gain(ANAS, 100))
    seen = ana.state()["seq"]
    enough = [ana.pay(ANAS, 30), ana.pay(ANAS, 9)]
    too_little = [ana.pay(ANAS, 1) for _ in range(60)]
    ana.post(*enough)
    ana.post(*too_little)
    late = ben.outcome(ben.pay(ANAS, 10, seen=seen))
    assert late["outcome"] == "conflict"
    page = read(ana, f"/t/{TABLE}/sheet/conflict?entry={late['id']}")
    offered = [option["value"] for option in page.all("option")]
    assert offered == [payment["id"] for payment in reversed(enough)]


@pytest.mark.parametrize("address", ["", "/ledger", "/state?after=0"])
def test_no_byte_for_a_watcher_leads_to_the_play_link(ana: Person, cleo: Person, address: str):
    ana.post(ana.gain(ANAS, 3))
    answer = cleo.web.get(f"/w/{watch_of(ana)}{address}")
    assert answer.status_code == 200
    assert TABLE not in answer.text and TABLE not in str(answer.headers)


@pytest.mark.parametrize("address", ["/w/{}", "/f/w/{}/seats", "/w/{}/ledger", "/f/w/{}/ledger"])
def test_a_watcher_has_no_form_and_no_pad(ana: Person, cleo: Person, address: str):
    page = read(cleo, address.format(watch_of(ana)))
    # a button that sends nothing may be there: that of a new version
    sends = [button for button in page.all("button") if button.get("type") != "button"]
    assert not page.all("form") and not sends and not page.all(data_hx_post=None)
    assert not page.all(data_pad=None)


def test_a_hostile_name_stays_a_name(ana: Person, cleo: Person):
    ana.post(ana.entry("seat_rename", seat=ANAS, name=HOSTILE))
    ana.post(ana.gain(ANAS, 1))
    pages = [f"/t/{TABLE}", f"/t/{TABLE}/ledger", f"/w/{watch_of(ana)}"]
    pages += [f"/t/{TABLE}/sheet/{name}" for name in ("seat", "pay", "order")]
    for address in pages:
        page = read(ana, address)
        assert HOSTILE in "".join(page.texts), address
        assert "<b>" not in page.text, address


@pytest.mark.parametrize("address", [
    "/t/{no}", "/w/{no}", "/t/{no}/ledger", "/f/t/{no}/seats", "/t/{table}/sheet/nothing",
    "/t/{table}/sheet/seat?seat=NOSEAT00", "/t/{table}/sheet/undo?entry=none",
    "/t/{table}/sheet/conflict?entry=none", "/xx/", "/t/{table}/nothing",
])  # fmt: skip
def test_what_is_not_there_is_said_in_the_players_language(ana: Person, address: str):
    page = read(ana, address.format(no="N" * 26, table=TABLE), status=404, language="de")
    assert page.all("html")[0]["lang"] == "de" or address.startswith("/f/")
    assert page.all("h1") or address.startswith("/f/")


def test_every_field_has_a_label(ana: Person):
    for name in SHEETS:
        page = read(ana, f"/t/{TABLE}/sheet/{name}")
        fields = [f for f in page.all("input") if f.get("type") not in ("hidden", "radio")]
        assert len(page.all("label")) >= len(fields), name
