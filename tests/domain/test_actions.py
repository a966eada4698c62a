"""A card's buttons follow from what it does: every shape there is, card by card."""

from pathlib import Path

import pytest

from webapp.domain.actions import buttons, choices
from webapp.domain.buttons import Deed, Have, Need
from webapp.domain.effects import NEEDS
from webapp.domain.entries import read_entry
from webapp.domain.having import have_of
from webapp.domain.making import Answers, entries
from webapp.domain.parts import Effect
from webapp.domain.table import Seat, Table
from webapp.services.cards import load_cards

CARDS = load_cards(Path(__file__).parent.parent.parent / "webapp/data/cards.json").by_slug
EVERY = tuple(CARDS.values())
ID = "A" * 22
ASKED = Answers(
    seat="SEAT0001", card="aether-hub", number=2, targets="legal", resolution=ID, effect=ID,
    group=ID, players={"SEAT0002": {"energy": 3, "poison": 1, "rad": 0}}, amounts={"energy": 2},
    own={"energy": 4, "experience": 1},
)  # fmt: skip
RICH = Have(energy=99)


def shown(slug, have=RICH):
    """The buttons of a card as (when, what, how much, missing)."""
    return [
        (b.when, *(part for deed in b.deeds for part in (deed.word, deed.n or deed.of) if part))
        for b in buttons(CARDS[slug], have)
    ]


def a_button(slug, key, have=RICH):
    return next(button for button in buttons(CARDS[slug], have) if button.key == key)


