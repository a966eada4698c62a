"""The shell: a table's page with no table in it, and the kit that a phone draws tables with."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.markup import Page
from tests.people import ANAS, TABLE, Person
from webapp import ROOT

LANGUAGES = {"en": "en", "de": "de", "pt-br": "pt-BR", "zh-hans": "zh-Hans"}
HOLE = re.compile(r"~([a-z.]+)~")
TEMPLATE = re.compile(r'<template data-kit="([^"]+)">(.*?)</template>', re.DOTALL)
CARDS = re.compile(r"<li class=\"token\" data-cards>.*?</li>", re.DOTALL)
KIT = sorted((ROOT / "static/js/kit").rglob("*.js"))


def shell(reader: FlaskClient, language: str = "en") -> str:
    answer = reader.get(f"/{language}/shell")
    assert answer.status_code == 200
    return answer.text


def rules_kit(reader: FlaskClient, language: str = "en") -> str:
    answer = reader.get(f"/f/{language}/kit")
    assert answer.status_code == 200
    return answer.text


def parts(text: str) -> dict[str, str]:
    return dict(TEMPLATE.findall(text))


def words(text: str) -> dict:
    return json.loads(re.search(r'id="words">(.*?)</script>', text, re.DOTALL)[1])


def scripts() -> str:
    return "\n".join(file.read_text() for file in KIT)


@pytest.mark.parametrize("slug, tag", LANGUAGES.items())
def test_each_language_has_the_same_shell(reader: FlaskClient, slug: str, tag: str):
    text, english = shell(reader, slug), shell(reader)
    assert Page(text).all("html")[0]["lang"] == tag
    assert Page(text).faults() == []
    assert parts(text).keys() == parts(english).keys()
    for name, part in parts(text).items():
        assert set(HOLE.findall(part)) == set(HOLE.findall(parts(english)[name])), name
    assert words(text).keys() == words(english).keys()


@pytest.mark.parametrize("slug", LANGUAGES)
def test_each_language_has_the_same_sheets_of_few_tables(reader: FlaskClient, slug: str):
    found, english = parts(rules_kit(reader, slug)), parts(rules_kit(reader))
    assert found.keys() == english.keys() and not found.keys() & parts(shell(reader)).keys()
    for name, part in found.items():
        assert set(HOLE.findall(part)) == set(HOLE.findall(english[name])), name
    assert not re.search(r"\b[0-9A-HJKMNP-TV-Z]{26}\b", "".join(found.values()))


def test_the_shell_holds_no_table_and_nobody(reader: FlaskClient, at_table: None, ana: Person):
    """Whoever asks, the bytes are the same."""
    plain = shell(reader)
    ana.web.get(f"/t/{TABLE}")
    ana.web.set_cookie("seats", "7")
    assert ana.web.get("/en/shell", headers={"Accept-Language": "de"}).text == plain
    assert not re.search(r"\b[0-9A-HJKMNP-TV-Z]{26}\b", plain)
    page = Page(plain)
    assert not page.all(data_author=None)
    assert "data-address" not in page.all("live-table")[0]


def test_what_is_shown_before_scripts_run_has_no_hole(reader: FlaskClient):
    outside = re.sub(r"<template.*?</template>", "", shell(reader), flags=re.DOTALL)
    assert not HOLE.findall(outside)


def test_every_hole_has_a_value_on_the_phone(reader: FlaskClient):
    known = set(re.findall(r'"([a-z]+(?:\.[a-z]+)*)":', scripts())) | {
        "id",
        "note",
        "query",
        "target",
    }
    assert set(HOLE.findall(shell(reader) + rules_kit(reader))) - known == set()


def test_every_part_is_drawn_by_some_script(reader: FlaskClient):
    text = scripts()
    for name in parts(shell(reader) + rules_kit(reader)):
        head, _, tail = name.partition("-")
        stem, _, ending = tail.rpartition("-")
        called = (f'"{name}"', f'"{tail}"', f"`{head}-$", f'"-{ending}"', f"`{head}-{stem}-$")
        assert any(each in text for each in called), name


def test_the_kit_draws_what_the_server_draws(reader: FlaskClient, at_table: None, ana: Person):
    """A seat in the kit is the seat of the page, with holes for its values."""
    ana.post(ana.entry("gain", seat=ANAS, kind="poison", n=5))  # one chip, as the kit has it
    page = ana.web.get(f"/t/{TABLE}").text
    seat = re.search(rf'<article class="seat" id="seat-{ANAS}".*?</article>', page, re.DOTALL)[0]
    drawn = CARDS.sub("", parts(shell(reader))["seat-mine"])
    assert re.sub(r"\s+", " ", shape_of(seat)) == re.sub(r"\s+", " ", shape_of(drawn)).strip()


def shape_of(markup: str) -> str:
    """The elements and the names of their attributes alone."""
    return " ".join(re.findall(r"<[a-z0-9-]+|\s[a-z-]+(?==)|</[a-z0-9]+>", markup))
