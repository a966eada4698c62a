"""Every pitfall has its test, or says why there can be none; and the tests that are named exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| (.+) \|$", (ROOT / "docs/pitfalls.md").read_text(), re.M)
NAMED = re.compile(r"`(tests/[\w./-]+)::([^`]+)`")


def exists(file: str, name: str) -> bool:
    text = (ROOT / file).read_text() if (ROOT / file).is_file() else ""
    if file.endswith(".js"):
        return f'test("{name}"' in text
    return re.search(rf"^ *def {re.escape(name)}\(", text, re.M) is not None


def test_the_list_is_whole():
    assert [int(number) for number, _, _ in ROWS] == list(range(1, 58))


@pytest.mark.parametrize("number, caught", [(row[0], row[2]) for row in ROWS])
def test_each_has_a_test_that_exists_or_says_why_it_has_none(number: str, caught: str):
    named = NAMED.findall(caught)
    assert named or caught.startswith("none: "), number
    assert not [f"{file}::{name}" for file, name in named if not exists(file, name)]
