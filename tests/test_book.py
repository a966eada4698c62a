"""`flask rulings import` fills the book or leaves it as it was; its cards are found and read."""

import json
import os
import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from webapp import create_app
from webapp.domain.cards import LANGUAGES
from webapp.settings import Settings
from webapp.store import book_files
from webapp.store.book_index import build
from webapp.store.book_schema import COLUMNS

DUMPS = Path(__file__).parent / "importers/dumps"
GUIDE = "f1000000-0000-4000-8000-000000000003"


@pytest.fixture(scope="module")
def one(tmp_path_factory) -> Flask:
    folder = str(tmp_path_factory.mktemp("book"))
    env = {"RESERVOIR_INSTANCE": folder, "SECRET_KEY": "a key for the tests alone", "LIMITS": "off"}
    app = create_app(Settings.from_env(env))
    yield app
    app.extensions["reservoir"].database.dispose()


@pytest.fixture
def fresh(one: Flask) -> Flask:
    """An application whose book is empty."""
    (Path(one.instance_path) / book_files.NAME).unlink(missing_ok=True)
    return one


def run(app, *arguments, code=0):
    answer = app.test_cli_runner().invoke(args=["rulings", *map(str, arguments)])
    assert answer.exit_code == code, answer.output
    return answer.output


def take(app, *names, code=0):
    return run(app, "import", *(DUMPS / name for name in names), code=code)


@pytest.fixture
def full(fresh: Flask) -> Flask:
    take(fresh, "scryfall-rulings.json", "scryfall-cards.json", "mtgjson-5-atomic.json",
         "exchange.jsonl.gz")  # fmt: skip
    return fresh


def library(app):
    return app.extensions["library"]


def said(app, slug):
    return [(s.date, s.source, s.texts) for s in app.extensions["reservoir"].book.rulings_of(slug)]


def test_texts_of_every_language_are_found():
    assert set(COLUMNS) == set(LANGUAGES)


def book_of(app):
    return Path(app.instance_path) / book_files.NAME


def in_folder(app):
    return {path.name: path.read_bytes() for path in Path(app.instance_path).glob("*book*")}


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("ice", "fire--ice"),
        ("Eis", "fire--ice"),
        ("gelo", "fire--ice"),
        ("gobiln giude", "goblin-guide"),
        ("Guia Goblin", "goblin-guide"),
        ("Goblin-Guia", "goblin-guide"),
        ("wegweiser", "goblin-guide"),
        ("鬼", "goblin-guide"),
        ("鬼怪嚮導", "goblin-guide"),
        ("鬼怪响导", "goblin-guide"),
        ("ＬＩＭ　dul’s", "lim-duls-vault"),
        ("dracula's", "lim-duls-vault"),
        ("goblinguide", "goblin-guide"),
        ("aether hub", "aether-hub"),
        ("colony", "rat-colony"),
    ],
)
def test_imported_cards_are_found_by_any_name_beside_those_of_the_program(one, query, slug):
    if not book_of(one).exists():
        take(one, "scryfall-cards.json", "mtgjson-5-atomic.json")
    assert library(one).find(query, "de")[0].card.slug == slug


@pytest.mark.parametrize(
    "query", ["", " ", "*", '"', "^", "NEAR(a b)", "a OR", "{en}: x", "a" * 10_000, "\x00", "' --"]
)
def test_no_query_is_an_error(one, query):
    if not book_of(one).exists():
        take(one, "scryfall-cards.json", "scryfall-rulings.json")
    library(one).find(query, "en")
    library(one).find_rulings(query, "zh-Hans")


def test_a_ruling_is_found_by_its_words_in_any_case_of_quotes_and_by_its_id(full):
    [hit] = library(full).find_rulings("doesn't choose the top", "en")
    assert hit.pieces[1] == ("doesn't choose the \"top", True)
    assert [h.id for h in library(full).find_rulings(hit.id, "en")] == [hit.id]
    assert library(full).find_rulings("oberste Karte", "de")[0].language == "de"
    assert library(full).find_rulings("energiesymbol", "de")[0].id == "energy-symbol"


def test_a_summary_tells_what_came_in_and_what_was_left_alone_and_why(fresh):
    told = take(fresh, "scryfall-rulings.json", "scryfall-cards.json")
    assert "cards     6 in it, 5 of them new" in told
    assert "names     10 added, 0 replaced" in told
    assert "rulings   5 added, 0 replaced or withdrawn, 0 unchanged, 1 doubles dropped" in told
    assert "left alone 1: rulings of cards whose names are not known" in told
    assert "1 cards have no name here" in told
    assert "left alone 1: printings in other languages (ja)" in told
    again = take(fresh, "scryfall-rulings.json", "scryfall-cards.json")
    assert "names     0 added, 0 replaced" in again
    assert "rulings   0 added, 0 replaced or withdrawn, 5 unchanged" in again


