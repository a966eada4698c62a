"""The address of a card, and what its facts answer."""

import pytest

from webapp.domain.cards import Card, slug, slugs


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Thriving Rats", "thriving-rats"),
        ("Suppression Ray // Orderly Plaza", "suppression-ray--orderly-plaza"),
        ("A-Guide of Souls", "a-guide-of-souls"),
        ("Lae'zel, Vlaakith's Champion", "laezel-vlaakiths-champion"),
        ("Woodweaver’s Puzzleknot", "woodweavers-puzzleknot"),
        ("Æther Chaser", "aether-chaser"),
        ("ÆTHER VIAL", "aether-vial"),
        ("Jötun Grunt", "jotun-grunt"),
        ("Séance, the Óld", "seance-the-old"),
        ("Dr. Madison Li", "dr-madison-li"),
        ("T-45 Power Armor", "t-45-power-armor"),
        ("Vault 112: Sadistic Simulation", "vault-112-sadistic-simulation"),
        ("HELIOS One", "helios-one"),
        ("+2 Mace", "2-mace"),
        ("_____ Goblin!", "goblin"),
        ("Fire // Ice", "fire--ice"),
        ("Who / What / When", "who-what-when"),
    ],
)
def test_the_slug_of_a_card_is_its_english_name_in_lower_case_with_hyphens(name, expected):
    assert slug(name) == expected


def test_of_two_cards_with_one_slug_the_first_by_oracle_id_keeps_it():
    twins = [("Jotun", "b"), ("Jötun", "a"), ("Jötun!", None)]
    assert slugs(twins) == {
        ("Jötun", "a"): "jotun",
        ("Jotun", "b"): "jotun-2",
        ("Jötun!", None): "jotun-3",
    }


def test_a_card_without_a_name_in_a_language_answers_its_english_one_and_says_so():
    card = Card("x", {"en": "Longtusk Stalker", "de": None}, "Creature — Cat", True)
    assert card.name_in("de") == ("Longtusk Stalker", "en")
    assert card.name_in("en") == ("Longtusk Stalker", "en")