def makes(button, answers=ASKED):
    """The entries of a button, in short: type and amount."""
    return [(entry["type"], entry.get("n", entry.get("pay"))) for entry in entries(button, answers)]


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("thriving-rats", [("enters", "get", 2), ("attacks", "may", 2)]),
        ("aether-chaser", [("enters", "get", 2), ("attacks", "may", 2)]),
        ("voltaic-brawler", [("enters", "get", 2), ("attacks", "may", 1)]),
        ("aethersphere-harvester", [("enters", "get", 2), ("activated", "pay", 1)]),
        ("rogue-refiner", [("enters", "get", 2)]),
        ("whirler-virtuoso", [("enters", "get", 3), ("activated", "pay", 3)]),
        ("glint-sleeve-siphoner", [("enters_or_attacks", "get", 1), ("upkeep", "may", 2)]),
        ("longtusk-cub", [("combat_damage_to_player", "get", 2), ("activated", "pay", 2)]),
        (
            "aetherworks-marvel",
            [("permanent_you_control_to_graveyard", "get", 1), ("activated", "pay", 6)],
        ),
        ("decoction-module", [("creature_enters", "get", 1)]),
        ("architect-of-the-untamed", [("land_enters", "get", 1), ("activated", "pay", 8)]),
        ("aetherstorm-roc", [("creature_enters", "get", 1), ("attacks", "may", 2)]),
        ("bristling-hydra", [("enters", "get", 3), ("activated", "pay", 3)]),
        ("gontis-aether-heart", [("artifact_enters", "get", 2), ("activated", "pay", 8)]),
        ("aethertide-whale", [("enters", "get", 6), ("activated", "pay", 4)]),
        (
            "aetherflux-conduit",
            [
                ("cast_spell", "get_equal", "mana_spent_on_that_spell"),
                ("activated", "pay", 50),
            ],
        ),
        ("aether-hub", [("enters", "get", 1), ("activated", "pay_mana", 1)]),
        ("servant-of-the-conduit", [("enters", "get", 2), ("activated", "pay_mana", 1)]),
        ("solar-transformer", [("enters", "get", 3), ("activated", "pay_mana", 1)]),
        ("conversion-apparatus", [("activated", "get", 3), ("activated", "pay_mana", 3)]),
        ("chthonian-nightmare", [("enters", "get", 3), ("activated", "pay_x")]),
        (
            "sphinx-of-the-revelation",
            [("you_gain_life", "get_equal", "life_gained"), ("activated", "pay_x")],
        ),
        ("helios-one", [("activated", "get", 1), ("activated", "pay_x")]),
        ("reiterating-bolt", [("cast", "pay_times", 3)]),
        ("inventors-axe", [("enters", "get", 2), ("activated", "pay", 2)]),
        ("salvation-colossus", [("activated", "pay", 8)]),
        (
            "razorfield-ripper",
            [("self_or_equipped_creature_attacks", "get", 1), ("activated", "pay", 3)],
        ),
        (
            "peema-trailblazer",
            [
                ("combat_damage_to_player", "get_equal", "damage_dealt"),
                ("activated", "pay_once", 6),
            ],
        ),
        ("nissa-worldsoul-speaker", [("land_enters", "get", 2), ("cast", "pay", 8)]),
        ("primal-prayers", [("enters", "get", 2), ("cast", "pay", 1)]),
        (
            "amped-raptor",
            [("enters", "get", 2), ("cast", "pay_equal", "mana_value_of_exiled_card")],
        ),
        ("harnessed-lightning", [("spell", "get", 3, "may_any")]),
        ("die-young", [("spell", "get", 2, "may_any")]),
        ("galvanic-discharge", [("spell", "get", 3, "may_any")]),
        ("aether-spike", [("spell", "get", 2, "may_any")]),
        ("wrath-of-the-skies", [("spell", "get_x", "may_any")]),
        ("localized-destruction", [("spell", "get", 1, "may_one_or_more")]),
        ("aether-refinery", [("activated", "get", 1, "may_one_or_more"), ("effect", "on")]),
        ("confiscation-coup", [("spell", "get", 4, "may_equal", "mana_value_of_target")]),
        ("volatile-stormdrake", [("enters", "get", 4, "unless_equal", "mana_value_of_target")]),
        ("guide-of-souls", [("creature_enters", "get", 1), ("you_attack", "may", 3)]),
        ("blaster-hulk", [("attacks", "get", 2, "may", 8)]),
        ("cyclops-superconductor", [("enters", "get", 3), ("dies", "may", 3)]),
        ("saheeli-radiant-creator", [("cast_spell", "get", 1), ("combat_begin", "may", 3)]),
        ("greenbelt-rampager", [("enters", "must", 2, "or_get", 1)]),
        ("static-prison", [("enters", "get", 2), ("main_phase_begin", "unless", 1)]),
        ("lathnu-hellion", [("enters", "get", 2), ("end_step", "unless", 2)]),
        ("synth-eradicator", [("attacks", "may_get", 2), ("activated", "pay", 3)]),
        ("fabrication-module", [("activated", "get", 1)]),
        ("aether-revolt", []),
        ("brotherhood-scribe", [("activated", "get", 1)]),
        ("territorial-gorger", []),
        ("vault-112-sadistic-simulation", [("chapter_1_2", "get", 2), ("chapter_3", "must_any")]),
        ("multiform-wonder", [("enters", "get", 3), ("activated", "pay", 1)]),
        (
            "bespoke-battlewagon",
            [
                ("activated", "get", 2),
                ("activated", "pay", 2),
                ("activated", "pay", 3),
                ("activated", "pay", 4),
            ],
        ),
        ("winding-constrictor", [("effect", "on")]),
        ("aetheric-amplifier", [("activated", "double_each_kind")]),
        ("final-act", [("spell", "lose_all_each_opponent")]),
        ("price-of-betrayal", [("spell", "lose", 5)]),
        ("skyship-plunderer", [("combat_damage_to_player", "give_each_kind_target_player")]),
        (
            "suncleanser",
            [("enters", "lose_all_target_opponent", "switch_on_target_opponent")],
        ),
    ],
)
def test_a_card_has_the_buttons_of_its_text_and_no_other(slug, expected):
    assert shown(slug) == expected


def test_every_card_has_a_button_or_says_what_to_do_by_hand():
    assert not [card.slug for card in EVERY if not (buttons(card, RICH) or card.by_hand)]


def test_keys_of_buttons_are_different_and_do_not_depend_on_what_a_seat_has():
    for card in EVERY:
        keys = [button.key for button in buttons(card, RICH)]
        assert len(set(keys)) == len(keys), card.slug
        assert keys == [button.key for button in buttons(card, Have(cannot_get=True))], card.slug


