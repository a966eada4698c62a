"""
Ledgers by chance: wishes of several authors who have seen more or less of what the others did.

A wish is seven numbers; `raw_entry` makes an entry of it, whatever the numbers are. So hypothesis
can shrink them, and a seeded generator can make thousands.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.builders import SEATS, an_id
from tests.ledger import Ledger
from webapp.domain.entries import ANSWERS, Entry, read_entry

Wish = tuple[int, int, int, int, int, int, int]  # type, author, seat, n, back, lag, game

TYPES = (
    *["gain"] * 12, *["pay"] * 12, *["correct"] * 5, *["undo"] * 12, *["settle"] * 8,
    *["new_game"] * 3, "seat_add", "seat_rename", "seat_take", "seat_leave", "seat_return",
    "seat_order", "open",
)  # fmt: skip
AUTHORS = ("ana", "ben", "cleo")
LAGS = (0, 0, 0, 1, 2, 3, 5, 8, 13, 99)
OPENING: dict[str, Any] = {
    "id": an_id("open"), "seq": 1, "type": "open",
    "seats": [{"seat": SEATS["ana"]}, {"seat": SEATS["ben"], "name": "Ben"}],
}  # fmt: skip

small = st.integers(0, 99)
wishes = st.lists(st.tuples(small, small, small, small, small, small, small), max_size=30)


def some_wishes(chance: Random, most: int) -> list[Wish]:
    """As many as chance will have it."""
    number = chance.randint(0, most)
    return [tuple(chance.randint(0, 99) for _ in range(7)) for _ in range(number)]  # type: ignore[misc]


def raw_entry(ledger: Ledger, wish: Wish) -> dict[str, Any]:
    """The entry of a wish at the end of a ledger, with everything that it names."""
    kind, _, seat, n, back, lag, game = wish
    number = len(ledger.rows) + 1
    type = _possible(ledger, TYPES[kind % len(TYPES)], n)
    raw = {
        "id": an_id(f"e{number}"), "seq": number, "type": type, "at": number * 4000,
        "game": _game(ledger, game, 2 if type == "new_game" else 9),
        "seen": max(0, ledger.table.seq - LAGS[lag % len(LAGS)]),
    }  # fmt: skip
    people = list(SEATS.values())
    own = {
        "gain": {"n": n % 9 + 1, "kind": "energy"},
        "pay": {"n": n % 5 + 1, "kind": "energy"},
        "correct": {"from": n % 5, "to": back % 7, "kind": "energy"},
        "undo": {"entry": _recent(ledger, back), "with": _with(ledger, n, seat)},
        "settle": _answer(ledger, n, back, lag),
        "seat_rename": {"name": f" N{n} ", "colour": "rose"},
        "seat_take": {"over": n % 2 == 0},
        "seat_order": {"order": [s.id for s in ledger.table.seats][:: 1 - 2 * (n % 2)]},
        "open": {"seats": OPENING["seats"]},
    }.get(type, {})
    return {**raw, "seat": people[seat % (len(people) if n % 10 == 0 else 2)], **own}


def entry_of(ledger: Ledger, wish: Wish) -> Entry:
    """The same, read."""
    return read(raw_entry(ledger, wish), AUTHORS[wish[1] % len(AUTHORS)], ledger)


def read(raw: dict[str, Any], author: str, ledger: Ledger) -> Entry:
    """A raw entry as the server would read it from that author."""
    by, table = an_id(author), ledger.table
    return read_entry(raw, client=by, author=by, game=table.game, seen=table.seq, now=0)


def opened() -> Ledger:
    """A ledger with its first entry."""
    ledger = Ledger()
    ledger.add(read(OPENING, "ana", ledger))
    return ledger


def played(wishes: Iterable[Wish]) -> Ledger:
    """A ledger in which all of the wishes were decided."""
    ledger = opened()
    for wish in wishes:
        ledger.add(entry_of(ledger, wish))
    return ledger


def _game(ledger: Ledger, chance: int, seldom: int) -> str:
    """The current game, or once in so many times one of the last ones that were begun."""
    games = [row.entry.id for row in ledger.rows if row.entry.type in ("open", "new_game")]
    return games[-1 - chance % min(3, len(games))] if chance % seldom == 0 else ledger.table.game


def _possible(ledger: Ledger, type: str, n: int) -> str:
    """Mostly settle only what there is to settle."""
    return "pay" if type == "settle" and not ledger.table.conflicts and n % 9 else type


def _recent(ledger: Ledger, back: int) -> str:
    """One of the last entries, mostly one that had an effect."""
    rows = [row for row in ledger.rows[-30:] if row.delta or row.entry.type == "settle"]
    rows = rows if rows and back % 9 else ledger.rows
    return rows[-1 - back % min(6, len(rows))].entry.id


def _with(ledger: Ledger, n: int, seat: int) -> list[str]:
    return [_recent(ledger, n + seat * i) for i in range(n % 4)] if n % 3 == 0 else []


def _answer(ledger: Ledger, n: int, back: int, lag: int) -> dict[str, Any]:
    open_now = [conflict.entry for conflict in ledger.table.conflicts] or [_recent(ledger, back)]
    answer = {"entry": open_now[back % len(open_now)], "answer": ANSWERS[n % 4], "to": lag % 9}
    return {**answer, "undo": _recent(ledger, back)} if back % 2 else answer
