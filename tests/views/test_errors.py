"""What is answered when there is no answer."""

import pytest
from flask import Flask

from tests.people import ANAS, TABLE, Person
from webapp.store.engine import Database

HTML, JSON = {"Accept": "text/html"}, {"Accept": "application/json"}


@pytest.mark.parametrize("language, words", [("de", "de"), ("pt", "pt-BR"), ("zh-CN", "zh-Hans")])
def test_an_unknown_page_is_a_page_in_the_players_language(dan: Person, language: str, words: str):
    answer = dan.web.get("/nothing", headers=HTML | {"Accept-Language": language})
    assert answer.status_code == 404
    assert f'<html lang="{words}">' in answer.text


def test_a_program_gets_a_code(dan: Person):
    answer = dan.web.get("/nothing", headers=JSON)
    assert (answer.status_code, answer.json) == (404, {"error": "not_found"})


def test_a_method_that_is_not_there_names_those_that_are(dan: Person):
    answer = dan.web.put("/tables", headers=JSON)
    assert (answer.status_code, answer.json) == (405, {"error": "method"})
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize("lang", ["xx", "DE", "pt", "zh"])
def test_an_unknown_language_is_404(dan: Person, lang: str):
    assert dan.web.get(f"/{lang}/cards/").status_code == 404


@pytest.mark.usefixtures("at_table")
def test_whoever_waits_too_long_is_told_when_to_try_again(app: Flask, ana: Person):
    reservoir = app.extensions["reservoir"]
    impatient = Database(f"sqlite:///{reservoir.database.path}", limit=0.01)
    reservoir.tables._ledger._database = impatient
    with reservoir.database.writing():
        answer = ana.post(ana.gain(ANAS, 1))
        page = ana.form(id="b" * 22, type="gain", seat=ANAS, kind="energy", n="1")
    assert (answer.status_code, answer.json) == (503, {"error": "busy"})
    assert answer.headers["Retry-After"] == "1"
    assert page.status_code == 503 and page.mimetype == "text/html"
    assert ana.energy()[ANAS] == 0
    impatient.dispose()


def test_a_fault_of_ours_is_500_and_says_nothing_of_it(
    app: Flask, dan: Person, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(type(app.extensions["reservoir"].tables), "view", broken)
    for headers in (HTML, JSON, HTML | {"HX-Request": "true"}):
        answer = dan.web.get(f"/t/{TABLE}", headers=headers)
        assert answer.status_code == 500
        assert "secret" not in answer.text and "Traceback" not in answer.text


def test_a_healthy_server_says_so(dan: Person):
    answer = dan.web.get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"ok": True})


def test_a_server_whose_database_is_behind_does_not(app: Flask, dan: Person):
    reservoir = app.extensions["reservoir"]
    with reservoir.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM alembic_version")
    assert dan.web.get("/healthz").status_code == 503