def test_a_card_asks_for_one_choice_at_most_so_an_open_resolution_needs_only_its_card():
    choosing = {card.slug: [a for a in card.actions if a.choice] for card in EVERY}
    assert not [slug for slug, actions in choosing.items() if len(actions) > 1]


@pytest.mark.parametrize("have", [RICH, Have(), Have(5, cannot_get=True, on=(ID,))])
def test_every_button_makes_entries_that_the_ledger_reads(have):
    after = [choice for card in EVERY for choice in choices(card, have, chosen=True)]
    shown = [b for card in EVERY for b in (*buttons(card, have), *choices(card, have))]
    for button in (*shown, *after):
        for entry in entries(button, ASKED):
            raw = {"id": ID, "seq": 1, **entry}
            read = read_entry(raw, client=ID, author=ID, game=ID, seen=0, now=0)
            assert not hasattr(read.body, "refusal"), (entry, read.body)


def test_there_are_145_cards_with_energy():
    assert sum(card.symbol for card in CARDS.values()) == 145


def test_a_gain_or_a_cost_is_one_entry_that_names_its_card():
    (gain,) = entries(a_button("thriving-rats", "enters"), ASKED)
    assert gain == {
        "type": "gain",
        "seat": "SEAT0001",
        "kind": "energy",
        "n": 2,
        "card": "aether-hub",
    }
    assert makes(a_button("aetherworks-marvel", "activated")) == [("pay", 6)]


def test_a_cost_that_cannot_be_paid_says_how_much_is_missing():
    marvel = a_button("aetherworks-marvel", "activated", Have(energy=4))
    assert (marvel.missing, marvel.possible) == (2, False)
    assert a_button("aetherworks-marvel", "activated", Have(energy=6)).possible
    attack = a_button("thriving-rats", "attacks", Have(energy=1))
    assert (attack.missing, attack.possible) == (1, False)


def test_a_payment_after_a_gain_is_no_reason_not_to_begin():
    assert a_button("blaster-hulk", "attacks", Have(energy=0)).possible
    assert a_button("static-prison", "main_phase_begin", Have(energy=0)).possible


def test_x_is_announced_up_to_what_the_seat_has():
    nightmare = a_button("chthonian-nightmare", "activated", Have(energy=2))
    assert nightmare.needs == (Need("number", least=0, most=2),)
    assert makes(nightmare) == [("pay", 2)]
    assert makes(nightmare, Answers("SEAT0001", "chthonian-nightmare", number=0)) == []


def test_a_cost_for_each_copy_is_paid_so_many_times():
    bolt = a_button("reiterating-bolt", "cast", Have(energy=7))
    assert bolt.needs == (Need("number", least=1, most=2, of="times"),)
    assert makes(bolt) == [("pay", 6)]
    assert a_button("reiterating-bolt", "cast", Have(energy=2)).missing == 1


def test_under_a_prohibition_a_gain_is_blocked_and_a_payment_is_not():
    under = Have(energy=5, cannot_get=True)
    assert a_button("thriving-rats", "enters", under).blocked
    assert a_button("thriving-rats", "attacks", under).possible
    assert makes(a_button("harnessed-lightning", "spell", under)) == [("resolution_open", None)]


def test_targets_are_asked_where_energy_depends_on_them_and_nowhere_else():
    asked = {
        slug
        for slug, card in CARDS.items()
        for button in buttons(card, RICH)
        if any(need.ask == "targets" for need in button.needs)
    }
    assert {"harnessed-lightning", "static-prison", "highspire-infusion"} <= asked
    assert not {"guide-of-souls", "reiterating-bolt", "deadlock-trap"} & asked
    roc = a_button("aetherstorm-roc", "attacks")
    assert roc.needs == (Need("targets", ("none", "legal", "illegal")),)
    hawk = a_button("eddytrail-hawk", "attacks")
    assert hawk.needs == (Need("targets", ("legal", "illegal")),)


