"""Every page and fragment, in every state, passes the Nu HTML checker without a warning."""

import itertools
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.ends import Ends, gone, wrong
from tests.people import ANAS, BENS, FREE, TABLE, Clock, Person
from tests.views.test_events import watch_of
from webapp import ROOT
from webapp.views.tables import SHEETS

pytestmark = pytest.mark.usefixtures("at_table")

CHECKER = ROOT / "node_modules/vnu-jar/build/dist/vnu.jar"
LANGUAGES = ("en", "de", "pt-br", "zh-hans")
LONG_NAME = "Wolfeschlegelsteinhausenberger"
FRAGMENT = {"HX-Request": "true"}
AROUND = '<!doctype html><html lang="{}"><title>A page</title><main><h1>Table</h1>{}</main></html>'
"""What a fragment stands in: its headings come below that of the page."""


class Pages:
    """The folder of all that was answered, one file for each answer."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.names = folder, {}
        self._count = itertools.count(1)

    def keep(self, answer: TestResponse, status: int = 200) -> None:
        """Keep an answer, a fragment within a page."""
        asked = f"{answer.request.method} {answer.request.path} {answer.request.query_string}"
        assert answer.status_code == status, f"{asked}: {answer.status_code}"
        whole = answer.text.lstrip().startswith("<!doctype html>")
        name = f"{next(self._count)}.html"
        self.names[name] = asked
        language = answer.headers.get("Content-Language", "en")
        text = answer.text if whole else AROUND.format(language, answer.text)
        (self.folder / name).write_text(text)

    def read(self, person: Person, *addresses: str, status: int = 200, **headers: str) -> None:
        for address in addresses:
            self.keep(person.web.get(address, headers=headers), status)

    def faults(self, planted: str) -> list[str]:
        """All that the checker has to say but its hints; it must find what is planted, too."""
        self.names["planted.html"] = "planted"
        (self.folder / "planted.html").write_text(AROUND.format("en", planted))
        java = os.environ.get("RESERVOIR_JAVA", "java")
        checker = [java, "-Xss2m", "-jar", str(CHECKER), "--format", "json", "--stdout"]
        told = subprocess.run(
            [*checker, "--exit-zero-always", str(self.folder)],
            capture_output=True, text=True, check=True, timeout=300,
        )  # fmt: skip
        found = {
            f"{self.names[Path(message['url']).name]}: {message['message']} {message['extract']}"
            for message in json.loads(told.stdout)["messages"]
            if message["type"] != "info" or message.get("subType") == "warning"
        }
        assert any(fault.startswith("planted: ") for fault in found), told.stdout
        return sorted(fault for fault in found if not fault.startswith("planted: "))


@pytest.mark.slow
def test_every_page_passes_the_checker(
    app: Flask,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    ana: Person, ben: Person, cleo: Person, dan: Person,
    clock: Clock,
):  # fmt: skip
    drawn = drawn_by(app, monkeypatch)
    pages = Pages(tmp_path_factory.mktemp("pages"))
    read_only_pages(pages, cleo)
    pages.read(dan, f"/t/{TABLE}", f"/t/{TABLE}?hl=de")
    late, undoable = play(ana, ben)
    table_pages(pages, ana, dan)
    for about in (f"conflict?entry={late}", f"undo?entry={undoable}"):
        pages.read(ana, f"/t/{TABLE}/sheet/{about}", f"/f/t/{TABLE}/sheet/{about}")
    messages(pages, ana, undoable)
    watched(pages, cleo, watch_of(ana))
    settle(ana, late)
    pages.read(ben, f"/f/t/{TABLE}/sheet/conflict?entry={late}")
    too_late(pages, ana, ben)
    for _, answer, status in ends(app, ana, dan, clock):
        pages.keep(answer, status)
    assert templates() - drawn == set()
    assert pages.faults(planted='<p hx-get="/">') == []


def drawn_by(app: Flask, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The templates that are drawn from here on, each page's and all it includes."""
    drawn: set[str] = set()
    get = app.jinja_env.get_template

    def noted(name: Any, *rest: Any, **options: Any) -> Any:
        drawn.add(str(name))
        return get(name, *rest, **options)

    monkeypatch.setattr(app.jinja_env, "get_template", noted)
    return drawn


def templates() -> set[str]:
    folder = ROOT / "templates"
    return {str(file.relative_to(folder)) for file in folder.rglob("*.html")}


