"""The ledger as a file for a spreadsheet."""

import csv

import pytest

from tests.people import ANAS, START, TABLE, Person
from webapp.views import export

pytestmark = pytest.mark.usefixtures("at_table")


def rows(person: Person) -> list[dict[str, str]]:
    answer = person.web.get(f"/t/{TABLE}/ledger.csv")
    assert answer.mimetype == "text/csv"
    assert "attachment" in answer.headers["Content-Disposition"]
    return list(csv.DictReader(answer.data.decode("utf-8-sig").splitlines()))


def test_every_row_is_there_with_the_total_before_and_after(ana: Person):
    gain, pay = ana.gain(ANAS, 3, at=START), ana.pay(ANAS, 9)
    correct = ana.entry(
        "correct", seat=ANAS, kind="energy", reason="miscounted", **{"from": 3, "to": 1}
    )
    ana.post(gain, pay, correct)
    *_, gained, refused, corrected = rows(ana)
    assert gained == {
        "seq": "4",
        "time": "2026-11-30T00:53:20+00:00",
        "type": "gain",
        "outcome": "accepted",
        "reason": "",
        "by": "Ana",
        "seat": "Ana",
        "kind": "energy",
        "change": "3",
        "before": "0",
        "after": "3",
        "undone": "",
        "note": "",
    }
    assert (refused["outcome"], refused["reason"]) == ("refused", "INSUFFICIENT")
    assert (corrected["change"], corrected["before"], corrected["after"]) == ("-2", "3", "1")
    assert corrected["note"] == "miscounted"


def test_a_ledger_of_any_length_is_there_row_by_row(ana: Person, monkeypatch: pytest.MonkeyPatch):
    ana.post(*(ana.gain(ANAS, n) for n in range(1, 8)))
    for at_once in (1, 3, 10, 11):
        monkeypatch.setattr(export, "AT_ONCE", at_once)
        assert [row["seq"] for row in rows(ana)] == [str(seq) for seq in range(1, 11)]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1"])
def test_no_name_becomes_a_formula(ana: Person, name: str):
    ana.post(ana.entry("seat_rename", seat=ANAS, name=name), ana.gain(ANAS, 1))
    assert rows(ana)[-1]["seat"] == f"'{name}"


def test_a_table_that_nobody_opened_has_no_file(dan: Person):
    assert dan.web.get(f"/t/{'0' * 26}/ledger.csv").status_code == 404