def test_with_no_legal_target_nothing_is_got_and_nothing_is_paid():
    illegal = Answers("SEAT0001", "harnessed-lightning", targets="illegal", resolution=ID)
    made = makes(a_button("harnessed-lightning", "spell"), illegal)
    assert made == [("resolution_open", None), ("resolution_close", None)]


def test_a_gain_and_the_choice_after_it_belong_to_one_resolution():
    opened = entries(a_button("localized-destruction", "spell"), ASKED)
    assert [(e["type"], e["resolution"]) for e in opened] == [
        ("resolution_open", ID),
        ("gain", ID),
    ]
    assert opened[0]["min"] == 1


def test_a_gain_with_targets_and_no_choice_is_over_at_once():
    made = makes(a_button("static-prison", "enters"))
    assert made == [("resolution_open", None), ("gain", 2), ("resolution_close", None)]


def chosen(slug, have, **more):
    return {choice.key: choice for choice in choices(CARDS[slug], have, **more)}


def test_a_may_pay_is_paid_or_declined():
    rats = chosen("thriving-rats", Have(energy=2))
    assert makes(rats["pay"]) == [("resolution_choose", 2)]
    assert rats["pay"].leads == "if_you_do"
    assert makes(rats["decline"]) == [("resolution_choose", None), ("resolution_close", None)]
    assert chosen("thriving-rats", Have(energy=1))["pay"].missing == 1


def test_after_a_payment_that_leads_on_the_rest_happens_and_then_it_is_done():
    assert list(chosen("guide-of-souls", Have(energy=3), chosen=True)) == ["done"]
    assert chosen("guide-of-souls", Have(energy=3))["pay"].leads == "when_you_do_targets"
    assert chosen("territorial-aetherkite", Have(energy=3))["pay"].leads == "when_you_do"


@pytest.mark.parametrize(
    ("slug", "least", "of"),
    [
        ("harnessed-lightning", 0, None),
        ("localized-destruction", 1, None),
        ("confiscation-coup", 0, "mana_value_of_target"),
        ("behemoth-of-vault-0", 0, "mana_value_of_target"),
    ],
)
def test_an_amount_is_chosen_between_the_least_and_what_there_is(slug, least, of):
    pay = chosen(slug, Have(energy=4))["pay"]
    assert pay.needs == (Need("number", (), least, 4, of),)
    assert makes(pay)[0] == ("resolution_choose", 2)


def test_one_or_more_cannot_be_paid_with_nothing():
    assert chosen("localized-destruction", Have(energy=0))["pay"].missing == 1
    assert chosen("harnessed-lightning", Have(energy=0))["pay"].possible


def test_who_cannot_pay_has_only_the_consequence_left():
    assert list(chosen("static-prison", Have(energy=0))) == ["decline"]
    assert list(chosen("static-prison", Have(energy=1))) == ["pay", "decline"]
    assert chosen("static-prison", Have())["decline"].deeds == (Deed("unpaid"),)


def test_who_must_pay_is_not_asked():
    assert makes(a_button("greenbelt-rampager", "enters", Have(energy=2))) == [("pay", 2)]
    assert makes(a_button("greenbelt-rampager", "enters", Have(energy=1))) == [("gain", 1)]
    stuck = a_button("greenbelt-rampager", "enters", Have(energy=1, cannot_get=True))
    assert stuck.blocked


def test_a_may_get_offers_only_to_decline_to_who_cannot_get():
    assert list(chosen("synth-eradicator", RICH)) == ["get", "decline"]
    assert list(chosen("synth-eradicator", Have(cannot_get=True))) == ["decline"]
    assert makes(chosen("synth-eradicator", RICH)["get"])[0] == ("gain", 2)


def test_pay_any_amount_is_not_declined_but_may_be_nothing():
    vault = a_button("vault-112-sadistic-simulation", "chapter_3", Have(energy=3))
    assert vault.needs == (Need("number", least=0, most=3),)
    none = Answers("SEAT0001", "vault-112-sadistic-simulation", number=0, resolution=ID)
    assert makes(vault, none)[1] == ("resolution_choose", 0)


