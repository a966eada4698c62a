"""The same rules in Python and JavaScript: ledgers by chance, decided by both, compared whole."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.builders import SEATS, an_id
from tests.domain.hostile import spoilt
from tests.domain.play_by_chance import a_flavour, a_setting, an_entry, an_opening
from tests.domain.wishes import AUTHORS, OPENING, raw_entry, read, some_wishes
from tests.ledger import Ledger
from webapp.domain.games import UNDOABLE
from webapp.domain.refusals import Code
from webapp.domain.rows import Flag, Outcome, Row
from webapp.domain.sight import FARTHEST

BATCHES = 8
PLAIN, WHOLE = 250, 1000
"""So many ledgers in a batch: of the plainest entries, and of all that there are."""
REPLAY = Path(__file__).parent.parent / "js/support/replay.js"
Posted = list[dict[str, Any]]


class Posting:
    """A ledger, and what was posted to it; some are full of hostile entries."""

    def __init__(self, opening: dict[str, Any], hostile: Random | None = None) -> None:
        self.ledger, self.posted = Ledger(), Posted()
        self._hostile = hostile
        self._post(opening, "ana")

    def add(self, raw: dict[str, Any], author: str) -> None:
        spoil = self._hostile and self._hostile.random() < 0.5
        self._post(spoilt(self._hostile, raw) if self._hostile and spoil else raw, author)

    def _post(self, raw: dict[str, Any], author: str) -> None:
        self.ledger.add(read(raw, author, self.ledger))
        self.posted.append({"client": an_id(author), "raw": raw})


def plain_ledger(chance: Random) -> Posting:
    """Gains, payments, corrections, and what they lead to; every third one is hostile."""
    posting = Posting(OPENING, chance if chance.random() < 0.33 else None)
    for wish in some_wishes(chance, 20):
        posting.add(raw_entry(posting.ledger, wish), AUTHORS[wish[1] % len(AUTHORS)])
    return posting


def whole_ledger(chance: Random) -> Posting:
    """Everything there is; every fifth one is hostile."""
    posting = Posting(an_opening(chance), chance if chance.random() < 0.2 else None)
    for raw in a_setting(chance):
        posting.add(raw, "ana")
    flavour = a_flavour(chance)
    for _ in range(chance.randint(1, 20)):
        posting.add(an_entry(chance, posting.ledger, flavour), chance.choice(AUTHORS))
    return posting


def far_back() -> Posting:
    """A ledger longer than anyone looks back, and entries at its end about its beginning."""
    posting = Posting(OPENING)
    gain, pay = ({"type": type, "seat": SEATS["ana"], "n": 3} for type in ("gain", "pay"))
    others = [{"type": "gain", "seat": SEATS["ben"], "n": 1}] * (FARTHEST - 2)
    late = [{**pay, "seen": 2}, {"type": "undo", "entry": an_id("e2"), "seen": 2}]
    for wish in [gain, pay, *others, *late, *late]:
        number = len(posting.ledger.rows) + 1
        raw = {"id": an_id(f"e{number}"), "seq": number, "at": 0, "kind": "energy", **wish}
        posting.add(raw, f"late{number}" if "seen" in wish else "ana")
    return posting


def a_batch(number: int) -> list[Posting]:
    """Many ledgers by chance, always the same ones."""
    chance = Random(20241 + number)
    plain = [plain_ledger(chance) for _ in range(PLAIN)]
    return [*plain, *(whole_ledger(chance) for _ in range(WHOLE)), far_back()]


def told(ledger: Ledger) -> dict[str, Any]:
    """A ledger in the form in which the JavaScript tells its own."""
    return {"rows": [told_row(row) for row in ledger.rows], "table": ledger.table}


def told_row(row: Row) -> dict[str, Any]:
    entry, refusal = row.entry, row.refusal
    return {
        "id": entry.id, "seq": row.seq, "type": entry.type, "game": entry.game, "at": entry.at,
        "seen": entry.seen, "outcome": row.outcome, "delta": row.delta, "totals": row.totals,
        "flags": row.flags, "compensates": row.compensates, "undone": row.undone,
        "refusal": refusal and {"code": refusal.code, "params": refusal.params},
    }  # fmt: skip


def as_javascript_tells(batch: list[Posting], folder: Path) -> list[Any]:
    """The same ledgers, decided by the phone's own rules."""
    (folder / "posted.json").write_text(json.dumps([posting.posted for posting in batch]))
    node = shutil.which("node")
    assert node, "node is needed to compare both languages"
    subprocess.run([node, REPLAY, folder / "posted.json", folder / "told.json"], check=True)
    told: list[Any] = json.loads((folder / "told.json").read_text())
    return told


@pytest.mark.parametrize("number", range(BATCHES))
def test_both_languages_decide_every_ledger_alike(number: int, tmp_path: Path):
    batch = a_batch(number)
    for posting, theirs in zip(batch, as_javascript_tells(batch, tmp_path), strict=True):
        ours = json.loads(json.dumps(told(posting.ledger), default=vars))
        for n, (our, their) in enumerate(zip(ours["rows"], theirs["rows"], strict=True)):
            assert our == their, json.dumps(posting.posted[: n + 1])
        assert ours["table"] == theirs["table"], json.dumps(posting.posted)


def test_nobody_looks_back_for_ever():
    rows = far_back().ledger.rows[-4:]
    assert [row.outcome for row in rows] == ["conflict", "conflict", "refused", "refused"]
    spent = [row.refusal.params.get("entries") for row in rows if row.refusal]
    assert spent == [None, [an_id("e3")], None, []]


def test_a_batch_of_ledgers_reaches_every_outcome_refusal_and_flag():
    rows = [row for posting in a_batch(0) for row in posting.ledger.rows]
    assert {row.outcome for row in rows} == set(Outcome)
    assert {row.refusal.code for row in rows if row.refusal} == set(Code)
    assert {flag for row in rows for flag in row.flags} == set(Flag)


def test_a_batch_of_ledgers_takes_back_every_type_that_can_be():
    rows = [row for posting in a_batch(0) for row in posting.ledger.rows]
    assert {row.entry.type for row in rows if row.undone} == set(UNDOABLE)
