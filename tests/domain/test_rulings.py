"""Which rulings apply to a card follows from what it does, asked action by action."""

import pytest

from webapp.domain.cards import Card
from webapp.domain.grammar import Action, Step
from webapp.domain.rulings import BY_ID, RULINGS, Symbol, halves, parts, pieces

GENERAL = [
    "energy-symbol",
    "energy-kind-of-counter",
    "energy-not-mana",
    "energy-get-pay-lose",
    "energy-track-totals",
]


def a_card(*actions, symbol=True, type_line="Creature", crew=None, effect=None):
    return Card("x", {"en": "X"}, type_line, symbol, None, crew, actions, effect)


def applying(card):
    return [ruling.id for ruling in RULINGS if ruling.applies(card)]


def may_pay(then=None, when="attacks", targets=None):
    return Action(when, (Step("may", 2, then=then),), targets=targets)


def test_the_nine_energy_rulings_come_before_the_six_on_vehicles():
    assert [r.about for r in RULINGS] == ["energy"] * 9 + ["vehicle"] * 6
    assert len(BY_ID) == 15


def test_a_card_that_only_shows_energy_has_the_five_general_rulings():
    assert applying(a_card()) == GENERAL


def test_a_triggered_may_pay_adds_that_it_is_paid_once_and_nobody_can_answer():
    found = applying(a_card(may_pay("if_you_do")))
    assert found == [*GENERAL, "energy-may-pay-once", "energy-if-when-you-do"]


@pytest.mark.parametrize("when", ["spell", "activated", "cast"])
def test_a_payment_outside_a_triggered_ability_does_not(when):
    assert applying(a_card(may_pay("if_you_do", when))) == GENERAL


@pytest.mark.parametrize("step", [Step("may", "any"), Step("may", 2), Step("unless", 1)])
def test_an_optional_payment_of_something_with_targets_may_find_them_illegal(step):
    card = a_card(Action("spell", (step,), targets="one"))
    assert "energy-may-pay-illegal-targets" in applying(card)


@pytest.mark.parametrize("doing", [{"pay": 2}, {"do": (Step("must", 2),)}])
def test_a_cost_or_a_payment_that_must_be_made_is_no_optional_one(doing):
    card = a_card(Action("activated", targets="one", **doing))
    assert "energy-may-pay-illegal-targets" not in applying(card)


def test_targets_of_a_reflexive_trigger_are_not_targets_of_the_payment():
    card = a_card(may_pay("when_you_do_targets"))
    assert "energy-may-pay-illegal-targets" not in applying(card)


def test_targets_count_only_for_the_action_they_belong_to():
    card = a_card(Action("enters", (Step("get", 2),)), may_pay("if_you_do", targets="one"))
    assert "energy-get-illegal-targets" not in applying(card)
    assert "energy-may-pay-illegal-targets" in applying(card)


def test_energy_from_something_with_targets_is_lost_with_them():
    card = a_card(Action("spell", (Step("get", 3),), targets="one"))
    assert "energy-get-illegal-targets" in applying(card)


def test_a_vehicle_adds_the_six_vehicle_rulings():
    found = applying(a_card(type_line="Artifact — Vehicle", crew=1))
    assert [i for i in found if i.startswith("vehicle")] == [r.id for r in RULINGS[9:]]


def test_a_card_that_changes_counters_of_players_has_the_ruling_that_names_such_effects():
    card = a_card(symbol=False, effect="one_more")
    assert applying(card) == ["energy-get-pay-lose"]


def test_a_card_about_poison_alone_has_none():
    assert applying(a_card(symbol=False, effect="no_poison")) == []


def test_the_two_halves_of_if_and_when_you_do_belong_to_different_cards():
    assert parts(a_card(may_pay("if_you_do"))) == {"a"}
    assert parts(a_card(may_pay("when_you_do"))) == {"b"}
    assert parts(a_card(may_pay("if_you_do"), may_pay("when_you_do_targets"))) == {"a", "b"}
    assert parts(a_card(may_pay("if_you_do", "spell"))) == set()


def test_the_second_half_is_the_last_sentence_in_any_script():
    assert halves('One "If you do." Two. If "When you do," three.') == (
        'One "If you do." Two.',
        'If "When you do," three.',
    )
    assert halves("一。二。如果三。") == ("一。二。", "如果三。")


def test_a_text_is_words_and_symbols_in_order():
    assert pieces("{E} is. Pay 2 {E}, or any {E}{E} now") == (
        Symbol("", ""),
        " is. Pay ",
        Symbol("2", ","),
        " or ",
        Symbol("any", ""),
        Symbol("", ""),
        " now",
    )
    assert pieces("支付{E}。") == ("支付", Symbol("", "。"))
    assert pieces("no symbol") == ("no symbol",)
