"""Names and reasons: what can't be seen does not get in, in either language."""

import json
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.domain.fields import tidy
from webapp.domain.refusals import Why

CHARACTERS = Path(__file__).parent.parent / "js/support/characters.js"
INVISIBLE = (
    "\u00ad", "\u034f", "\u115f", "\u1160", "\u17b4", "\u180e", "\u200b", "\u2060", "\u2063",
    "\u206a", "\u2800", "\u3164", "\ufeff", "\uffa0", "\ufff9", "\U0001d159", "\U0001d173",
    "\U000e0000", "\U000e0001", "\U000e0041", "\U000e007f",
)  # fmt: skip
NOTHING_SHOWS = (
    "", " ", "\u3000\u00a0", "\u0301", "\u0301\u0327\u20dd", "\u0301 \u0301", "\ufe0f", "\u200d",
    "\u200c\u200d", "\u200d\ufe0f\u200d", "\u093e", "\u05b0", "\U000e0100",
)  # fmt: skip
SHOWS = (
    "Ana", "José", "李雷", "नेहा", "क्‌ष", "می\u200cخواهم", "葛\U000e0100城", "김", "❤️", "1️⃣",
    "👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "<b>Ana on=1</b>", "?", "e\u0302\u0323",
)  # fmt: skip


def told(text: str) -> str:
    """What is wrong with a text; nothing with one that is taken."""
    found = tidy(text, 30)
    return found.value if isinstance(found, Why) else ""


@pytest.mark.parametrize("character", INVISIBLE, ids=ascii)
@pytest.mark.parametrize("around", ["{}", "{}Ana", "A{}na", "Ana{}", "{}\u0301", " {} "])
def test_an_invisible_character_is_refused_wherever_it_stands(character: str, around: str):
    assert tidy(around.format(character), 30) is Why.CHARACTERS


@pytest.mark.parametrize("text", NOTHING_SHOWS, ids=ascii)
def test_a_text_in_which_nothing_shows_is_blank(text: str):
    assert tidy(text, 30) is Why.BLANK


@pytest.mark.parametrize("text", SHOWS, ids=ascii)
def test_letters_of_every_script_and_emoji_are_taken(text: str):
    assert tidy(f" {text}\u3000", 30) == unicodedata.normalize("NFC", text)


marks = st.characters(categories=["Mn", "Mc", "Me", "Cf", "Cc", "Zs", "Zl", "Zp"])


@given(st.text(marks) | st.text())
def test_something_shows_in_every_text_that_is_taken(text: str):
    found = tidy(text, 30)
    if not isinstance(found, Why):
        kinds = {unicodedata.category(character) for character in found}
        assert kinds - {"Mn", "Mc", "Me", "Cf", "Zs"} and "Cc" not in kinds
        assert tidy(found, 30) == found


def test_both_languages_take_and_refuse_the_same_characters():
    node = shutil.which("node")
    assert node, "node is needed to compare both languages"
    printed = subprocess.run([node, CHARACTERS], check=True, capture_output=True).stdout
    theirs = [found for found in json.loads(printed) if unicodedata.category(chr(found[0])) != "Cn"]
    assert len(theirs) > 140_000
    ours = [[code, told(chr(code)), told(f"A{chr(code)}")] for code, *_ in theirs]
    assert [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]] == []