def test_translations_belong_to_a_text_not_to_a_place(full):
    rulings = said(full, "goblin-guide")
    german = [texts for _, _, texts in rulings if "de" in texts]
    assert len(german) == 1 and german[0]["en"].startswith("The controller of Goblin Guide")
    assert rulings[-1] == ("2009-10-01", "our league", {"pt-BR": "Sem texto em inglês."})
    hub = library(full).of_card(library(full).card("aether-hub"), "de")
    assert [one.ruling.id for one in hub].count("energy-symbol") == 1


def test_a_newer_dump_replaces_the_rulings_of_its_source_and_an_older_one_does_not(fresh, tmp_path):
    def dump(day, *texts, source="wotc"):
        path = tmp_path / f"rulings-{day}.json"
        rows = [{"object": "ruling", "oracle_id": GUIDE, "source": source, "published_at": day,
                 "comment": text} for text in texts]  # fmt: skip
        path.write_text(json.dumps(rows))
        return run(fresh, "import", path)

    take(fresh, "scryfall-cards.json")
    dump("2020-01-01", "Old.", "Same.")
    dump("2020-01-02", "A note.", source="scryfall")
    told = dump("2021-01-01", "Same.", "New.")
    assert "1 added, 1 replaced or withdrawn, 1 unchanged" in told
    told = dump("2019-01-01", "Older.")
    assert "left alone 1: rulings from an older dump" in told
    texts = [texts["en"] for _, _, texts in said(fresh, "goblin-guide")]
    assert sorted(texts) == ["A note.", "New.", "Same."]


def test_the_latest_printed_name_is_shown_and_the_earlier_one_still_finds(full):
    assert library(full).card("goblin-guide").names == {
        "en": "Goblin Guide",
        "de": "Goblin-Wegweiser",
        "pt-BR": "Goblin-Guia",
        "zh-Hans": "鬼怪向导",
    }


def test_a_rehearsal_tells_the_same_and_keeps_nothing(fresh):
    told = run(fresh, "import", "--dry-run", DUMPS / "scryfall-cards.json")
    assert "5 of them new" in told and "A rehearsal." in told
    assert not book_of(fresh).exists()


def test_a_file_that_is_refused_leaves_the_book_as_it_was_and_nothing_beside_it(full, tmp_path):
    before = in_folder(full)
    bad = tmp_path / "bad.json"
    bad.write_text('[{"object": "ruling", "oracle_id": "x"}]')
    told = run(full, "import", DUMPS / "mtgjson-5-set.json", bad, code=1)
    assert "bad.json, record 1, source: it is missing. The rulings book is as it was." in told
    assert in_folder(full) == before


def test_a_full_disk_or_a_second_import_leaves_the_book_as_it_was(full, monkeypatch):
    before = in_folder(full)

    def no_space(*_):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("webapp.store.book.build", no_space)
        assert "disk is full. The rulings book" in take(full, "mtgjson-5-set.json", code=1)
    with book_files._alone(Path(full.instance_path)):
        assert "Another import is under way" in take(full, "mtgjson-5-set.json", code=1)
    assert in_folder(full) == before


def test_an_import_that_is_killed_changes_nothing_and_the_next_one_clears_up(full):
    before = in_folder(full)
    child = os.fork()
    if not child:
        with book_files.replacing(Path(full.instance_path), False) as db:
            db.execute("INSERT INTO cards (name) VALUES ('half')")
            os.kill(os.getpid(), 9)
    assert os.waitpid(child, 0)[1] == 9
    left = {name for name in in_folder(full) if name.startswith(".book-")}
    assert left and in_folder(full)[book_files.NAME] == before[book_files.NAME]
    take(full, "mtgjson-5-set.json")
    assert not {name for name in in_folder(full) if name.startswith(".book-")}


def test_a_worker_opens_the_new_book_once_it_is_there(fresh):
    assert library(fresh).find("goblin guide", "en") == ()
    take(fresh, "scryfall-cards.json")
    assert [hit.card.slug for hit in library(fresh).find("goblin guide", "en")] == [
        "goblin-guide", "a-goblin-guide",
    ]  # fmt: skip
    take(fresh, "mtgjson-5-atomic.json")
    assert library(fresh).find("wegweiser", "en")


def test_a_book_of_another_format_or_a_broken_one_counts_as_none(fresh):
    book_of(fresh).write_bytes(b"no book")
    assert library(fresh).find("goblin guide", "en") == ()
    assert "Nothing was imported" in run(fresh, "status")
    take(fresh, "scryfall-cards.json")
    assert library(fresh).find("goblin guide", "en")


def test_the_same_facts_make_the_same_index_and_slugs(full):
    db = sqlite3.connect(book_of(full))
    look = "SELECT slug, found.language, text, folded FROM found JOIN cards ON cards.id = card"
    before = db.execute(look).fetchall()
    build(db, library(full).cards.by_slug)
    assert db.execute(look).fetchall() == before
    db.close()


def test_status_tells_sources_dates_counts_and_what_is_missing(full):
    told = run(full, "status")
    assert "MTGJSON: mtgjson-5-atomic.json, as of 2025-01-02" in told
    assert "6 cards, 3 with rulings" in told
    assert "zh-Hans  2 names" in told and "4 cards have no name" in told


