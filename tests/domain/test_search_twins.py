"""The same search in Python and JavaScript: golden queries, and queries by chance."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from webapp.domain.cards import LANGUAGES
from webapp.domain.search import search
from webapp.services.cards import Cards, load_cards

ROOT = Path(__file__).parent.parent.parent
GOLDEN = json.loads((ROOT / "tests/queries.json").read_text())
QUERIES = 1000
STRANGE = " -'’,äæßşøıİΣς\u0308\u0345\u034f\ufe0f\x1c\x85①Ⅷ㎢👍𠮷0½．"
Query = tuple[str, str]


@pytest.fixture(scope="module")
def cards() -> Cards:
    return load_cards(ROOT / "webapp/data/cards.json")


def found(cards: Cards, query: str, language: str) -> list[Any]:
    hits = search(cards.names, query, language)
    return [
        [hit.card.slug, hit.language, hit.text, [list(span) for span in hit.spans]] for hit in hits
    ]


def found_by_javascript(cards: Cards, queries: list[Query], folder: Path) -> list[Any]:
    names = [
        [card.slug, *(card.names[language] for language in LANGUAGES)]
        for card in cards.by_slug.values()
    ]
    asked = {"languages": LANGUAGES, "names": names, "queries": queries}
    (folder / "asked.json").write_text(json.dumps(asked))
    node = shutil.which("node")
    assert node, "node is needed to compare both languages"
    command = [node, ROOT / "tests/js/support/find.js", folder / "asked.json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def by_chance(chance: Random, cards: Cards) -> Query:
    """A part of a name, or of two; often spoilt with what a search has to look past."""
    query = ""
    for _ in range(chance.choice((1, 1, 2))):
        name = chance.choice(cards.names).text
        start = chance.randrange(len(name))
        query += " " * bool(query) + name[start : start + chance.randint(1, 12)]
    for _ in range(chance.choice((0, 0, 1, 2))):
        place = chance.randrange(len(query) + 1)
        query = query[:place] + chance.choice(STRANGE) + query[place + chance.randint(0, 1) :]
    change = chance.choice((str, str.upper, str.lower, str.casefold))
    return change(query), chance.choice(LANGUAGES)


def test_the_golden_queries_find_what_they_should(cards: Cards):
    for query, language, hits in GOLDEN:
        assert found(cards, query, language)[: len(hits) or None] == hits, query


def test_javascript_finds_the_same_for_the_golden_queries(cards: Cards, tmp_path: Path):
    theirs = found_by_javascript(cards, [(q, language) for q, language, _ in GOLDEN], tmp_path)
    for (query, _, hits), found in zip(GOLDEN, theirs, strict=True):
        assert found[: len(hits) or None] == hits, query


def test_javascript_finds_the_same_for_queries_by_chance(cards: Cards, tmp_path: Path):
    chance = Random(164)
    queries = [by_chance(chance, cards) for _ in range(QUERIES)]
    theirs = found_by_javascript(cards, queries, tmp_path)
    for (query, language), hits in zip(queries, theirs, strict=True):
        assert found(cards, query, language) == hits, (query, language)
    assert sum(bool(hits) for hits in theirs) > QUERIES / 3
