"""The same buttons, words and entries in Python and JavaScript: every card at several states."""

import json
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flask import Flask

from webapp.domain.actions import buttons, choices
from webapp.domain.buttons import Button, Have
from webapp.domain.making import Answers, entries
from webapp.services.cards import load_cards
from webapp.views.card_words import button_words, phone_words

ROOT = Path(__file__).parent.parent
CARDS = load_cards(ROOT / "webapp/data/cards.json").by_slug.values()
STATES = [
    *(Have(energy) for energy in (0, 1, 2, 3, 7, 50, 1_000_000)),
    Have(5, cannot_get=True),
    Have(4, on=("first", "second")),
]
PLAYERS = {"BEN": {"energy": 3, "poison": 1, "rad": 0, "life": 20}, "CLEO": {"custom:a": 2}}
ANSWERS = [
    Answers("ANA", "a-card"),
    Answers("ANA", "a-card", 2, "legal", {"BEN": PLAYERS["BEN"]}, {"energy": 2, "rad": 0},
            {"energy": 4, "life": 9}, "r", "e", "g"),
    Answers("ANA", "a-card", 7, "illegal", PLAYERS, {"poison": 1, "energy": 4}, {}, "r", "e", "g"),
    Answers("ANA", "a-card", 7, "none", PLAYERS, {}, {"rad": 1, "energy": 1}, "r", "e", "g"),
]  # fmt: skip


def told(button: Button) -> dict[str, Any]:
    """A button in the form in which the JavaScript tells its own."""
    made = [entries(button, answers) for answers in ANSWERS]
    said = {"possible": button.possible, "words": button_words(button), "entries": made}
    return json.loads(json.dumps({**asdict(button), **said}))


def test_a_phone_makes_of_every_card_what_the_server_makes(one_app: Flask, tmp_path: Path):
    asked = {
        "cards": [card.played for card in CARDS],
        "states": [{"energy": h.energy, "cannotGet": h.cannot_get, "on": h.on} for h in STATES],
        "answers": [asdict(answers) for answers in ANSWERS],
        "words": phone_words(),
    }
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    node = shutil.which("node")
    assert node, "node is needed to compare both languages"
    command = [node, ROOT / "tests/js/support/act.js", tmp_path / "asked.json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    for card, of_card in zip(CARDS, found, strict=True):
        for have, of_state in zip(STATES, of_card, strict=True):
            all_of_them = buttons(card, have), choices(card, have), choices(card, have, chosen=True)
            assert of_state == [list(map(told, some)) for some in all_of_them], (card.slug, have)
