"""The file of cards is read and checked once; a slip in it names its card."""

import json
from pathlib import Path

import pytest

from webapp.services.cards import CardsError, load_cards

FILE = Path(__file__).parent.parent.parent / "webapp/data/cards.json"
CARDS = load_cards(FILE)


@pytest.fixture
def changed(tmp_path):
    """A loader of the file with one card changed."""

    def load(of, **fields):
        content = json.loads(FILE.read_text("utf-8"))
        card = next(card for card in content["cards"] if card["slug"] == of)
        card.update(fields)
        file = tmp_path / "cards.json"
        file.write_text(json.dumps(content), "utf-8")
        return load_cards(file)

    return load


def test_there_are_164_cards_in_an_order_for_each_language():
    assert len(CARDS.by_slug) == 164
    assert {len(order) for order in CARDS.ordered.values()} == {164}
    german = [card.name_in("de")[0] for card in CARDS.ordered["de"]]
    assert german.index("Äther-Hirte") < german.index("Blitzläuferin")


def test_a_name_that_is_not_known_stays_none():
    assert CARDS.by_slug["longtusk-stalker"].names["de"] is None
    assert CARDS.by_slug["longtusk-stalker"].names["zh-Hans"] == "长牙伏猫"


def test_what_a_phone_is_told_of_a_card_is_what_stands_in_the_file():
    raws = {raw["slug"]: raw for raw in json.loads(FILE.read_text("utf-8"))["cards"]}
    for slug, card in CARDS.by_slug.items():
        left_out = {"actions": [], "effect": None, "tally": None, "by_hand": []}
        assert {**left_out, **card.played} == {field: raws[slug][field] for field in left_out}


def test_the_three_vehicles_have_their_crew():
    crew = {slug: card.crew for slug, card in CARDS.by_slug.items() if card.vehicle}
    assert crew == {"aethersphere-harvester": 1, "bespoke-battlewagon": 4, "filigree-racer": 1}


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"slug": "thriving-rat"}, "not the slug"),
        ({"extra": 1}, "fields missing or unknown"),
        ({"names": {"en": "Thriving Rats"}}, "all four languages"),
        ({"names": {"en": None, "de": None, "pt-BR": None, "zh-Hans": None}}, "four languages"),
        ({"names": {"en": "Thriving Rats", "de": " ", "pt-BR": None, "zh-Hans": None}}, "a text"),
        ({"crew": 1}, "only a Vehicle"),
        ({"effect": "doubles"}, "no effect"),
        ({"tally": True}, "no tally"),
        ({"by_hand": ["somehow"]}, "by_hand: 'somehow'"),
        ({"by_hand": ["condition", "condition"]}, "by_hand"),
        ({"actions": {"when": "enters"}}, "no list"),
        ({"actions": [{"when": "enter", "do": [{"get": 1}]}]}, "when: 'enter'"),
        ({"actions": [{"when": "enters", "do": [{"get": 0}]}]}, "amount: 0"),
        ({"actions": [{"when": "enters", "do": [{"get": True}]}]}, "amount: True"),
        ({"actions": [{"when": "enters", "do": [{"get": "some"}]}]}, "amount: 'some'"),
        ({"actions": [{"when": "enters", "do": [{"take": 1}]}]}, "one verb"),
        ({"actions": [{"when": "enters", "do": [{"get": 1, "may": 2}]}]}, "one verb"),
        ({"actions": [{"when": "enters", "do": [{"get": 1, "then": "if_you_do"}]}]}, "do:"),
        ({"actions": [{"when": "enters", "do": [{"may": 1, "then": "perhaps"}]}]}, "then"),
        ({"actions": [{"when": "enters", "do": [{"may": 1, "else": [{"get": 1}]}]}]}, "do:"),
        ({"actions": [{"when": "enters", "do": [{"lose": 1, "who": "friend"}]}]}, "who"),
        ({"actions": [{"when": "enters", "do": [{"double": 2}]}]}, "double: 2"),
        ({"actions": [{"when": "enters", "do": [{"may": 1}, {"unless": 1}]}]}, "two choices"),
        ({"actions": [{"when": "enters", "do": [{"get": 1}], "targets": True}]}, "targets"),
        ({"actions": [{"when": "enters", "do": [{"get": 1}], "if": "maybe"}]}, "if: 'maybe'"),
        ({"actions": [{"when": "enters", "do": [{"get": 1}], "once": 1}]}, "once: 1"),
        ({"actions": [{"when": "enters", "do": [{"get": 1}], "once": True}]}, "nothing to pay"),
        ({"actions": [{"when": "enters", "do": [{"get": 1}], "tap": True}]}, "unknown"),
        ({"actions": [{"when": "enters", "do": ["get"]}]}, "no object"),
        ({"actions": [{"when": "enters"}]}, "either"),
        ({"actions": [{"when": "activated", "pay": 1, "do": [{"get": 1}]}]}, "either"),
        ({"actions": [{"when": "enters", "pay": 1}]}, "no cost is paid at enters"),
        ({"actions": [{"when": "activated", "pay": "any"}]}, "amount: 'any'"),
    ],
)
def test_a_slip_in_the_file_stops_the_start_and_names_the_card(changed, fields, fault):
    with pytest.raises(CardsError, match=fault) as error:
        changed("thriving-rats", **fields)
    assert "thriving-rat" in str(error.value)


@pytest.mark.parametrize(
    ("slug", "more"),
    [
        ("thriving-rats", ["energy-may-pay-once", "energy-if-when-you-do"]),
        ("localized-destruction", []),
        ("harnessed-lightning", ["energy-may-pay-illegal-targets", "energy-get-illegal-targets"]),
        (
            "aetherstorm-roc",
            ["energy-may-pay-illegal-targets", "energy-may-pay-once", "energy-if-when-you-do"],
        ),
        ("guide-of-souls", ["energy-may-pay-once", "energy-if-when-you-do"]),
        ("static-prison", ["energy-get-illegal-targets"]),
        ("aether-hub", []),
        ("aether-refinery", []),
        ("greenbelt-rampager", []),
        ("highspire-infusion", ["energy-get-illegal-targets"]),
        ("reiterating-bolt", []),
    ],
)
def test_which_rulings_apply_follows_from_the_actions_of_the_card(slug, more):
    from webapp.domain.rulings import RULINGS

    general = ["energy-symbol", "energy-kind-of-counter", "energy-not-mana",
               "energy-get-pay-lose", "energy-track-totals"]  # fmt: skip
    applying = {r.id for r in RULINGS if r.applies(CARDS.by_slug[slug])}
    assert applying == {*general, *more}
