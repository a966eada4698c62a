"""What it costs to decide a whole ledger again, in Python and in JavaScript."""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.figures import Figure
from tests.ledger import Ledger
from webapp.domain.entries import read_entry

SIZES = (1_000, 10_000)
TIMES = 7
FOLDER = Path(__file__).parent
CLIENT = "bench".ljust(22, "-")
SEATS = ("SEAT0000", "SEAT1111", "SEAT2222", "SEAT3333")
EFFECTS = ("winding-constrictor", "izzet-generatorium", "vorinclex-monstrous-raider")
SEEN_LATE = 40  # so many entries behind, at most, is a phone that has just come back

Posted = list[dict[str, Any]]


def measure() -> Iterator[Figure]:
    """In turns, so that what else the machine does falls on both languages."""
    posted = some_ledger(max(SIZES))
    with tempfile.TemporaryDirectory(prefix="reservoir-bench-") as folder:
        file = Path(folder) / "posted.json"
        file.write_text(json.dumps(posted))
        with _phone(file) as phone:
            times = _in_turns(posted, phone)
    of = {key: median(seconds) for key, seconds in times.items()}
    small, big = SIZES
    for language in ("Python", "JavaScript"):
        yield Figure(f"fold of {big:,} entries in {language}", 1000 * of[language, big], "ms")
        grown = of[language, big] / of[language, small] * small / big
        yield Figure(f"an entry of {big:,} beside one of {small:,}, {language}", grown, "", 1.25)
    yield Figure("JavaScript beside Python", of["JavaScript", big] / of["Python", big], "", 1)


def some_ledger(size: int) -> Posted:
    """A long game of four: three effects, gains and payments, now and then an undo, one late."""
    chance = Random(20241)
    opening = {"type": "open", "seats": [{"seat": seat} for seat in SEATS]}
    effects = [
        {"type": "effect_on", "effect": _id("effect", i), "card": card, "controller": SEATS[i]}
        for i, card in enumerate(EFFECTS)
    ]
    wishes = [opening, *effects]
    while len(wishes) < size:
        wishes.append(_a_wish(chance, len(wishes)))
    return [
        {"client": CLIENT, "raw": {"id": _id("entry", i), "seq": i + 1, "at": 20_000 * i, **wish}}
        for i, wish in enumerate(wishes)
    ]


def _a_wish(chance: Random, number: int) -> dict[str, Any]:
    if chance.random() < 0.05:
        return {
            "type": "undo",
            "entry": _id("entry", chance.randrange(max(1, number - 20), number)),
        }
    seen = {"seen": number - chance.randrange(SEEN_LATE)} if chance.random() < 0.2 else {}
    type, n = ("gain", 2) if chance.random() < 0.5 else ("pay", 3)
    return {"type": type, "seat": chance.choice(SEATS), "kind": "energy", "n": n, **seen}


def _id(what: str, number: int) -> str:
    return f"{what}{number}".ljust(22, "-")


def _phone(file: Path) -> "subprocess.Popen[str]":
    node = shutil.which("node")
    assert node, "node is needed to fold as a phone does"
    return subprocess.Popen(
        [node, FOLDER / "fold.mjs", file],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def _in_turns(posted: Posted, phone: "subprocess.Popen[str]") -> dict[tuple[str, int], list[float]]:
    assert phone.stdin and phone.stdout
    times: dict[tuple[str, int], list[float]] = {}
    for round in range(1 + TIMES):  # the first only warms
        for size in SIZES:
            begun = time.perf_counter()
            table = _fold(posted[:size]).table
            ours = time.perf_counter() - begun
            phone.stdin.write(f"{size}\n")
            phone.stdin.flush()
            told = json.loads(phone.stdout.readline())
            for language, seconds in (("Python", ours), ("JavaScript", told["seconds"])):
                times.setdefault((language, size), []).extend([seconds] * (round > 0))
            same = {"seq": table.seq, "seats": [dict(seat.counters) for seat in table.seats]}
            assert same == {name: told[name] for name in same}, (same, told)
    phone.stdin.close()
    return times


def _fold(posted: Posted) -> Ledger:
    ledger = Ledger()
    for post in posted:
        client, table = post["client"], ledger.table
        ledger.add(read_entry(
            post["raw"], client=client, author=client, game=table.game, seen=table.seq, now=0,
        ))  # fmt: skip
    return ledger