@pytest.mark.parametrize("slug", ["en", "de", "pt-br", "zh-hans"])
def test_the_page_of_an_imported_card_shows_its_rulings_with_source_and_date(full, slug):
    text = full.test_client().get(f"/{slug}/cards/goblin-guide").text
    assert "Goblin" in text or "鬼怪" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; A note, with marks." in text
    assert "<script>alert" not in text and "\u202e" not in text
    assert "Wizards of the Coast" in text and "Scryfall" in text
    assert 'datetime="2009-10-01"' in text and "energy-not-mana" not in text


def test_an_imported_ruling_is_found_by_its_words_and_names_its_card(full):
    text = full.test_client().get("/de/cards/?q=doesn't choose the top").text
    row = text.split('class="hit hit--ruling"')[1].split("</li>")[0]
    assert '<mark class="found">doesn&#39;t choose the &#34;top</mark>' in row
    assert 'lang="en"' in row and "Goblin" in row and "inoffiziell" not in row
    ours = full.test_client().get("/de/cards/?q=oberste Karte").text
    assert "inoffizielle Übersetzung" in ours.split('class="hit hit--ruling"')[1].split("</li>")[0]


@pytest.fixture
def versions(fresh: Flask, tmp_path: Path) -> Flask:
    """A book with an earlier and a later wording of rulings that come with the program."""
    rows = [
        ("2016-09-20", "Energy counters aren\u2019t mana. They don\u2019t go away."),
        ("2025-02-07", "Energy counters aren't mana. They stay as steps and phases end."),
        ("2024-06-07", "{E} is the energy symbol. It represents one energy counter."),
        ("2017-01-01", "This card has a ruling of its own."),
    ]
    path = tmp_path / "rulings.jsonl"
    rows = [{"name": "Aether Hub", "lang": "en", "date": day, "text": text, "source": "wotc"}
            for day, text in rows]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, rows)))
    run(fresh, "import", path)
    return fresh


def test_another_wording_of_a_known_ruling_stands_with_it_by_date(versions):
    listed = library(versions).of_card(library(versions).card("aether-hub"), "de")
    by_id = {one.ruling.id: one for one in listed}
    mana = by_id["energy-not-mana"]
    assert [w.date for w in mana.earlier] == ["2016-09-20"]
    assert [w.date for w in mana.later] == ["2025-02-07"]
    assert not by_id["energy-symbol"].versions
    assert [one.wording.date for one in listed if one.ruling.about == "imported"] == ["2017-01-01"]
    text = versions.test_client().get("/de/cards/aether-hub").text
    assert "Frühere Fassung, 20.09.2016" in text and "Spätere Fassung, 07.02.2025" in text
    assert "Weitere Rulings zu dieser Karte" in text


def test_a_ruling_alone_has_its_wordings_from_all_cards_and_so_has_each_of_them(versions):
    client = versions.test_client()
    text = client.get("/en/rulings/energy-not-mana").text
    assert "Earlier wording, 20 September 2016" in text
    assert "Later wording, 7 February 2025" in text
    [old] = library(versions).find_rulings("They don't go away. ", "en")[1:2]
    text = client.get(f"/en/rulings/{old.id}").text
    assert "Later wording, 7 June 2024" in text and "Later wording, 7 February 2025" in text
    assert "Earlier wording" not in text


def test_the_page_of_a_card_without_energy_is_not_described_as_one_of_energy(full):
    client = full.test_client()
    guide, hub = (client.get(f"/en/cards/{slug}").text for slug in ("goblin-guide", "aether-hub"))
    assert "The rulings of Goblin Guide" in guide and "preview-en.png" not in guide
    assert "rulings on energy that apply" in hub and "preview-en.png" in hub


def test_an_imported_ruling_is_shown_to_the_opponent_too(full):
    [hit] = library(full).find_rulings("doesn't choose the top", "en")
    text = full.test_client().get(f"/en/rulings/{hit.id}/to/de").text
    assert "Der Beherrscher sucht die" in text and "our league" in text


def test_a_phone_learns_whether_the_server_has_more_than_comes_with_the_program(fresh):
    client = fresh.test_client()
    assert "data-more" not in client.get("/f/de/cards?q=eis").text
    take(fresh, "scryfall-cards.json")
    assert "data-more" in client.get("/f/de/cards?q=eis").text
    assert "data-more" not in client.get("/f/de/cards").text


def test_every_imported_ruling_has_an_address_that_names_its_cards(full):
    client = full.test_client()
    for card in ("goblin-guide", "fire--ice"):
        for item in library(full).of_card(library(full).card(card), "en"):
            answer = client.get(f"/de/rulings/{item.ruling.id}")
            assert answer.status_code == 200 and f"/de/cards/{card}" in answer.text
    assert client.get("/de/rulings/r0123456789ab").status_code == 404
    assert client.get("/de/cards/?q=wegweiser").text.count('class="hit"') == 1
