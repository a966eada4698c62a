"""Refusals in words, numbers as the reader writes them, and no start without catalogs."""

from datetime import date

import pytest
from markupsafe import Markup

from webapp import i18n
from webapp.domain.refusals import RULES, Code, Why, cites
from webapp.i18n import refusal_words

PARAMS = {
    "have": 2, "need": 3, "max": 1_000_000, "min": 1, "entries": ["x"], "field": "n",
    "why": "whole",
}  # fmt: skip


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("slug", i18n.BY_SLUG)
def test_every_refusal_has_words_in_every_language(app, code, slug):
    with app.test_request_context(f"/{slug}/"):
        words = refusal_words(code, PARAMS)
    assert words and "%" not in words


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("slug", i18n.BY_SLUG)
def test_i21_every_refusal_cites_what_can_be_read_in_every_language(app, code, slug):
    tag = i18n.BY_SLUG[slug].tag
    assert cites(code)
    for cited in cites(code):
        if cited in RULES:
            assert date.fromisoformat(RULES[cited]) <= date(2026, 11, 30)
            continue
        wording = app.extensions["rulings"].wording(cited, tag)
        assert wording.language == tag and wording.text


@pytest.mark.parametrize("code", i18n.OF_OTHER_KINDS)
@pytest.mark.parametrize("slug", i18n.BY_SLUG)
def test_what_lacks_counters_of_another_kind_does_not_speak_of_energy(app, code, slug):
    with app.test_request_context(f"/{slug}/"):
        plain, other = (refusal_words(code, PARAMS | more) for more in ({}, {"kind": "rad"}))
    assert other != plain and "energ" not in other.lower() and "能量" not in other


@pytest.mark.parametrize("why", Why)
def test_every_fault_of_a_field_has_its_own_words(app, why):
    with app.test_request_context("/de/"):
        words = refusal_words(Code.BAD_FIELD, {"field": "n", "why": why.value})
    assert words == str(words) and len(words) > 10


def test_a_fault_from_a_newer_server_still_has_words(app):
    with app.test_request_context("/en/"):
        assert refusal_words("BAD_FIELD", {"field": "n", "why": "new"}) == (
            "This app can’t read that."
        )


@pytest.mark.parametrize(
    ("slug", "written"),
    [("en", "1,000,000"), ("de", "1.000.000"), ("pt-br", "1.000.000"), ("zh-hans", "1,000,000")],
)
def test_large_numbers_are_written_as_the_reader_writes_them(app, slug, written):
    with app.test_request_context(f"/{slug}/"):
        assert written in refusal_words(Code.TOO_MANY, {"max": 1_000_000})


def test_what_is_filled_in_is_escaped_unless_it_is_markup(app):
    with app.test_request_context("/en/"):
        words = refusal_words(Code.INSUFFICIENT, {"have": Markup("<b></b>"), "need": "<i>"})
    assert words == "Not enough energy: <b></b> there, &lt;i&gt; needed."


def test_without_a_compiled_catalog_the_program_does_not_start(app, tmp_path, monkeypatch):
    monkeypatch.setattr(i18n, "TRANSLATIONS", tmp_path)
    with pytest.raises(SystemExit, match="make catalogs"):
        i18n.init_app(app)
