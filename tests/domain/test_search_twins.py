"""The same search in Python and JavaScript: golden queries, and queries by chance."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.quality import QUERIES as QUALITY
from tests.quality import mean_reciprocal_rank
from webapp.chinese import simplified, traditional
from webapp.domain.cards import LANGUAGES
from webapp.domain.search import Marked, search
from webapp.domain.search_texts import Text, search_texts
from webapp.i18n import look_up
from webapp.services.cards import Cards, load_cards
from webapp.services.rulings import load_rulings

ROOT = Path(__file__).parent.parent.parent
GOLDEN = json.loads((ROOT / "tests/queries.json").read_text())
QUERIES = 600
STRANGE = " -'’,äæßşøıİΣς\u0308\u0345\u034f\ufe0f\x1c\x85①Ⅷ㎢👍𠮷0½．"
Query = tuple[str, str]


@pytest.fixture(scope="module")
def cards() -> Cards:
    return load_cards(ROOT / "webapp/data/cards.json")


@pytest.fixture(scope="module")
def texts() -> tuple[Text, ...]:
    return load_rulings(ROOT / "webapp/data/rulings.json", look_up).texts()


def found(cards: Cards, query: str, language: str) -> list[Any]:
    hits = search(cards.names, query, language)
    return [
        [hit.card.slug, hit.language, hit.text, [list(span) for span in hit.spans]] for hit in hits
    ]


def read(texts: tuple[Text, ...], query: str, language: str) -> list[Any]:
    hits = search_texts(texts, query, language)
    return [[hit.id, hit.language, *drawn(hit), *drawn(hit.sentence)] for hit in hits]


def drawn(marked: Marked) -> tuple[str, list[list[int]]]:
    return marked.text, [list(span) for span in marked.spans]


def found_by_javascript(
    cards: Cards, texts: tuple[Text, ...], queries: list[Query], folder: Path
) -> list[Any]:
    names = [
        [card.slug, *(card.names[language] for language in LANGUAGES)]
        for card in cards.by_slug.values()
    ]
    written = {(text.id, text.language): text.text for text in texts}
    rulings = [
        [id, *(written.get((id, language)) for language in LANGUAGES)]
        for id in dict.fromkeys(text.id for text in texts)
    ]
    asked = {"languages": LANGUAGES, "names": names, "texts": rulings, "queries": queries}
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


def by_words(chance: Random, texts: tuple[Text, ...]) -> Query:
    """Some words of a ruling, or some of its characters."""
    text = chance.choice(texts).text
    start = chance.randrange(len(text))
    return text[start : start + chance.randint(1, 30)], chance.choice(LANGUAGES)


def test_the_golden_queries_find_what_they_should(cards: Cards):
    for query, language, hits in GOLDEN:
        assert found(cards, query, language)[: len(hits) or None] == hits, query


@pytest.mark.parametrize(
    ("query", "language", "id"),
    [
        ("illegal target", "en", "energy-may-pay-illegal-targets"),
        ("Fahrzeug", "en", "vehicle-crew-while-creature"),
        ("may pay", "en", "energy-may-pay-illegal-targets"),
        ("wuerfel", "de", "energy-track-totals"),
        ("nao sao mana", "pt-BR", "energy-not-mana"),
        ("搭载", "zh-Hans", "vehicle-crew-while-creature"),
        ("支付{E}", "zh-Hans", "energy-may-pay-illegal-targets"),
        ("energy-may-pay-once", "de", "energy-may-pay-once"),
        ("vehicle crew timing", "pt-BR", "vehicle-crew-timing"),
        ("writing them down", "en", "energy-track-totals"),
    ],
)
def test_a_ruling_is_found_by_its_words_or_its_id(texts, query, language, id):
    assert read(texts, query, language)[0][0] == id


LONG = "so weiter " * 40


@pytest.mark.parametrize(
    ("text", "query", "sentence", "found"),
    [
        ("One. Two of {E}. Three.", "two", "Two of {E}.", ["Two"]),
        ("One. Two of {E}. Three.", "of e", "Two of {E}.", ["of {E}"]),
        ("Sag „eins.“ Sag zwei. Sag drei und zwei.", "zwei", "Sag zwei.", ["zwei"]),
        ("Pay here. Pay or block there.", "block pay", "Pay or block there.", ["Pay", "block"]),
        ("支付一个。“不支付。”也可。", "不支付", "“不支付。”", ["不支付"]),
        ("👍 First. Second 👍 one.", "one", "Second 👍 one.", ["one"]),
        (f"{LONG}hier {LONG}.", "hier", None, ["hier"]),
        ("无" * 300 + "有" + "无" * 300, "有", None, ["有"]),
    ],
)
def test_of_a_ruling_the_sentence_is_shown_that_has_what_was_looked_for(
    tmp_path: Path, cards: Cards, text, query, sentence, found
):
    texts = (Text.of("an-id", "en", text),)
    ((_, _, _, _, shown, spans),) = read(texts, query, "en")
    assert [shown[a:b] for a, b in spans] == found
    assert shown == sentence if sentence else shown[0] + shown[-1] == "……" and len(shown) < 250
    assert found_by_javascript(cards, texts, [(query, "en")], tmp_path)[0][1] == read(
        texts, query, "en"
    )


@pytest.mark.parametrize("query", ["", " ", "xyzzy", "''", "%", "a" * 10_000])
def test_no_ruling_is_found_by_nothing_or_by_what_none_says(texts, query):
    assert read(texts, query, "en") == []


def test_javascript_finds_the_same_for_the_golden_queries(cards: Cards, texts, tmp_path: Path):
    asked = [(query, language) for query, language, _ in GOLDEN]
    theirs = found_by_javascript(cards, texts, asked, tmp_path)
    for (query, _, hits), (found, _rulings) in zip(GOLDEN, theirs, strict=True):
        assert found[: len(hits) or None] == hits, query


def test_javascript_finds_the_same_for_queries_by_chance(cards: Cards, texts, tmp_path: Path):
    chance = Random(164)
    queries = [by_chance(chance, cards) for _ in range(QUERIES)]
    queries += [by_words(chance, texts) for _ in range(QUERIES)]
    theirs = found_by_javascript(cards, texts, queries, tmp_path)
    for (query, language), (hits, rulings) in zip(queries, theirs, strict=True):
        assert found(cards, query, language) == hits, (query, language)
        assert read(texts, query, language) == rulings, (query, language)
    assert sum(bool(hits) for hits, _ in theirs) > QUERIES / 3
    assert sum(bool(rulings) for _, rulings in theirs) > QUERIES / 3


def test_of_200_queries_in_four_languages_nearly_all_find_their_card_first(cards: Cards):
    assert len({tuple(asked) for asked in QUALITY}) >= 200
    assert {language for _, language, _, _ in QUALITY} == set(LANGUAGES)

    def find(query: str, language: str) -> list[str]:
        return [hit.card.slug for hit in cards.find(simplified(query), language)]

    rank, failures = mean_reciprocal_rank(find)
    assert rank >= 0.95, "\n".join(failures)


def test_a_phone_finds_the_same_for_them_traditional_chinese_too(cards, texts, tmp_path: Path):
    known = traditional("".join([name.text for name in cards.names] + [t.text for t in texts]))
    table = str.maketrans(known)
    asked = [(query.translate(table), language) for _, language, query, _ in QUALITY]
    theirs = found_by_javascript(cards, texts, asked, tmp_path)
    for (_, language, query, _), (hits, _rulings) in zip(QUALITY, theirs, strict=True):
        assert found(cards, simplified(query), language) == hits, query
