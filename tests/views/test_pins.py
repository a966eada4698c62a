"""Cards at a seat: kept there with their buttons, which make the entries that the card says."""

import pytest

from tests.markup import Page
from tests.people import ANAS, TABLE, Person
from webapp.views.cards import cards_of

pytestmark = pytest.mark.usefixtures("at_table")

RATS, LIGHTNING, HUB = "thriving-rats", "harnessed-lightning", "aether-hub"


def new_id(n: int) -> str:
    return f"a-form-234567890{n:03}_AA"


def page(person: Person) -> Page:
    return Page(person.web.get(f"/t/{TABLE}").text)


def sheet(person: Person, name: str) -> Page:
    answer = person.web.get(f"/f/t/{TABLE}/sheet/{name}")
    assert answer.status_code == 200, name
    return Page(answer.text)


def pin(person: Person, card: str, n: int = 1) -> None:
    person.form(id=new_id(n), type="pin", seat=ANAS, card=card)


def play(person: Person, n: int, **fields: str):
    return person.form(id=new_id(n), type="play", **fields)


def energy(person: Person) -> int:
    return next(s for s in person.state()["seats"] if s["id"] == ANAS)["counters"]["energy"]


def going(person: Person) -> list[str | None]:
    parts = page(person).all("section", **{"class": "resolution"})
    return [part.get("data-resolution") for part in parts]


def test_a_table_without_cards_shows_nothing_of_them(ana: Person):
    text = ana.web.get(f"/t/{TABLE}").text
    assert "data-pins" not in text and "data-resolution" not in text


def test_a_card_is_found_by_a_name_of_another_language_and_kept_at_the_seat(ana: Person):
    hits = sheet(ana, f"pin?seat={ANAS}&q=gedeihende ratten").all("input", name="card")
    assert [hit["value"] for hit in hits] == [RATS]
    pin(ana, RATS)
    assert [part["data-card"] for part in page(ana).all("li", **{"class": "pin"})] == [RATS]
    words = " ".join(page(ana).texts)
    assert "enters: +2" in words and "attacks: you may pay 2" in words


def test_a_payment_beyond_the_seats_energy_says_how_much_is_missing(ana: Person):
    pin(ana, "aetherworks-marvel")
    ana.post(ana.gain(ANAS, 2))
    button = next(b for b in page(ana).all("button") if b.get("data-button") == "activated")
    assert "disabled" in button
    assert "4 missing" in page(ana).texts


def test_rats_that_enter_give_two(ana: Person):
    pin(ana, RATS)
    play(ana, 2, seat=ANAS, card=RATS, button="enters")
    assert energy(ana) == 2
    play(ana, 2, seat=ANAS, card=RATS, button="enters")
    assert energy(ana) == 2, "the same form twice"


def test_rats_that_attack_are_paid_for_once_whoever_asks(ana: Person, ben: Person):
    ana.post(ana.gain(ANAS, 4))
    play(ana, 2, seat=ANAS, card=RATS, button="attacks")
    (resolution,) = going(ana)
    assert going(ben) == [resolution]
    play(ben, 3, resolution=resolution, button="pay")
    assert energy(ana) == 2
    second = play(ana, 4, resolution=resolution, button="pay")
    assert "refused=" in second.location
    words = " ".join(Page(ana.web.get(second.location).text).texts)
    assert "chosen" in words and "Ruling of 7 June 2024" in words
    assert energy(ana) == 2
    assert "nobody can respond" in " ".join(page(ana).texts)
    play(ana, 5, resolution=resolution, button="done")
    assert going(ana) == []


def test_who_cannot_pay_may_still_say_no(ana: Person):
    ana.post(ana.gain(ANAS, 1))
    play(ana, 2, seat=ANAS, card=RATS, button="attacks")
    (resolution,) = going(ana)
    assert "refused=" in play(ana, 3, resolution=resolution, button="pay").location
    play(ana, 4, resolution=resolution, button="decline")
    assert (energy(ana), going(ana)) == (1, [])


