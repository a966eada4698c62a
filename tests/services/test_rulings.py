"""Which words a ruling is shown in: official, else our own, else English. Presence decides."""

import pytest

from webapp.domain.cards import Card
from webapp.domain.grammar import Action, Step
from webapp.domain.rulings import RULINGS, TWO_PARTS
from webapp.services.rulings import Fact, Rulings

ENGLISH = "If A. If B."
DICE = "(Dice.)"


def rulings(**catalog):
    """Rulings whose catalogs hold what is given as domain_language: text."""
    facts = {r.id: Fact(r.id, "2024-06-07", ENGLISH, None) for r in RULINGS}

    def look_up(domain, language, context, english):
        return catalog.get(f"{domain}_{language}{'_dice' if '#' in context else ''}")

    return Rulings(facts, {"paged": ("energy-not-mana", "energy-symbol")}, DICE, look_up)


def test_the_official_translation_comes_first():
    wording = rulings(rulings_de="Amtlich.", courtesy_de="Unser.").wording("energy-symbol", "de")
    assert (wording.text, wording.language, wording.official) == ("Amtlich.", "de", True)


def test_our_own_translation_stands_in_and_says_so():
    wording = rulings(courtesy_de="Unser.").wording("energy-symbol", "de")
    assert (wording.text, wording.language, wording.official) == ("Unser.", "de", False)


def test_without_either_the_text_is_english():
    wording = rulings().wording("energy-symbol", "de")
    assert (wording.text, wording.language, wording.official) == (ENGLISH, "en", True)


def test_a_translation_that_reads_like_the_english_text_is_still_one():
    wording = rulings(courtesy_de=ENGLISH).wording("energy-symbol", "de")
    assert (wording.language, wording.official) == ("de", False)


def test_the_english_sentence_is_replaced_where_we_have_it_and_kept_for_the_tap():
    texts = rulings(rulings_de=f"Vorher. {DICE} Nachher.", courtesy_de_dice="(Würfel.)")
    wording = texts.wording("energy-symbol", "de")
    assert wording.around_dice == ("Vorher. ", " Nachher.")
    assert (wording.dice, wording.dice_english) == ("(Würfel.)", DICE)


def test_without_our_sentence_the_english_one_stays_known_as_english():
    wording = rulings(rulings_de=f"Vorher. {DICE}").wording("energy-symbol", "de")
    assert (wording.dice, wording.dice_english) == (None, DICE)


@pytest.mark.parametrize("part, shown", [("a", "If A."), ("b", "If B.")])
def test_the_half_that_fits_comes_before_the_other(part, shown):
    wording = rulings().wording("energy-if-when-you-do", "en")
    assert wording.half(part)[0] == shown


def a_card(slug="x", *actions):
    return Card(slug, {"en": "X"}, "Creature", True, actions=actions)


def test_a_card_with_a_page_keeps_its_list_and_any_other_has_all_on_energy():
    assert [i.ruling.id for i in rulings().of_card(a_card("paged"), "en")] == [
        "energy-not-mana",
        "energy-symbol",
    ]
    assert len(rulings().of_card(a_card(), "en")) == 9


def test_what_a_card_does_specially_comes_before_what_holds_for_all():
    listed = rulings().of_card(
        a_card("x", Action("attacks", (Step("may", 2, then="if_you_do"),))), "en"
    )
    applying = [item.ruling.id for item in listed if item.applies]
    assert applying[:3] == ["energy-may-pay-once", "energy-if-when-you-do", "energy-symbol"]


def test_other_languages_are_laid_beside_each_ruling():
    listed = rulings(courtesy_de="Unser.").of_card(a_card(), "en", ["de", "en"])
    assert {tuple(w.language for w in item.beside) for item in listed} == {("de", "en")}
    assert {item.beside[0].text for item in listed} == {"Unser."}


def test_a_card_with_both_kinds_of_payment_shows_the_whole_ruling():
    payments = [
        Action("attacks", (Step("may", 2, then=then),)) for then in ("if_you_do", "when_you_do")
    ]
    for card, part in ((a_card("x", *payments), None), (a_card("x", payments[1]), "b")):
        (listed,) = (i for i in rulings().of_card(card, "en") if i.ruling.id == TWO_PARTS)
        assert listed.part == part
