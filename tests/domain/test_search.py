"""Finding a card by name, in any language, in part, without accents."""

import pytest

from webapp.domain import search as domain_search
from webapp.domain.cards import Card
from webapp.domain.folding import fold
from webapp.domain.search import LONGEST_QUERY, index, search


def card(slug, en, de=None, pt=None, zh=None):
    return Card(slug, {"en": en, "de": de, "pt-BR": pt, "zh-Hans": zh}, "Artifact", True)


HARVESTER = card(
    "harvester",
    "Aethersphere Harvester",
    "Äthersphären-Erntemaschine",
    "Segadeira da Eteresfera",
    "乙太层收集机",
)
DESTRUCTION = card(
    "destruction",
    "Localized Destruction",
    "Örtliche Zerstörung",
    "Destruição Localizada",
    "定向击灭",
)
WAGON = card("wagon", "Bespoke Battlewagon", "Maßgefertigter Kriegswagen", None, "订制陆行舰")
HUB = card("hub", "Aether Hub", "Äther-Knotenpunkt", "Núcleo do Éter", "乙太枢纽")
LAEZEL = card("laezel", "Lae'zel, Vlaakith's Champion", zh="维拉基斯勇将莱埃泽尔")
LI = card("li", "Dr. Madison Li", zh="麦蒂森·黎博士")
NAMES = index([HARVESTER, DESTRUCTION, WAGON, HUB, LAEZEL, LI])


def found(query, language="en"):
    return [hit.card.slug for hit in search(NAMES, query, language)]


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("destruicao", "destruction"),
        ("DESTRUIÇÃO", "destruction"),
        ("Destruic\u0327a\u0303o", "destruction"),
        ("收", "harvester"),
        ("收集机", "harvester"),
        ("乙太 收集", "harvester"),
        ("massgefertigter", "wagon"),
        ("MASSGEFERTIGTER", "wagon"),
        ("maßgefertigter", "wagon"),
        ("athersphare", "harvester"),
        ("Aethersphaere", "harvester"),
        ("äthersphäre", "harvester"),
        ("Æthersphere", "harvester"),
        ("ortliche zerstorung", "destruction"),
        ("oertliche zerstoerung", "destruction"),
        ("ＡＥＴＨＥＲＳＰＨＥＲＥ　Ｈ", "harvester"),
        ("harvester aether", "harvester"),
        ("ather knotenpunkt", "hub"),
        ("núcleo do eter", "hub"),
        ("laezel vlaakiths", "laezel"),
        ("Lae’zel", "laezel"),
        ("dr madison", "li"),
        ("森黎", "li"),
    ],
)
def test_a_name_is_found_by_part_without_accents_capitals_or_punctuation(query, slug):
    assert found(query)[:1] == [slug]


@pytest.mark.parametrize("query", ["aether", "Æther", "AETHER", "äther", "Ａether"])
def test_every_spelling_of_aether_finds_the_same(query):
    assert found(query) == found("aether") == ["hub", "harvester"]


@pytest.mark.parametrize("language", ["en", "de", "pt-BR", "zh-Hans"])
def test_all_four_names_are_searched_whatever_the_language_of_the_page(language):
    for name in HARVESTER.names.values():
        assert found(name, language) == ["harvester"]


@pytest.mark.parametrize("query", ["", "   ", "!!!", "''", "xyzzy", "鼠乙鼠", "{", "(", "a" * 5000])
def test_what_nothing_has_in_its_name_finds_nothing(query):
    assert found(query) == []


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("aethersfere harvster", "harvester"),
        ("äthersfären ernte", "harvester"),
        ("localised destruktion", "destruction"),
        ("destriução", "destruction"),
        ("massgefertigtr", "wagon"),
        ("battel", "wagon"),
        ("aetherhub", "hub"),
        ("äther knoten punkt", "hub"),
        ("收及机", "harvester"),
        ("laezel vlakith", "laezel"),
    ],
)
def test_a_slip_or_two_is_looked_past(query, slug):
    assert found(query)[:1] == [slug]