def test_with_every_target_illegal_nothing_is_got_and_nothing_to_pay(ana: Person):
    asked = sheet(ana, f"card?seat={ANAS}&card={LIGHTNING}&button=spell")
    assert [a["value"] for a in asked.all("input", name="targets")] == ["legal", "illegal"]
    play(ana, 2, seat=ANAS, card=LIGHTNING, button="spell", targets="illegal")
    assert (energy(ana), going(ana)) == (0, [])
    why = " ".join(sheet(ana, f"why?of=targets&seat={ANAS}").texts)
    assert "won’t resolve" in why or "doesn’t resolve" in why
    assert "Comprehensive Rules 608.2b" in why


def test_with_a_legal_target_three_come_and_any_amount_is_paid(ana: Person):
    play(ana, 2, seat=ANAS, card=LIGHTNING, button="spell", targets="legal")
    (resolution,) = going(ana)
    assert energy(ana) == 3
    play(ana, 3, resolution=resolution, button="pay", number="2")
    assert energy(ana) == 1


def test_every_button_of_every_card_can_be_drawn_and_none_breaks(ana: Person):
    with ana.web.application.app_context():
        slugs = list(cards_of().by_slug)
    for slug in slugs:
        drawn = sheet(ana, f"card?seat={ANAS}&card={slug}")
        for link in drawn.all("a", **{"class": "card-button"}):
            assert ana.web.get(link["href"]).status_code == 200, slug


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": ANAS, "card": "no-such-card", "button": "enters"},
        {"seat": ANAS, "card": RATS, "button": "no-such-button"},
        {"seat": "00000000", "card": RATS, "button": "enters"},
        {"seat": ANAS, "card": RATS},
        {},
    ],
)
def test_what_no_card_says_changes_nothing(ana: Person, fields: dict[str, str]):
    before = ana.state()["seq"]
    assert play(ana, 2, **fields).status_code == 400
    assert ana.state()["seq"] == before


def test_a_card_that_this_app_does_not_know_says_so_and_can_be_put_away(ana: Person):
    pin(ana, "no-such-card")
    assert "This app does not know the card." in page(ana).texts
    assert "no-such-card" in page(ana).texts
    ana.form(id=new_id(2), type="unpin", seat=ANAS, card="no-such-card")
    assert "data-pins" not in ana.web.get(f"/t/{TABLE}").text


@pytest.mark.parametrize("of", ["energy", "pay", "targets", "once", "order"])
def test_each_why_is_answered_with_a_ruling_and_its_date(ana: Person, of: str):
    words = " ".join(sheet(ana, f"why?of={of}&seat={ANAS}").texts)
    assert "Ruling of 7 June 2024" in words


def test_an_unknown_why_has_no_sheet(ana: Person):
    assert ana.web.get(f"/f/t/{TABLE}/sheet/why?of=nothing&seat={ANAS}").status_code == 404


def test_a_watcher_sees_what_resolves_and_can_choose_nothing(ana: Person, cleo: Person):
    play(ana, 2, seat=ANAS, card=RATS, button="attacks")
    link = next(a["href"] for a in page(ana).all("a") if (a.get("href") or "").startswith("/w/"))
    watched = Page(cleo.web.get(link).text)
    assert watched.all("section", **{"class": "resolution"})
    assert not watched.all("form", method="post") or "Thriving Rats" in watched.texts
    assert not [b for b in watched.all("button") if b.get("data-button")]


@pytest.mark.parametrize("card", [{"card": "no-such-card"}, {}])
def test_what_resolves_of_an_unknown_card_can_be_ended_by_anybody(
    ana: Person, ben: Person, card: dict[str, str]
):
    opened = ana.entry("resolution_open", resolution="r" * 22, seat=ANAS, targets="none", **card)
    ana.post(opened)
    section = page(ben).all("section", **{"class": "resolution"})
    assert len(section) == 1
    assert [b["data-button"] for b in page(ben).all("button") if "data-button" in b] == ["done"]
    assert card.get("card", "a spell or ability") in page(ben).texts
    assert play(ben, 2, resolution="r" * 22, button="pay").status_code == 400
    assert going(ana) == ["r" * 22]
    play(ben, 3, resolution="r" * 22, button="done")
    assert going(ana) == []
