"""Every button of every card, tapped at a real table: the ledger accepts what it makes."""

from itertools import count
from pathlib import Path

import pytest

from tests.builders import ANA, BEN, SEATS, ATable, a_table, an_id
from webapp.domain.actions import buttons, choices
from webapp.domain.buttons import Button
from webapp.domain.cards import Card
from webapp.domain.having import have_of
from webapp.domain.making import Answers, entries
from webapp.domain.rows import Outcome
from webapp.services.cards import load_cards

CARDS = load_cards(Path(__file__).parent.parent.parent / "webapp/data/cards.json").by_slug
SEAT, OTHER = SEATS[ANA], SEATS[BEN]
NAMES = count(1)


class Player:
    """Ana at a table with this card: she has plenty of energy, Ben a little of two kinds."""

    def __init__(self, card: Card, energy: int = 99, targets: str = "legal") -> None:
        self.card, self.targets = card, targets
        self.table: ATable = a_table(ana=energy, ben=3)
        self.table.does("gain", seat=BEN, kind="poison", n=1)
        self.resolution = an_id(f"r{next(NAMES)}")

    @property
    def have(self):
        return have_of(self.table.table, SEAT, self.card.slug)

    @property
    def energy(self) -> int:
        return self.table.energy_of(ANA)

    def buttons(self) -> tuple[Button, ...]:
        return buttons(self.card, self.have)

    def choices(self, **more: bool) -> dict[str, Button]:
        return {choice.key: choice for choice in choices(self.card, self.have, **more)}

    def tap(self, button: Button, number: int = 2) -> None:
        """Tap it; whatever it makes must be accepted."""
        counters = {seat.id: seat.counters for seat in self.table.table.seats}
        answers = Answers(
            SEAT, self.card.slug, number, self.targets, {OTHER: counters[OTHER]}, {"energy": 1},
            counters[SEAT], self.resolution, an_id(f"f{next(NAMES)}"), an_id(f"g{next(NAMES)}"),
        )  # fmt: skip
        for made in entries(button, answers):
            row = self.table.does(made.pop("type"), **made)
            assert row.outcome is Outcome.ACCEPTED, (self.card.slug, button.key, made, row.refusal)

    @property
    def is_resolving(self) -> bool:
        return self.table.table.is_resolving(self.resolution)


def played(slug: str, key: str, **given: object) -> Player:
    """Ana after a tap on one button of a card."""
    player = Player(CARDS[slug], **given)
    player.tap(next(button for button in player.buttons() if button.key == key))
    return player


@pytest.mark.parametrize("targets", ["legal", "illegal"])
def test_every_button_and_every_choice_of_every_card_is_accepted(targets):
    for card in CARDS.values():
        for key in [button.key for button in Player(card).buttons()]:
            ways = list(Player(card).choices())
            player = played(card.slug, key, targets=targets)
            for way in ways if player.is_resolving else ():
                player = played(card.slug, key, targets=targets)
                player.tap(player.choices()[way])
                if player.is_resolving:
                    player.tap(player.choices(chosen=True)["done"])
            assert not player.is_resolving, (card.slug, key)


def test_what_is_short_is_not_possible_and_what_is_possible_is_accepted():
    for card in CARDS.values():
        for energy in (0, 1, 2, 7):
            for button in Player(card, energy).buttons():
                player = Player(card, energy)
                if not button.possible or any(need.most == 0 for need in button.needs):
                    continue
                player.tap(button, number=1)
                assert player.energy >= 0
                assert not button.missing


def test_c01_to_c03_thriving_rats():
    rats = played("thriving-rats", "enters", energy=0)
    assert rats.energy == 2
    rats = played("thriving-rats", "attacks", energy=4)
    rats.tap(rats.choices()["pay"])
    assert (rats.energy, rats.choices(chosen=True).keys()) == (2, {"done"})
    again = rats.table.does("resolution_choose", resolution=rats.resolution, pay=2)
    assert again.refusal and again.refusal.code == "ALREADY_CHOSEN"


def test_c06_harnessed_lightning_without_a_target_gives_and_takes_nothing():
    assert played("harnessed-lightning", "spell", energy=2, targets="illegal").energy == 2


def test_c14_harnessed_lightning_may_be_paid_nothing():
    lightning = played("harnessed-lightning", "spell", energy=1)
    lightning.tap(lightning.choices()["pay"], number=0)
    assert (lightning.energy, lightning.is_resolving) == (4, False)


def test_c12_localized_destruction_is_declined_or_paid_with_one():
    spell = played("localized-destruction", "spell", energy=0)
    assert spell.choices()["pay"].needs[0].least == 1
    nothing = spell.table.does("resolution_choose", resolution=spell.resolution, pay=0)
    assert nothing.refusal and nothing.refusal.code == "BELOW_MIN"
    spell.tap(spell.choices()["pay"], number=1)
    assert spell.energy == 0


@pytest.mark.parametrize(("energy", "left"), [(2, 0), (1, 2)])
def test_c16_and_c17_greenbelt_rampager(energy, left):
    assert played("greenbelt-rampager", "enters", energy=energy).energy == left


def test_c18_static_prison_with_nothing_leaves_one_way():
    prison = played("static-prison", "main_phase_begin", energy=0)
    assert list(prison.choices()) == ["decline"]


def test_c22_suncleanser_takes_all_and_then_nothing_is_got():
    sun = played("suncleanser", "enters")
    assert sun.table.energy_of(BEN) == 0
    assert have_of(sun.table.table, OTHER, "aether-hub").cannot_get
    (off,) = (button for button in sun.buttons() if button.key == "off")
    sun.tap(off)
    assert not have_of(sun.table.table, OTHER, "aether-hub").cannot_get


def test_aether_refinery_doubles_what_it_gives_itself():
    refinery = played("aether-refinery", "on", energy=0)
    refinery.tap(next(b for b in refinery.buttons() if b.key == "activated"))
    assert refinery.energy == 2
