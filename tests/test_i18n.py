"""Refusals in words, numbers as the reader writes them, and no start without catalogs."""

import pytest
from markupsafe import Markup

from webapp import i18n
from webapp.domain.refusals import Code, Why
from webapp.i18n import refusal_words

PARAMS = {"have": 2, "need": 3, "max": 1_000_000, "entries": ["x"], "field": "n", "why": "whole"}


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("slug", i18n.BY_SLUG)
def test_every_refusal_has_words_in_every_language(app, code, slug):
    with app.test_request_context(f"/{slug}/"):
        words = refusal_words(code, PARAMS)
    assert words and "%" not in words


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
