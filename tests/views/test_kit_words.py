"""What a phone says of rows and conflicts by itself is what the server says, in each language."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.people import ANAS, BENS, FREE, TABLE, Clock, Person
from webapp import ROOT
from webapp.views.seen import ROWS

pytestmark = pytest.mark.usefixtures("at_table")

LANGUAGES = {"en": "en", "de": "de", "pt-br": "pt-BR", "zh-hans": "zh-Hans"}

RATS = {"en": "Thriving Rats", "de": "Gedeihende Ratten", "pt-br": "Ratos Vigorosos",
        "zh-hans": "强旺鼠"}  # fmt: skip


def texts(markup: str, name: str) -> list[str]:
    found = re.findall(rf'<p class="{name}">(.*?)</p>', markup, re.DOTALL)
    return [unescape(text).strip() for text in found]


def said_by_the_server(ana: Person, language: str) -> dict[str, Any]:
    page = ana.web.get(f"/t/{TABLE}/ledger?hl={language}").text
    rows = [
        {
            "words": texts(row, "row__words")[0],
            "became": texts(row, "row__became"),
            "notes": texts(row, "row__note"),
            "ago": unescape(re.search(r"<time[^>]*>(.*?)</time>", row)[1]),
        }
        for row in page.split('<li class="ledger__row">')[1:]
    ]
    table = ana.web.get(f"/t/{TABLE}?hl={language}").text
    return {"rows": rows, "conflicts": texts(table, "conflict__words")}


def said_by_the_phone(ana: Person, language: str, now: int, folder: Path) -> dict[str, Any]:
    shell = ana.web.get(f"/{language}/shell").text
    words = json.loads(re.search(r'id="words">(.*?)</script>', shell, re.DOTALL)[1])
    actions = ana.web.get(f"/f/{language}/cards/actions").text
    cards = json.loads(re.search(r'id="card-actions">(.*?)</script>', actions, re.DOTALL)[1])
    named = {f"card.{slug}": card["name"] for slug, card in cards["cards"].items()}
    asked = {"words": {**named, **words}, "language": LANGUAGES[language], "now": now}
    (folder / "asked.json").write_text(json.dumps({**asked, "state": ana.state(after=0)}))
    node = shutil.which("node")
    assert node, "node is needed to compare both languages"
    command = [node, ROOT / "tests/js/support/say.js", folder / "asked.json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def play(ana: Person, ben: Person, clock: Clock) -> None:
    """A row of every kind, outcome and flag there is; names that would turn a sentence around."""
    gain, seen = ana.gain(ANAS, 1), ana.state()["seq"]
    ana.post(gain, ana.gain(ANAS, 1200), ana.entry("seat_rename", seat=ANAS, name="דנה 7"))
    ben.post(ben.gain(ANAS, 1, seen=seen))
    ana.post(ana.entry("seat_rename", seat=BENS, name="~seat.id~ {n} <b>"))
    ana.post(
        ana.entry("seat_rename", seat=BENS, colour="rose"), ana.entry("seat_add", seat="N" * 8)
    )
    clock.time += 50_000
    ana.post(ana.entry("correct", seat=ANAS, kind="energy", **{"from": 1202}, to=5, reason="x"))
    undo = ana.entry("undo", entry=gain["id"])
    again = ana.entry("undo", entry=undo["id"])
    ana.post(undo, again, ana.entry("undo", entry=again["id"]), ana.entry("undo", entry="?" * 22))
    clock.time += 7_000_000
    seen = ana.state()["seq"]
    ana.post(ana.pay(ANAS, 4))
    lates = [ben.pay(ANAS, 1, seen=seen) for _ in range(4)]
    ben.post(*lates)
    for late, answer in zip(lates, ("twin", "drop", "total"), strict=False):
        ana.post(ana.entry("settle", entry=late["id"], answer=answer, to=2))
    ben.post(ben.entry("correct", seat=ANAS, kind="energy", **{"from": 4}, to=0, seen=seen))
    ana.post(ana.entry("seat_take", seat=BENS), ana.entry("seat_take", seat=BENS, over=True))
    ana.post(ana.entry("seat_leave", seat=FREE), ana.gain(FREE, 1), ana.entry("nonsense"))
    ana.post(ana.entry("seat_return", seat=FREE), ana.gain(ANAS, "much"), ana.entry("seat_order"))
    ana.post(ana.entry("seat_order", order=[BENS, ANAS, FREE, "N" * 8]))
    clock.time += 1_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_and_conflicts_are_said_alike(
    language: str, ana: Person, ben: Person, clock: Clock, tmp_path: Path
):
    play(ana, ben, clock)
    server = said_by_the_server(ana, language)
    assert len(server["rows"]) > 30 and server["conflicts"]
    assert said_by_the_phone(ana, language, clock.time, tmp_path) == server


def play_by_all_the_rules(ana: Person, ben: Person) -> None:
    """A row of every kind that only some tables have."""
    for n, card in enumerate(("winding-constrictor", "aether-refinery", "izzet-generatorium")):
        ana.post(ana.entry("effect_on", effect=str(n) * 22, card=card, controller=ANAS))
    ana.post(ana.gain(ANAS, 2, order=["1" * 22, "0" * 22, "2" * 22]), ana.gain(ANAS, 1))
    ana.post(ana.entry("effect_off", effect="1" * 22), ana.gain(ANAS, 2))
    ana.post(ana.entry("effect_on", effect="v" * 22, card="vorinclex-monstrous-raider",
                       controller=BENS))  # fmt: skip
    ana.post(ana.gain(ANAS, 1), ana.gain(BENS, 3, placer=BENS))
    ana.post(ana.entry("kind_add", kind="custom:a", name="סופה {n} <b>"))
    for kind in ("poison", "experience", "rad", "ticket", "custom:a"):
        ana.post(
            ana.entry("gain", seat=ANAS, kind=kind, n=1),
            ana.entry("gain", seat=BENS, kind=kind, n=3),
        )
        ana.post(
            ana.entry("lose", seat=BENS, kind=kind, n=1),
            ana.entry("lose", seat=BENS, kind=kind, n="half-up"),
        )
    also = [{"kind": "rad", "n": 1}, {"kind": "custom:a", "n": 2}]
    ana.post(ana.entry("gain", seat=BENS, kind="energy", n=2, also=also))
    ana.post(
        ana.entry("pay", seat=BENS, kind="ticket", n=1),
        ana.entry("pay", seat=BENS, kind="ticket", n=9),
    )
    ana.post(
        ana.entry("lose", seat=ANAS, kind="energy", n="all"),
        ana.entry("lose", seat=BENS, kind="rad", n="half-down"),
    )
    ana.post(ana.entry("correct", seat=ANAS, kind="poison", **{"from": 1}, to=4))
    ana.post(ana.entry("double", seat=ANAS, kinds=["poison", "rad"]))
    ana.post(ana.entry("proliferate", by=BENS, seats=[ANAS]), ana.entry("proliferate", seats=[]))
    ana.post(ana.entry("turn", seat=BENS), ana.entry("turn"))
    ana.post(ana.entry("mode", mode="tournament", variant="2hg"), ana.entry("mode", mode="casual"))
    ana.post(ana.entry("team", seat=ANAS, team=1), ana.entry("team", seat=ANAS))
    ana.post(
        ana.entry("mode", variant="normal"),
        ana.entry("effect_on", effect="s" * 22, card="solemnity"),
    )
    ana.post(ana.gain(ANAS, 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_of_all_the_rules_are_said_alike(
    language: str, ana: Person, ben: Person, clock: Clock, tmp_path: Path
):
    play_by_all_the_rules(ana, ben)
    clock.time += 1_000
    server = said_by_the_server(ana, language)
    assert sum(bool(row["became"]) for row in server["rows"]) >= 3
    said = said_by_the_phone(ana, language, clock.time, tmp_path)["rows"]
    page = server["rows"]
    assert len(page) == ROWS and said[:ROWS] == page


def play_with_cards(ana: Person, ben: Person) -> None:
    """A row of every kind that cards make, and of doubts."""
    ana.post(ana.gain(ANAS, 4), ana.entry("pin", seat=ANAS, card="thriving-rats"))
    ana.post(
        ana.entry("seat_rename", seat=BENS, name="דנה 7"),
        ana.entry("pin", seat=BENS, card="no-such-card"),
        ana.entry("unpin", seat=BENS, card="no-such-card"),
    )
    for pay in (2, None):
        begun = ana.entry("resolution_open", seat=ANAS, card="thriving-rats", targets="none")
        begun["resolution"] = begun["id"]
        chosen = {"resolution": begun["id"], **({} if pay is None else {"pay": pay})}
        ana.post(begun, ana.entry("resolution_choose", **chosen))
        ben.post(ben.entry("resolution_close", resolution=begun["id"]))
    begun = ana.entry("resolution_open", seat=BENS, resolution="r" * 22, targets="none")
    ana.post(begun)
    doubt = ben.entry("dispute", seat=ANAS, kind="energy")
    ben.post(doubt, ben.entry("dispute_end", entry=doubt["id"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_of_cards_are_said_alike(
    language: str, ana: Person, ben: Person, clock: Clock, tmp_path: Path
):
    play_with_cards(ana, ben)
    clock.time += 1_000
    server = said_by_the_server(ana, language)
    resolves = [row["words"] for row in server["rows"] if RATS[language] in row["words"]]
    assert len(resolves) == 7
    assert said_by_the_phone(ana, language, clock.time, tmp_path) == server


def test_a_game_that_is_over_is_said_alike(ana: Person, ben: Person, clock: Clock, tmp_path: Path):
    game = ana.state()["game"]
    first, second = ana.entry("new_game", game=game), ben.entry("new_game", game=game)
    ana.post(first)
    ben.post(second, ben.gain(BENS, 1, game=game))
    clock.time += 40 * 86_400_000
    server = said_by_the_server(ana, "de")
    assert said_by_the_phone(ana, "de", clock.time, tmp_path) == server
    assert server["rows"][0]["notes"] and server["rows"][1]["notes"]
