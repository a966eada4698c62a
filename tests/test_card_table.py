"""docs/cards.md says what the data says. `python -m tests.test_card_table` prints it anew."""

from pathlib import Path

import pytest
from flask import Flask

from webapp.domain import grammar
from webapp.domain.actions import buttons, choices
from webapp.domain.buttons import Have
from webapp.domain.cards import Card
from webapp.services.cards import load_cards
from webapp.views.card_words import (
    BY_HAND,
    DEEDS,
    ONLY,
    TARGETS,
    THEN,
    WHEN,
    button_words,
    by_hand_words,
)

ROOT = Path(__file__).parent.parent
CARDS = load_cards(ROOT / "webapp/data/cards.json")
RICH = Have(energy=99)
HEAD = """# What each card does here

Made from `webapp/data/cards.json` and compared with it by `tests/test_card_table.py`. Read a line
beside the card: each button stands for one spell or ability that moves counters of players. "T"
means that it asks for targets first, "if" that "if you do" follows a payment, "when" that "when
you do" does, and "when T" that what follows chooses targets.

| card | buttons | by hand |
|---|---|---|
"""


def table() -> str:
    return HEAD + "".join(f"{_line(card)}\n" for card in CARDS.ordered["en"])


def _line(card: Card) -> str:
    said = "<br>".join(_button(card, action.key) for action in buttons(card, RICH)) or "–"
    tally = {None: [], 0: ["Each energy paid or lost this turn counts."]}
    asks = tally.get(card.tally, [f"At least {card.tally} paid or lost this turn."])
    return f"| {card.names['en']} | {said} | {' '.join([*map(str, by_hand_words(card)), *asks])} |"


def _button(card: Card, key: str) -> str:
    button = next(button for button in buttons(card, RICH) if button.key == key)
    marks = ["T"] if any(need.ask == "targets" for need in button.needs) else []
    pay = choices(card, RICH)[0]
    if button.opens and pay.leads:
        marks.append(pay.leads.split("_")[0] + (" T" if pay.leads.endswith("targets") else ""))
    only = f" {ONLY[button.only]}" if button.only else ""
    return button_words(button) + (f" [{', '.join(marks)}]" if marks else "") + only


def test_the_table_of_cards_says_what_the_data_says():
    assert (ROOT / "docs/cards.md").read_text("utf-8") == table()


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        (WHEN, set(grammar.WHEN) - {"activated"}),
        (ONLY, set(grammar.IF)),
        (THEN, set(grammar.THEN)),
        (BY_HAND, set(grammar.BY_HAND)),
        (TARGETS, {"none", "legal", "illegal"}),
    ],
)
def test_every_word_of_the_grammar_has_its_words_and_none_is_left_over(words, closed):
    assert set(words) == closed


def test_every_word_of_the_grammar_is_used_by_a_card():
    actions = [action for card in CARDS.by_slug.values() for action in card.actions]
    steps = [step for action in actions for step in action.do]
    assert {action.when for action in actions} == set(grammar.WHEN)
    assert {step.verb for step in steps} == set(grammar.VERBS)
    assert {step.then for step in steps} - {None} == set(grammar.THEN)
    amounts = {step.amount for step in steps} | {action.pay for action in actions}
    assert amounts >= {*grammar.EXPRESSIONS, "X", "any", "one_or_more"}
    cards = CARDS.by_slug.values()
    assert {card.effect for card in cards} - {None} == set(grammar.EFFECTS)
    assert {reason for card in cards for reason in card.by_hand} == set(grammar.BY_HAND)


def test_every_deed_has_its_words_and_none_is_left_over(one_app: Flask):
    states = (RICH, Have(on=("x",)))
    used = {
        deed.word
        for card in CARDS.by_slug.values()
        for have in states
        for button in (
            *buttons(card, have),
            *choices(card, have),
            *choices(card, have, chosen=True),
        )
        for deed in button.deeds
    }
    assert used == set(DEEDS)


if __name__ == "__main__":
    print(table(), end="")
