"""Effects: switched on and off, the order asked where it matters, turns, teams, tournaments."""

import re
from urllib.parse import parse_qsl

import pytest

from tests.markup import Page
from tests.people import ANAS, BENS, FREE, TABLE, Person
from tests.views.test_events import watch_of
from webapp.domain.effects import NEEDS
from webapp.views.effects import CARDS

pytestmark = pytest.mark.usefixtures("at_table")

ON, GAIN, CHOSEN, MORE = "e" * 22, "g" * 22, "c" * 22, "m" * 22


def sheet(person: Person, name: str, status: int = 200) -> Page:
    answer = person.web.get(f"/f/t/{TABLE}/sheet/{name}")
    assert answer.status_code == status, name
    return Page(answer.text)


def words(page: Page) -> str:
    return " ".join("".join(page.texts).split())


def switch_on(person: Person, card: str, id: str = ON, **whose: str) -> None:
    answer = person.form(id=id, effect=id, type="effect_on", card=card, **whose)
    assert answer.location == f"/t/{TABLE}"


def two_that_differ_by_order(ana: Person) -> None:
    switch_on(ana, "winding-constrictor", "1" * 22, controller=ANAS)
    switch_on(ana, "aether-refinery", "2" * 22, controller=ANAS)


def gain(ana: Person, n: str = "2", **more: object) -> str:
    return ana.form(id=GAIN, type="gain", seat=ANAS, kind="energy", n=n, **more).location


def test_every_effect_there_is_can_be_switched_on_from_the_sheet(ana: Person):
    page = sheet(ana, "effects")
    assert {card["data-card"] for card in page.all("details")} == set(NEEDS)
    assert set(CARDS) == set(NEEDS)


@pytest.mark.parametrize("card", CARDS)
def test_the_sheet_asks_for_the_seats_that_an_effect_needs(ana: Person, card: str):
    text = ana.web.get(f"/f/t/{TABLE}/sheet/effects").text
    form = text.split(f'data-card="{card}"')[1].split("</form>")[0]
    assert re.findall(r'<select class="field__input" name="(\w+)"', form) == list(NEEDS[card])


def test_an_effect_in_force_shows_on_the_table_until_it_is_off(ana: Person):
    assert "data-effect" not in ana.web.get(f"/t/{TABLE}").text
    switch_on(ana, "winding-constrictor", controller=ANAS)
    page = ana.web.get(f"/t/{TABLE}?hl=de").text
    assert f'data-effect="{ON}"' in page and "Schlängelnde Boa" in page
    assert f'data-effect="{ON}"' in ana.web.get(f"/f/t/{TABLE}/sheet/effects").text
    ana.form(id=MORE, type="effect_off", effect=ON)
    assert "data-effect" not in ana.web.get(f"/t/{TABLE}").text
    rows = words(Page(ana.web.get(f"/t/{TABLE}/ledger").text))
    assert "Winding Constrictor: effect on, Ana" in rows
    assert "Winding Constrictor: effect off" in rows


def test_the_row_says_how_two_became_three(ana: Person):
    switch_on(ana, "winding-constrictor", controller=ANAS)
    assert gain(ana) == f"/t/{TABLE}"
    assert ana.energy()[ANAS] == 3
    assert "2 became 3: Winding Constrictor" in words(Page(ana.web.get(f"/t/{TABLE}/ledger").text))


def test_who_can_not_get_counters_is_told_why(ana: Person):
    switch_on(ana, "solemnity")
    answer = gain(ana)
    assert "refused" in answer
    assert "can’t get those counters" in words(Page(ana.web.get(answer).text))


def test_an_order_that_matters_is_asked_and_each_outcome_offered_once(ana: Person):
    two_that_differ_by_order(ana)
    page = Page(ana.web.get(gain(ana)).text)
    (way,) = [a for a in page.all("a") if "order-of-effects" in (a.get("href") or "")]
    query = (way["href"] or "").partition("?")[2]
    assert dict(parse_qsl(query))["n"] == "2"
    asked = sheet(ana, f"order-of-effects?{query}")
    assert re.findall(r"(\d) energy counters", words(asked)) == ["5", "6"]
    assert "Aether Refinery → Winding Constrictor" in words(asked)
    assert ana.energy()[ANAS] == 0