@pytest.mark.parametrize("query", ["hib", "ather hib", "收及", "aexthexrsphexre"])
def test_in_short_words_and_beyond_two_slips_nothing_is_guessed(query):
    assert found(query) == []


def test_names_nearly_written_so_come_last_and_only_where_few_are_found():
    names = index(
        [card("a", "Strike"), card("b", "Stroke"), card("c", "Strikes"), card("d", "My Strike")]
    )
    assert [hit.card.slug for hit in search(names, "strike")] == ["a", "c", "d"]
    assert [hit.card.slug for hit in search(names[:2], "strike")] == ["a", "b"]


def test_each_face_of_a_card_is_a_name_of_its_own():
    names = index([card("x", "Fire // Ice"), card("y", "Icequake"), card("z", "冰 // 火")])
    assert [hit.card.slug for hit in search(names, "ice")] == ["x", "y"]
    assert search(names, "ice")[0].pieces == (("Fire // ", False), ("Ice", True))
    assert [hit.card.slug for hit in search(names, "fire ice")] == ["x"]
    assert [hit.card.slug for hit in search(names, "火")] == ["z"]


def test_whole_names_come_first_then_beginnings_then_words_then_the_rest():
    names = index(
        [
            card("d", "Overstriker"),
            card("c", "Great Strike"),
            card("b", "Strike Hard"),
            card("a", "Strike"),
        ]
    )
    assert [hit.card.slug for hit in search(names, "strike")] == ["a", "b", "c", "d"]


def test_words_together_come_before_words_apart():
    names = index([card("x", "Rat of Plague and Doom"), card("y", "Deep Doom Rat")])
    assert [hit.card.slug for hit in search(names, "doom rat")] == ["y", "x"]


def test_among_equals_the_name_in_the_language_of_the_reader_comes_first():
    names = index([card("x", "Rata"), card("y", "Yes", de="Ratab")])
    assert [hit.card.slug for hit in search(names, "rat", "de")] == ["y", "x"]
    assert [hit.card.slug for hit in search(names, "rat", "en")] == ["x", "y"]


def test_the_order_does_not_depend_on_the_order_of_the_cards():
    assert search(NAMES, "e") == search(tuple(reversed(NAMES)), "e")


@pytest.mark.parametrize(
    ("query", "pieces"),
    [
        ("aethersphaeren", (("Äthersphären", True), ("-Erntemaschine", False))),
        ("ernte", (("Äthersphären-", False), ("Ernte", True), ("maschine", False))),
        ("erntemaschine äther", (("Äther", True), ("sphären-", False), ("Erntemaschine", True))),
        ("层收", (("乙太", False), ("层收", True), ("集机", False))),
    ],
)
def test_a_hit_says_which_parts_of_the_name_as_written_matched(query, pieces):
    assert search(NAMES, query, "de")[0].pieces == pieces


def test_a_letter_that_stands_for_two_is_marked_whole():
    names = index([card("x", "Maß Æon")])
    assert search(names, "mass aeon")[0].pieces == (("Maß Æon", True),)


def test_a_long_query_is_cut_not_refused():
    assert found("aether hub" + " " * LONGEST_QUERY + "nothing") == ["hub"]


def test_a_letter_that_unfolds_to_a_sentence_costs_no_more_than_a_word(monkeypatch):
    looks = []
    look = domain_search._best_place
    monkeypatch.setattr(domain_search, "_best_place", lambda *at: looks.append(at) or look(*at))
    assert found("\ufdfa" * LONGEST_QUERY) == []
    assert len(looks) <= 3 * len(NAMES)


def test_a_word_said_twice_is_looked_for_once():
    names = index([card("x", "Rat Rat"), card("y", "Rat")])
    assert [hit.card.slug for hit in search(names, "rat rat")] == ["x", "y"]


def test_folding_keeps_the_place_of_every_letter():
    folded = fold("„Áß“  T-45")
    assert folded.text == "ass t 45"
    assert folded.places == (1, 2, 2, 5, 6, 7, 8, 9)
