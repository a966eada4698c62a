"""`flask translations seed` writes what stands in the repository, and all of it or nothing."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli_rulings import translations

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "tests/pages").glob("*.txt"))
WRITTEN = [
    *(f"translations/{x}/LC_MESSAGES/rulings.po" for x in ("en", "de", "pt_BR", "zh_Hans")),
    "webapp/data/rulings.json",
]


def seed(into, *files):
    arguments = ["seed", *map(str, files), "--into", str(into)]
    return CliRunner().invoke(translations, arguments)


def contents(folder):
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_the_pages_give_exactly_what_is_committed(tmp_path):
    answer = seed(tmp_path, *PAGES)
    assert answer.exit_code == 0, answer.output
    assert contents(tmp_path) == {name: (ROOT / name).read_bytes() for name in WRITTEN}
    assert "10 lost {E} put back" in answer.output


def test_a_second_run_in_another_order_gives_the_same_bytes(tmp_path):
    seed(tmp_path, *PAGES)
    first = contents(tmp_path)
    assert seed(tmp_path, *reversed(PAGES)).exit_code == 0
    assert contents(tmp_path) == first


@pytest.mark.parametrize("wrong", ["07/06/2024", "das Energiesymbol", "Gedeihende Ratten"])
def test_one_page_that_is_refused_stops_everything(tmp_path, wrong):
    pages = [Path(shutil.copy(page, tmp_path)) for page in PAGES]
    german = next(page for page in pages if "thriving" in page.name)
    german.write_text(german.read_text("utf-8").replace(wrong, "?", 1), "utf-8")
    into = tmp_path / "into"
    answer = seed(into, *pages)
    assert answer.exit_code == 1
    assert "thriving-rats.de.txt, line " in answer.output
    assert not into.exists()


def test_a_ruling_that_is_still_to_come_stops_everything(tmp_path):
    pages = [Path(shutil.copy(page, tmp_path)) for page in PAGES]
    for page in pages:
        text = page.read_text("utf-8").replace("07/06/2024", "07/06/5024")
        page.write_text(text.replace("2024-06-07", "5024-06-07"), "utf-8")
    answer = seed(tmp_path / "into", *pages)
    assert answer.exit_code == 1
    assert re.search(r"\.txt, line \d+: .*5024.* is still to come", answer.output)
    assert not (tmp_path / "into").exists()


def test_a_translation_without_its_english_text_is_refused(tmp_path):
    answer = seed(tmp_path, *(page for page in PAGES if "zh" not in page.name))
    assert answer.exit_code == 1
    assert "no page has the English text" in answer.output
    assert not contents(tmp_path)


def test_pages_that_contradict_each_other_are_refused(tmp_path):
    other = tmp_path / "other.txt"
    german = next(page for page in PAGES if "thriving" in page.name).read_text("utf-8")
    other.write_text(german.replace("Gedeihende Ratten", "Gedeihendes Nashorn").replace(
        "07/06/2024", "08/06/2024"), "utf-8")  # fmt: skip
    answer = seed(tmp_path / "into", *PAGES, other)
    assert answer.exit_code == 1
    assert "another date of energy-symbol" in answer.output
    assert not (tmp_path / "into").exists()


def test_files_stay_as_they_were_when_one_cannot_be_written(tmp_path):
    seed(tmp_path, *PAGES)
    for name in WRITTEN[:-1]:
        (tmp_path / name).write_bytes(b"before")
    shutil.rmtree(tmp_path / "webapp/data")
    (tmp_path / "webapp/data").write_bytes(b"in the way")
    before = contents(tmp_path)
    assert seed(tmp_path, *PAGES).exit_code == 1
    assert contents(tmp_path) == before


def test_files_stay_as_they_were_when_one_cannot_be_replaced(tmp_path):
    seed(tmp_path, *PAGES)
    for name in WRITTEN[:2]:
        (tmp_path / name).write_bytes(b"before")
    (tmp_path / WRITTEN[2]).unlink()
    (tmp_path / WRITTEN[2]).mkdir()
    before = contents(tmp_path)
    answer = seed(tmp_path, *PAGES)
    assert answer.exit_code == 1 and "Nothing was written" in answer.output
    assert contents(tmp_path) == before


def test_the_same_page_twice_is_refused(tmp_path):
    answer = seed(tmp_path, *PAGES, PAGES[0])
    assert answer.exit_code == 1
    assert f"the same card and language as in {PAGES[0].name}" in answer.output
    assert not contents(tmp_path)