def outcome_forms(ana: Person, n: int = 2) -> list[list[tuple[str, str]]]:
    address = f"order-of-effects?type=gain&seat={ANAS}&kind=energy&n={n}"
    text = ana.web.get(f"/f/t/{TABLE}/sheet/{address}").text
    return [
        re.findall(r'name="([\w.]+)" value="([^"]*)"', form)
        for form in text.split('<div class="outcomes">')[1].split("</form>")[:-1]
    ]


def choose(ana: Person, place: int) -> None:
    fields = outcome_forms(ana)[place]
    order = [value for name, value in fields if name == "order"]
    rest = {name: value for name, value in fields if name not in ("order", "entry_id")}
    ana.form(id=CHOSEN, order=order, **rest)


@pytest.mark.parametrize("place, total", [(0, 5), (1, 6)])
def test_choosing_an_outcome_enters_the_same_gain_in_that_order(
    ana: Person, place: int, total: int
):
    two_that_differ_by_order(ana)
    choose(ana, place)
    assert ana.energy()[ANAS] == total
    ledger = words(Page(ana.web.get(f"/t/{TABLE}/ledger").text))
    assert f"2 became {total}: " in ledger


def test_the_last_order_is_proposed_at_a_casual_table_and_none_at_a_tournament(ana: Person):
    two_that_differ_by_order(ana)
    address = f"/f/t/{TABLE}/sheet/order-of-effects?type=gain&seat={ANAS}&kind=energy&n=2"
    assert "button--main" not in ana.web.get(address).text
    choose(ana, 1)
    assert ana.web.get(address).text.count("button--main") == 1
    ana.form(id=MORE, type="mode", mode="tournament")
    assert "button--main" not in ana.web.get(address).text


def test_an_order_that_is_asked_no_more_is_said_so(ana: Person):
    asked = sheet(ana, f"order-of-effects?type=gain&seat={ANAS}&kind=energy&n=2")
    assert "The effects have changed since" in words(asked)
    for nonsense in ("", "type=pay", "type=gain&n=x", "type=proliferate&seats=<b>&order.x=y"):
        assert "changed since" in words(sheet(ana, f"order-of-effects?{nonsense}"))


def test_proliferating_asks_each_player_for_the_order_that_matters(ana: Person):
    ana.post(ana.gain(ANAS, 2))
    two_that_differ_by_order(ana)
    answer = ana.form(id=GAIN, type="proliferate", by=BENS, seats=[ANAS])
    page = Page(ana.web.get(answer.location).text)
    (href,) = [a["href"] for a in page.all("a") if "order-of-effects" in (a.get("href") or "")]
    text = ana.web.get(f"/f{href}").text
    assert f'name="order.{ANAS}"' in text
    form = text.split('<div class="outcomes">')[1].split("</form>")[0]
    fields = re.findall(r'name="([\w.]+)" value="([^"]*)"', form)
    order = [value for name, value in fields if name.startswith("order.")]
    ana.form(id=CHOSEN, type="proliferate", by=BENS, seats=[ANAS], **{f"order.{ANAS}": order})
    assert ana.energy()[ANAS] in (5, 6)


def test_the_turn_passes_to_the_next_player_with_one_tap(ana: Person):
    ana.post(ana.gain(ANAS, 5), ana.pay(ANAS, 3))
    assert "paid or lost this turn: 3" in words(sheet(ana, "turn"))
    assert "paid or lost this turn: 3" in words(sheet(ana, f"seat?seat={ANAS}"))
    first = sheet(ana, "turn").all("input", name="seat")[0]["value"]
    ana.form(id=GAIN, type="turn", seat=first)
    assert f'data-turn="{ANAS}"' in ana.web.get(f"/t/{TABLE}").text
    assert sheet(ana, "turn").all("input", name="seat")[0]["value"] == BENS
    assert "paid or lost this turn: 3" not in words(sheet(ana, "turn"))
    assert ana.energy()[ANAS] == 2


def passing(person: Person, page: str = "/t/") -> dict[str, str]:
    """The fields of the button above the seats that passes the turn; empty where there is none."""
    text = person.web.get(f"{page}{TABLE}").text
    form = re.search(r"<li class=\"token\" data-pass>(.*?)</li>", text, re.DOTALL)
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1])) if form else {}


