"""Files of other programs are told apart by what is in them, and read record by record."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from webapp.domain.book import CardFact, LeftAlone, RulingFact
from webapp.importers.files import Reader
from webapp.importers.kinds import (
    EXCHANGE,
    MTGJSON,
    PAGE,
    SCRYFALL_CARDS,
    SCRYFALL_RULINGS,
    kind_of,
)
from webapp.importers.stream import LARGEST_RECORD, Trouble

DUMPS = Path(__file__).parent / "dumps"
PAGES = Path(__file__).parent.parent / "pages"


def facts(path):
    reader = Reader(lambda title: ("Thriving Rats", "de"), {})
    return list(reader.facts(path, kind_of(path), lambda share: None))


def cards(path):
    return [fact for fact in facts(path) if isinstance(fact, CardFact)]


def rulings(path):
    return [fact for fact in facts(path) if isinstance(fact, RulingFact)]


def left_alone(path):
    return Counter(fact.why for fact in facts(path) if isinstance(fact, LeftAlone))


@pytest.fixture
def file(tmp_path):
    """Writes a file of any content under a name that says nothing."""

    def write(content):
        path = tmp_path / "some.file"
        whole = content if isinstance(content, bytes | str) else json.dumps(content)
        path.write_bytes(whole if isinstance(whole, bytes) else whole.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("name", "kind", "as_of"),
    [
        ("scryfall-cards.json", SCRYFALL_CARDS, None),
        ("scryfall-rulings.json", SCRYFALL_RULINGS, None),
        ("mtgjson-5-atomic.json", MTGJSON, "2025-01-02"),
        ("mtgjson-5-set.json", MTGJSON, "2025-01-02"),
        ("mtgjson-5-all-printings.json", MTGJSON, "2025-01-02"),
        ("mtgjson-4-set.json", MTGJSON, None),
        ("mtgjson-3-all-sets.json", MTGJSON, None),
        ("exchange.jsonl.gz", EXCHANGE, None),
    ],
)
def test_a_file_is_known_by_its_content_whatever_its_name_and_zipped_or_not(
    file, name, kind, as_of
):
    content = (DUMPS / name).read_bytes()
    plain = gzip.decompress(content) if name.endswith(".gz") else content
    for form in (plain, gzip.compress(plain)):
        found = kind_of(file(form))
        assert found.name == kind
        assert as_of in (None, found.as_of)
        assert facts(file(form)) == facts(DUMPS / name)


def test_the_day_of_a_scryfall_file_stands_in_its_name(tmp_path):
    path = tmp_path / "rulings-20240607210000.json"
    path.write_bytes((DUMPS / "scryfall-rulings.json").read_bytes())
    assert kind_of(path).as_of == "2024-06-07"


def test_a_page_of_gatherer_is_a_page():
    page = PAGES / "thriving-rats.de.txt"
    assert kind_of(page).name == PAGE
    found = rulings(page)
    assert len(found) == 9 and {ruling.language for ruling in found} == {"de"}


def test_scryfall_names_of_both_faces_and_of_reversible_and_rebalanced_cards():
    found = cards(DUMPS / "scryfall-cards.json")
    names = {card.name: [n.text for n in card.names] for card in found}
    german = next(c for c in found if c.name == "Fire // Ice" and c.names[0].language == "de")
    assert german.names[0].text == "Feuer // Eis"
    assert names["Rat Colony"] == ["Rat Colony"]
    assert "A-Goblin Guide" in names and names["Goblin Guide"] == []
    assert names["Lim-Dûl's Vault"] == ["Lim-Dûl's Vault", "Dracula’s “Vault”"]
    assert next(c for c in found if c.name.startswith("A-")).digital


def test_other_languages_and_tokens_are_counted_never_guessed():
    assert left_alone(DUMPS / "scryfall-cards.json") == {
        "printings in other languages (ja)": 1,
        "tokens, emblems and art cards": 1,
    }
    assert left_alone(DUMPS / "mtgjson-5-atomic.json") == {
        "names in other languages (Chinese Traditional)": 1
    }
    assert left_alone(DUMPS / "exchange.jsonl.gz") == {"rulings in other languages (fr)": 1}


def test_scryfall_says_who_speaks_and_marks_and_line_ends_are_dropped():
    found = rulings(DUMPS / "scryfall-rulings.json")
    note = next(ruling for ruling in found if ruling.source == "scryfall")
    assert note.text == "<script>alert(1)</script> A note, with marks."
    assert {ruling.source for ruling in found} == {"wotc", "scryfall"}


@pytest.mark.parametrize("name", ["mtgjson-5-atomic.json", "mtgjson-5-set.json"])
def test_mtgjson_has_names_and_rulings_in_one(name):
    guide = next(card for card in cards(DUMPS / name) if card.name == "Goblin Guide")
    assert {(n.language, n.text) for n in guide.names} == {
        ("en", "Goblin Guide"), ("de", "Goblin-Wegweiser"), ("zh-Hans", "鬼怪向导"),
    }  # fmt: skip
    assert [r.date for r in rulings(DUMPS / name) if r.name == "Goblin Guide"] == [
        "2009-10-01", "2025-01-01",
    ]  # fmt: skip


def test_a_set_of_all_printings_may_have_a_dot_in_its_code():
    assert len(cards(DUMPS / "mtgjson-5-all-printings.json")) == 6


def test_the_old_versions_name_a_face_and_mean_the_card():
    found = cards(DUMPS / "mtgjson-3-all-sets.json")
    assert [card.name for card in found] == ["Fire // Ice"] * 2
    names = [(n.text, n.other) for card in found for n in card.names if n.language == "de"]
    assert names == [("Feuer", True), ("Eis", True)]
    assert cards(DUMPS / "mtgjson-4-set.json")[0].oracle_id


def ruling(**changed):
    return {
        "object": "ruling", "oracle_id": "x", "source": "wotc", "published_at": "2024-06-07",
        "comment": "Yes.",
    } | changed  # fmt: skip


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "the file is empty"),
        ("[]", "it has: nothing"),
        ([1, 2], "it has: nothing"),
        ([{"object": "set", "code": "x"}], "it has: code, object"),
        ({"data": [{"code": "x"}]}, "neither Scryfall, MTGJSON"),
        ({"object": "error", "details": "x"}, "it has: details, object"),
        ("[{", "not JSON, or it ends too early"),
        ([ruling(), 5], "record 2: a record must be an object"),
        ([ruling(), {"object": "card"}], "record 2, object: it must be “ruling”"),
        ([ruling(comment=None)], "record 1, comment: it is missing"),
        ([ruling(comment=7)], "record 1, comment: it must be a text, not a number"),
        ([ruling(), ruling(published_at="7/6/24")], "record 2, published_at: “7/6/24” is no date"),
        ([ruling(published_at="1980-01-01")], "before the game's first day"),
        ([ruling(source="me")], "record 1, source: “me” is neither"),
        ([ruling(oracle_id="")], "record 1, oracle_id: it is missing"),
        ([{"name": "x", "lang": "en", "text": "x"}], "record 1, source: it is missing"),
        ([{"name": "x" * 400, "lang": "en", "text": "x"}], "a name of 400 characters"),
        ('[\n{"object":"ruling"},\n{"object":"ru', "record 1, source: it is missing"),
        ("[" * 100_000, "nested far too deep"),
        ('{"data":{"x":' + '{"a":' * 1000, "nested far too deep"),
        (b"\xff\xfe\x00", "this is not UTF-8 text"),
    ],
)
def test_trouble_is_told_with_file_record_and_field(file, content, told):
    with pytest.raises(Trouble) as trouble:
        facts(file(content))
    assert "some.file" in str(trouble.value) and told in str(trouble.value)


@pytest.mark.parametrize("name", ["scryfall-rulings.json", "scryfall-cards.json"])
def test_a_file_that_is_cut_off_is_refused(file, name):
    content = (DUMPS / name).read_bytes()
    with pytest.raises(Trouble, match="too early|not JSON"):
        facts(file(content[: len(content) * 2 // 3]))
    with pytest.raises(Trouble, match="cut off or spoilt"):
        facts(file(gzip.compress(content)[:-40]))


def test_a_ruling_without_end_is_left_alone_and_a_record_without_end_is_refused(file):
    assert left_alone(file([ruling(comment="x" * 6000)])) == {
        "rulings of more than 5000 characters": 1
    }
    for content in (
        [ruling(comment="x" * LARGEST_RECORD)],
        [ruling(), ruling(more=["x"] * 300_000)],
    ):
        with pytest.raises(Trouble, match="too large|too long"):
            facts(file(content))


def test_one_record_a_line_reads_like_an_array(file):
    rows = [ruling(), ruling(comment="No.")]
    lined = "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"
    assert kind_of(file(lined)).lined
    assert facts(file(lined)) == facts(file(rows))
    with pytest.raises(Trouble, match="record 2: this is not JSON"):
        facts(file(lined.replace('"No."', '"No.')))
