"""Every pitfall has its test, or says why there can be none; and the tests that are named exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/pitfalls.md").read_text()
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| (.+) \|$", TEXT, re.M)
BESIDE = re.findall(r"^\| (\D.+?) \| (.*::.+) \|$", TEXT, re.M)
NAMED = re.compile(r"`(tests/[\w./-]+)::([^`]+)`")


def exists(file: str, name: str) -> bool:
    text = (ROOT / file).read_text() if (ROOT / file).is_file() else ""
    if file.endswith(".js"):
        return f'test("{name}"' in text
    return re.search(rf"^ *def {re.escape(name)}\(", text, re.M) is not None


def test_the_list_is_whole():
    assert [int(number) for number, _, _ in ROWS] == list(range(1, 58))


def test_there_are_more_beside_the_list():
    assert len(BESIDE) >= 10


@pytest.mark.parametrize("what, caught", [(row[0], row[-1]) for row in [*ROWS, *BESIDE]])
def test_each_has_a_test_that_exists_or_says_why_it_has_none(what: str, caught: str):
    named = NAMED.findall(caught)
    assert named or caught.startswith("none: "), what
    assert not [f"{file}::{name}" for file, name in named if not exists(file, name)]