def test_where_a_turn_is_in_use_one_tap_passes_it_and_undo_takes_it_back(ana: Person, cleo: Person):
    assert passing(ana) == {}
    ana.form(id=GAIN, type="turn", seat=ANAS)
    for expected in (BENS, FREE, ANAS, BENS):
        fields = passing(ana)
        assert fields["seat"] == expected
        ana.form(id=fields.pop("entry_id"), **fields)
    assert ana.state()["turn"] == BENS
    undo = Page(ana.web.get(f"/t/{TABLE}").text).all("input", name="entry")[0]["value"]
    ana.form(id=MORE, type="undo", entry=undo)
    assert ana.state()["turn"] == ANAS
    assert "data-pass" not in cleo.web.get(f"/w/{watch_of(ana)}").text


def test_who_left_is_passed_over_and_nobody_is_asked_where_all_have_left(ana: Person):
    ana.form(id=GAIN, type="turn", seat=ANAS)
    ana.post(ana.entry("seat_leave", seat=BENS))
    assert passing(ana)["seat"] == FREE
    ana.post(*(ana.entry("seat_leave", seat=seat) for seat in (ANAS, FREE)))
    assert passing(ana) == {}


def test_what_lasts_for_a_turn_is_over_when_the_turn_passes(ana: Person):
    until = ana.entry("effect_on", effect=ON, card="solemnity", until="turn")
    ana.post(until, ana.entry("effect_on", effect=MORE, card="solemnity"))
    assert "until the turn ends" in words(sheet(ana, "effects"))
    ana.form(id=GAIN, type="turn", seat=BENS)
    assert [effect["id"] for effect in ana.state()["effects"]] == [MORE]


OF_THE_RULES = {"conflicts", "tokens", "pins", "resolution", "in-force", "dying"}


@pytest.mark.parametrize("query", ["", "?layout=tiles"])
def test_a_table_that_uses_none_of_it_shows_none_of_it(
    ana: Person, ben: Person, dan: Person, query: str
):
    ana.post(ana.gain(ANAS, 5), ana.pay(ANAS, 2))
    pages = [person.web.get(f"/t/{TABLE}{query}").text for person in (ana, ben, dan)]
    pages.append(dan.web.get(f"/w/{watch_of(ana)}").text)
    for page in pages:
        named = [each["class"] or "" for each in Page(page).all(**{"class": None})]
        classes = set(" ".join(named).split())
        assert "seat" in classes and not classes & OF_THE_RULES
        assert "data-pass" not in page and "data-dying" not in page


def test_a_team_has_its_poison_together_and_its_energy_apart(ana: Person):
    ana.form(id=ON, type="mode", variant="2hg")
    for n, seat in enumerate((ANAS, BENS)):
        ana.form(id=str(n) * 22, type="team", seat=seat, team="1")
    ana.post(ana.gain(ANAS, 4), ana.entry("gain", seat=ANAS, kind="poison", n=10))
    assert "data-dying" not in ana.web.get(f"/t/{TABLE}").text
    ana.post(ana.entry("gain", seat=BENS, kind="poison", n=5))
    page = ana.web.get(f"/t/{TABLE}").text
    assert f'data-dying="{ANAS}"' in page and f'data-dying="{BENS}"' in page
    assert ana.energy()[BENS] == 0
    assert words(sheet(ana, "teams")).count("Energy stays each player’s own") == 1


def test_a_pad_leads_to_the_amount_in_tournament_mode_and_changes_nothing_by_itself(ana: Person):
    ana.form(id=ON, type="mode", mode="tournament")
    page = Page(ana.web.get(f"/t/{TABLE}").text)
    pads = page.all("form", **{"class": "pads"})
    assert {form["method"] for form in pads} == {"get"}
    assert {form["action"] for form in pads} == {f"/t/{TABLE}/sheet/pay"}
    assert "data-tournament" in page.text
    asked = sheet(ana, f"pay?seat={ANAS}&n=1")
    assert asked.all("input", name="n")[0]["value"] == "1"
    assert "Say the change aloud" in words(asked)


def test_the_note_on_tournaments_has_the_date_of_its_edition_and_promises_nothing(ana: Person):
    text = words(sheet(ana, "tournament"))
    assert "Magic Tournament Rules 4.1, edition of 10 November 2025" in text
    assert "ask the head judge" in text
