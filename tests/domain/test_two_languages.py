"""The same rules in Python and JavaScript: ledgers by chance, decided by both, compared whole."""

import json
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.builders import SEATS, an_id
from tests.domain.hostile import spoilt
from tests.domain.wishes import AUTHORS, OPENING, opened, raw_entry, read, some_wishes
from tests.ledger import Ledger
from webapp.domain.rows import Row
from webapp.domain.sight import FARTHEST

LEDGERS = 2000
REPLAY = Path(__file__).parent.parent / "js/support/replay.js"
Posted = list[dict[str, Any]]


def by_chance(chance: Random) -> tuple[Ledger, Posted]:
    """One ledger, and what was posted to it; every third one is full of hostile entries."""
    ledger = opened()
    posted: Posted = [{"client": an_id("ana"), "raw": OPENING}]
    hostile = chance.random() < 0.33
    for wish in some_wishes(chance, 20):
        raw, author = raw_entry(ledger, wish), AUTHORS[wish[1] % len(AUTHORS)]
        if hostile and chance.random() < 0.5:
            raw = spoilt(chance, raw)
        ledger.add(read(raw, author, ledger))
        posted.append({"client": an_id(author), "raw": raw})
    return ledger, posted


def far_back() -> tuple[Ledger, Posted]:
    """A ledger longer than anyone looks back, and entries at its end about its beginning."""
    ledger = opened()
    posted: Posted = [{"client": an_id("ana"), "raw": OPENING}]
    gain, pay = ({"type": type, "seat": SEATS["ana"], "n": 3} for type in ("gain", "pay"))
    others = [{"type": "gain", "seat": SEATS["ben"], "n": 1}] * (FARTHEST - 2)
    late = [{**pay, "seen": 2}, {"type": "undo", "entry": an_id("e2"), "seen": 2}]
    for wish in [gain, pay, *others, *late, *late]:
        number = len(ledger.rows) + 1
        raw = {"id": an_id(f"e{number}"), "seq": number, "at": 0, "kind": "energy", **wish}
        author = f"late{number}" if "seen" in wish else "ana"
        ledger.add(read(raw, author, ledger))
        posted.append({"client": an_id(author), "raw": raw})
    return ledger, posted


def told(ledger: Ledger) -> dict[str, Any]:
    """A ledger in the form in which the JavaScript tells its own."""
    return {"rows": [told_row(row) for row in ledger.rows], "table": asdict(ledger.table)}


def told_row(row: Row) -> dict[str, Any]:
    entry, refusal = row.entry, row.refusal
    return {
        "id": entry.id, "seq": row.seq, "type": entry.type, "game": entry.game, "at": entry.at,
        "seen": entry.seen, "outcome": row.outcome, "delta": row.delta, "totals": row.totals,
        "flags": row.flags, "compensates": row.compensates, "undone": row.undone,
        "refusal": refusal and {"code": refusal.code, "params": refusal.params},
    }  # fmt: skip


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Posted, Any, Any]]:
    """What was posted, what Python made of it, what JavaScript made of it."""
    chance = Random(20241)
    made = [*(by_chance(chance) for _ in range(LEDGERS)), far_back()]
    folder = tmp_path_factory.mktemp("ledgers")
    (folder / "posted.json").write_text(json.dumps([posted for _, posted in made]))
    node = shutil.which("node")
    assert node, "node is needed to compare both languages"
    subprocess.run([node, REPLAY, folder / "posted.json", folder / "told.json"], check=True)
    theirs = json.loads((folder / "told.json").read_text())
    ours = json.loads(json.dumps([told(ledger) for ledger, _ in made]))
    return list(zip([posted for _, posted in made], ours, theirs, strict=True))


def test_both_languages_decide_every_entry_alike(both: list[tuple[Posted, Any, Any]]):
    for posted, ours, theirs in both:
        for n, (our, their) in enumerate(zip(ours["rows"], theirs["rows"], strict=True)):
            assert our == their, json.dumps(posted[: n + 1])


def test_nobody_looks_back_for_ever():
    ledger, _ = far_back()
    assert [row.outcome for row in ledger.rows[-4:]] == [
        "conflict",
        "conflict",
        "refused",
        "refused",
    ]
    spent = [row.refusal.params.get("entries") for row in ledger.rows[-4:] if row.refusal]
    assert spent == [None, [an_id("e3")], None, []]


def test_both_languages_make_the_same_table(both: list[tuple[Posted, Any, Any]]):
    for posted, ours, theirs in both:
        assert ours["table"] == theirs["table"], json.dumps(posted)


def test_the_ledgers_by_chance_reach_every_outcome_and_refusal(both: list[tuple[Posted, Any, Any]]):
    rows = [row for _, ours, _ in both for row in ours["rows"]]
    assert {row["outcome"] for row in rows} == {
        "accepted", "refused", "conflict", "duplicate", "stale", "archived",
    }  # fmt: skip
    assert {row["refusal"]["code"] for row in rows if row["refusal"]} >= {
        "INSUFFICIENT", "BAD_FIELD", "TOO_MANY", "UNKNOWN_SEAT", "UNKNOWN_ENTRY", "UNKNOWN_TYPE",
        "PLAYER_LEFT", "SEAT_HELD", "ALREADY_OPEN", "OTHERS_PLAYED", "UNDO_BELOW_ZERO",
        "UNDO_NOT_POSSIBLE", "NO_CONFLICT",
    }  # fmt: skip
