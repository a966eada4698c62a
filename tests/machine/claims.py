"""What was wished at the phones, and what must have become of it when all is at rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.machine.world import World

FIELDS = ("type", "seat", "n", "entry", "to", "answer", "name")


@dataclass
class Wish:
    """One entry or draft: where it was made, and what it may have become (None: nothing)."""

    tab: str
    table: str
    may_be: list[dict[str, Any] | None]


class Wishes:
    """By entry id, in the order in which each tab made them."""

    def __init__(self) -> None:
        self.made: dict[str, Wish] = {}

    def take(self, tab: str, at: tuple[str, str], news: dict[str, Any], torn: bool = False) -> None:
        """What one command made; what was torn may have been kept or not."""
        for entry in news["entered"]:
            self._is(entry["id"], tab, at[1], entry, torn)
        if draft := news["draft"]:
            n = draft["n"]
            about = {"type": "gain" if n > 0 else "pay", "seat": draft["seat"], "n": abs(n)}
            self._is(draft["id"], tab, at[1], about, torn)
        if news["gone"]:
            self._is(news["gone"], tab, at[1], None, torn)

    def _is(self, id: str, tab: str, table: str, wish: dict[str, Any] | None, torn: bool) -> None:
        told = wish and {field: wish[field] for field in FIELDS if field in wish}
        before = self.made[id].may_be if id in self.made else [None]
        self.made[id] = Wish(tab, table, [*before, told] if torn else [told])


def all_agree(world: World) -> None:
    """Totals on every phone = server = fold of the ledger, and every wish has one outcome."""
    pages, kept = world.look(), world.dump()
    for name, page in pages.items():
        _has_settled(name, page)
        _shows_the_ledger(world, name, page)
    for device, stores in kept.items():
        left = [stores[name] for name in ("entries", "drafts", "parked") if stores[name]]
        assert not left, f"{device} still keeps {left}"
    for table in world.tables:
        if table in world.server.ledgers:
            _each_wish_once(world, table)
            _in_order(world, table)
    _outcomes_stand(world, pages)


def _has_settled(name: str, page: dict[str, Any]) -> None:
    assert page["ready"] and not page["stopped"], f"{name} has stopped"
    assert not page["waiting"] and not page["draft"], f"{name} still waits: {page['waiting']}"
    assert not page["parked"], f"{name} has parked {page['parked']}"


def _shows_the_ledger(world: World, name: str, page: dict[str, Any]) -> None:
    table = world.server.ledgers[world.tabs[name][1]].table
    assert page["seq"] == table.seq, f"{name} is at {page['seq']}, the server at {table.seq}"
    totals = {seat.id: seat.counters["energy"] for seat in table.seats}
    assert page["totals"] == totals, f"{name} shows {page['totals']}, the ledger makes {totals}"
    assert page["seats"] == [[seat.id, seat.name, seat.status] for seat in table.seats]
    assert page["conflicts"] == [conflict.entry for conflict in table.conflicts]


def _each_wish_once(world: World, table: str) -> None:
    """N2, N3, N5: what was wished is there once, as it was wished, in its author's order."""
    ledger = world.server.ledgers[table]
    count = Counter(row.entry.id for row in ledger.rows)
    assert not [id for id, n in count.items() if n > 1]
    # A restored server does not get back what is older than a day by its phone's clock.
    may_be_lost = world.restored and world.skewed
    for id, wish in world.wishes.made.items():
        if wish.table != table:
            continue
        row = ledger.find(id)
        told = row and _told(row.entry)
        may_be = [m and {f: v for f, v in m.items() if f in (told or m)} for m in wish.may_be]
        assert told in may_be or (told is None and may_be_lost), (
            f"{id} was {wish.may_be}, the ledger has {told}"
        )
    strangers = [row.entry for row in ledger.rows if row.entry.id not in world.wishes.made]
    unknown = [entry.id for entry in strangers if entry.type not in ("open", "seat_take")]
    assert not unknown, f"nobody wished {unknown}"


def _in_order(world: World, table: str) -> None:
    """R2: each tab's entries in the order in which they were made, each client's seqs from 1."""
    rows = world.server.ledgers[table].rows
    places = {row.entry.id: row.seq for row in rows}
    tabs: dict[str, list[int]] = {}
    for id, wish in world.wishes.made.items():
        if wish.table == table and id in places:
            tabs.setdefault(wish.tab, []).append(places[id])
    told_before = world.restored or len(world.devices) > world.phones
    for tab, order in tabs.items():
        assert told_before or order == sorted(order), (
            f"{tab} made its entries in another order: {order}"
        )
    clients: dict[str, list[int]] = {}
    for row in rows:
        clients.setdefault(row.entry.client, []).append(row.entry.seq)
    for client, seqs in clients.items():
        assert seqs == sorted(set(seqs)), f"{client} has counted {seqs}"
        counted = {*seqs, *world.server.replayed.get((table, client), ())}
        assert told_before or counted == {*range(1, len(counted) + 1)}, f"{client}: {counted}"


def _told(entry: Any) -> dict[str, Any]:
    told = {field: getattr(entry.body, field, None) for field in FIELDS}
    return {f: value for f, value in told.items() if value is not None} | {"type": entry.type}


def _outcomes_stand(world: World, pages: dict[str, Any]) -> None:
    """N4, I19: what a phone was told of an entry is what the ledger says; it is told once."""
    if world.restored:
        return
    for name, page in pages.items():
        ledger = world.server.ledgers[world.tabs[name][1]]
        for id, outcomes in page["told"].items():
            row = ledger.find(id)
            assert row and outcomes == [row.outcome], f"{name} was told {outcomes} of {id}"