def read_only_pages(pages: Pages, reader: Person) -> None:
    for language in LANGUAGES:
        other = next(each for each in LANGUAGES if each != language)
        about = [
            *["", "cards/", "cards/?q=energie", "cards/?q=zzz"],
            *["rulings/", f"rulings/?with={other}"],
            *["cards/thriving-rats", f"cards/aethersphere-harvester?with={other}"],
            *["rulings/energy-get-pay-lose", f"rulings/energy-get-pay-lose?with={other}", "shell"],
            *["rulings/?with=en,de,pt-br,zh-hans", f"rulings/energy-track-totals/to/{other}"],
            "offline",
        ]
        pages.read(reader, *(f"/{language}/{each}" for each in about))
        pages.read(reader, f"/f/{language}/cards?q=er", f"/f/{language}/cards?q=zzz")
        pages.read(reader, f"/f/{language}/cards/actions", f"/f/{language}/kit")
    pages.keep(reader.web.post("/join", data={"code": "000-000-000"}), 404)
    pages.read(reader, "/")


def play(ana: Person, ben: Person) -> tuple[str, str]:
    """A table where much has happened: the ids of an open conflict, and of a gain spent since."""
    gain = ana.gain(ANAS, 5)
    ana.post(gain)
    seen = ana.state()["seq"]
    ana.post(ana.pay(ANAS, 4), ana.entry("seat_rename", seat=ANAS, name=LONG_NAME))
    late = ben.pay(ANAS, 3, seen=seen)
    assert ben.outcome(late)["outcome"] == "conflict"
    ana.post(ana.entry("correct", seat=BENS, kind="energy", **{"from": 0}, to=3, reason="<b> & Co"))
    ana.post(*(ana.gain(BENS, 1) for _ in range(60)))
    ana.post(ana.entry("undo", entry=gain["id"]))
    return late["id"], gain["id"]


def settle(ana: Person, conflict: str) -> None:
    assert ana.outcome(ana.entry("settle", entry=conflict, answer="drop"))["outcome"] == "accepted"


def table_pages(pages: Pages, ana: Person, dan: Person) -> None:
    sheets = SHEETS - {"conflict", "undo"}
    for language in LANGUAGES:
        hl = f"hl={language}"
        pages.read(dan, f"/t/{TABLE}?{hl}")
        pages.read(ana, f"/t/{TABLE}?{hl}", f"/t/{TABLE}?layout=tiles&{hl}")
        pages.read(ana, f"/t/{TABLE}/share?{hl}", f"/t/{TABLE}/ledger?{hl}")
        for sheet in sheets:
            pages.read(ana, f"/t/{TABLE}/sheet/{sheet}?{hl}", f"/f/t/{TABLE}/sheet/{sheet}?{hl}")
    for seat in (BENS, FREE):
        pages.read(ana, f"/f/t/{TABLE}/sheet/seat?seat={seat}")
        pages.read(dan, f"/f/t/{TABLE}/sheet/seat?seat={seat}")
    pages.read(ana, f"/t/{TABLE}/ledger?before=30", f"/f/t/{TABLE}/ledger")
    pages.read(ana, f"/f/t/{TABLE}/seats", f"/f/t/{TABLE}/seats?layout=tiles")
    pages.read(dan, f"/f/t/{TABLE}/seats")
    new = ana.web.post("/tables", data={"seats": "8"}).location
    pages.read(ana, new, f"{new}/ledger", f"{new}?layout=tiles")
    pages.read(dan, new)


def messages(pages: Pages, ana: Person, spent: str) -> None:
    """What is said of a form that was refused, came twice or came too late: page and fragment."""
    no_answer = {"type": "pay", "seat": ANAS, "kind": "energy", "n": "999"}
    held = {"type": "seat_take", "seat": BENS}
    below = {"type": "undo", "entry": spent}
    gained = {"type": "gain", "seat": ANAS, "kind": "energy", "n": "1", "id": "t" * 22}
    for n, fields in enumerate((no_answer, held, below, {**no_answer, "n": "x"})):
        pages.keep(ana.fragment(**fields, id=f"{n}".ljust(22, "f")), 422)
        answer = ana.form(**fields, id=f"{n}".ljust(22, "p"))
        assert "refused=" in answer.location, fields
        pages.read(ana, answer.location, f"{answer.location}&hl=de")
    ana.form(**gained)
    pages.read(ana, ana.form(**gained).location)
    pages.keep(ana.fragment(**gained))


def too_late(pages: Pages, ana: Person, ben: Person) -> None:
    """A new game has begun when Ben's energy comes."""
    game = ana.state()["game"]
    ana.post(ana.entry("new_game"))
    answer = ben.form(type="gain", seat=BENS, kind="energy", n="1", game=game, id="l" * 22)
    assert "overtaken=" in answer.location
    pages.read(ben, answer.location)


def watched(pages: Pages, cleo: Person, watch: str) -> None:
    pages.read(cleo, *(f"/w/{watch}?hl={language}" for language in LANGUAGES))
    pages.read(cleo, f"/w/{watch}/ledger", f"/f/w/{watch}/seats", f"/f/w/{watch}/ledger")


def ends(app: Flask, ana: Person, dan: Person, clock: Clock) -> Ends:
    yield from gone(app, ana, dan, clock)
    for headers in ({}, FRAGMENT, {"Accept-Language": "de"}):
        yield from wrong(app, dan, **headers)
