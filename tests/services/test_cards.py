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
        ({"actions": [{"when": "enters", "verb": "get", "amount": 0}]}, "no amount"),
        ({"actions": [{"when": "enters", "verb": "get", "amount": True}]}, "no amount"),
        ({"actions": [{"when": "enters", "verb": "lose", "amount": 1}]}, "no action"),
        ({"actions": [{"when": "enters", "verb": "pay", "amount": 1}]}, "needs its kind"),
        ({"actions": [{"when": "enters", "verb": "get", "amount": 1, "targets": True}]}, "action"),
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
