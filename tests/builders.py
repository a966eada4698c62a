"""Tables and entries for tests, written as one would tell them."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from tests.ledger import Ledger
from webapp.domain.entries import read_entry
from webapp.domain.rows import Row

ANA, BEN, CLEO, DAN = "ana", "ben", "cleo", "dan"
"""The people of all tests: Ana opened the table, Ben sits, Cleo watches, Dan is a stranger."""

SEATS: Mapping[str, str] = {ANA: "ANA00000", BEN: "BEN00000", CLEO: "C1E00000", DAN: "DAN00000"}


def an_id(word: str) -> str:
    """An id of the real form from a short word."""
    return word.ljust(22, "_")


class ATable(Ledger):
    """A ledger that is spoken to: `a_table(ana=3).by(BEN).pays(ANA, 2)`. Nobody sees it late."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count(1)
        self._author = ANA
        self._seen: int | None = None

    def by(self, author: str, seen: int | None = None) -> "ATable":
        """What comes next is by that author, who has seen so much of the ledger (all of it)."""
        self._author, self._seen = author, seen
        return self

    def does(self, type: str, **fields: Any) -> Row:
        """Add any entry; `seat` may be a person, `from_` and `with_` stand for the bare words."""
        number = next(self._numbers)
        raw = {"id": an_id(f"e{number}"), "seq": number, "type": type, "at": number * 100_000}
        raw |= {name.rstrip("_"): value for name, value in fields.items()}
        if raw.get("seat") in SEATS:
            raw["seat"] = SEATS[raw["seat"]]
        seen = self.table.seq if self._seen is None else self._seen
        return self.add(read_entry(
            raw, client=an_id(self._author), author=an_id(self._author),
            game=self.table.game, seen=seen, now=number * 100_000,
        ))  # fmt: skip

    def gains(self, seat: str, n: object) -> Row:
        """That player gets counters."""
        return self.does("gain", seat=seat, kind="energy", n=n)

    def pays(self, seat: str, n: object) -> Row:
        """That player pays counters."""
        return self.does("pay", seat=seat, kind="energy", n=n)

    def undoes(self, *rows: Row) -> Row:
        """The first row is taken back, the others with it."""
        first, *others = (row.entry.id for row in rows)
        return self.does("undo", entry=first, with_=others)

    def energy_of(self, person: str) -> int:
        """The total of that person's seat."""
        return self.table.balance(SEATS[person], "energy")


def a_table(**energy: int) -> ATable:
    """A table with the seats of Ana and Ben, and of whoever is named, at their totals."""
    people = list(dict.fromkeys([ANA, BEN, *energy]))
    ledger = ATable()
    ledger.does("open", seats=[{"seat": SEATS[p], "name": p.title()} for p in people])
    for person, n in energy.items():
        if n:
            ledger.gains(person, n)
    return ledger