def test_an_effect_is_switched_on_and_each_one_off_again():
    on = a_button("winding-constrictor", "on")
    (entry,) = entries(on, Answers("SEAT0001", "winding-constrictor", effect=ID))
    assert entry == {
        "type": "effect_on",
        "effect": ID,
        "controller": "SEAT0001",
        "card": "winding-constrictor",
    }
    off = a_button("winding-constrictor", "off", Have(on=("one", "two")))
    assert entries(off, ASKED) == [{"type": "effect_off", "effect": "two"}]
    assert "off" not in [button.key for button in buttons(CARDS["winding-constrictor"], RICH)]


def test_every_effect_that_a_card_switches_on_is_one_of_the_ledger_with_the_seats_it_needs():
    switched = {slug: card for slug, card in CARDS.items() if card.effect}
    assert set(switched) == set(NEEDS)
    for slug, card in switched.items():
        (made,) = (
            entry
            for button in buttons(card, RICH)
            for entry in entries(button, ASKED)
            if entry["type"] == "effect_on"
        )
        assert set(NEEDS[slug]) <= set(made)


def test_suncleanser_names_a_player_and_its_one_entry_takes_their_counters_too():
    (made,) = entries(a_button("suncleanser", "enters"), ASKED)
    assert (made["type"], made["target"]) == ("effect_on", "SEAT0002")


def test_a_seat_has_its_energy_what_forbids_it_more_and_what_it_has_switched_on():
    ana, ben = (Seat(id, None, "", "", counters={"energy": n}) for id, n in (("A", 4), ("B", 0)))
    plain = Table(seats=(ana, ben))
    assert have_of(plain, "A", "winding-constrictor") == Have(4)
    effects = (
        Effect("w", "winding-constrictor", "A", None, None, on=1, on_by="x"),
        Effect("s", "suncleanser", "A", "B", None, on=2, on_by="x"),
        Effect("o", "winding-constrictor", "A", None, None, on=3, on_by="x", off=4),
    )
    table = Table(seats=(ana, ben), effects=effects)
    assert have_of(table, "A", "winding-constrictor") == Have(4, on=("w",))
    assert have_of(table, "B", "winding-constrictor") == Have(0, cannot_get=True)


def test_counters_are_taken_from_every_opponent_or_so_many_from_one():
    two = Answers(
        "SEAT0001", "final-act", group=ID,
        players={"SEAT0002": {"energy": 3}, "SEAT0003": {"energy": 0, "rad": 1}},
    )  # fmt: skip
    made = entries(a_button("final-act", "spell"), two)
    assert [(e["seat"], e["kind"]) for e in made] == [("SEAT0002", "energy"), ("SEAT0003", "rad")]
    betrayal = a_button("price-of-betrayal", "spell")
    assert betrayal.needs == (Need("player", ("target_opponent",)), Need("amounts", most=5))
    assert makes(betrayal) == [("lose", 2)]


def test_one_more_of_each_kind_is_one_event_placed_by_who_plays_the_card():
    (gain,) = entries(a_button("skyship-plunderer", "combat_damage_to_player"), ASKED)
    assert (gain["seat"], gain["placer"], gain["kind"], gain["n"]) == (
        "SEAT0002", "SEAT0001", "energy", 1,
    )  # fmt: skip
    assert gain["also"] == [{"kind": "poison", "n": 1}]
    (one,) = entries(a_button("animation-module", "activated"), ASKED)
    assert (one["kind"], one["n"], "also" in one) == ("energy", 1, False)


def test_doubling_names_the_kinds_a_seat_has():
    (double,) = entries(a_button("aetheric-amplifier", "activated"), ASKED)
    assert double["kinds"] == ["energy", "experience"]


@pytest.mark.parametrize(("slug", "tally"), [("izzet-generatorium", 4), ("blaster-hulk", 0)])
def test_cards_that_ask_for_the_tally_say_so(slug, tally):
    assert CARDS[slug].tally == tally
    assert sum(card.tally is not None for card in CARDS.values()) == 2
