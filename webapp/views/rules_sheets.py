"""What the sheets on counters, effects, turns and modes need beside the table itself."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort, request

from webapp.domain.bodies import Double, Gain, Proliferate
from webapp.domain.entries import read_entry
from webapp.domain.moves import move
from webapp.domain.refusals import Code, Refusal
from webapp.domain.sight import all_seen
from webapp.services.links import new_entry_id
from webapp.views.asking import number, tables
from webapp.views.counters import all_counters_of, counter_of, kinds_of
from webapp.views.effects import effect_cards, is_full
from webapp.views.envelope import fields_of
from webapp.views.kinds import OWN
from webapp.views.more_words import amounts_words, order_words
from webapp.views.seen import Seen
from webapp.views.shown import SeatShown

PLACED = frozenset({"vorinclex-monstrous-raider", "innkeepers-talent"})
"""Effects that ask who puts counters on a player."""
LOOK_BACK = 50
"""So many rows are searched for the order that a player chose last."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One distinct outcome of an event: what the player gets by which order of effects."""

    words: str
    cards: str
    order: tuple[str, ...]
    field: str
    last: bool


def new_kind() -> str:
    """The id of a kind that a table is about to name; the name may be of any script."""
    return f"{OWN}{secrets.token_hex(6)}"


def counter(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """One kind of a seat by ?kind=, without one all of them."""
    table = seen.view.table
    own, kind = table.seat(seat.id), request.args.get("kind")
    if own is None or (kind and kind not in ("energy", *kinds_of(table))):
        abort(404)
    doubled = [k for k in ("energy", *kinds_of(table)) if k != "life" and table.balance(own.id, k)]
    asked = any(effect.card in PLACED for effect in seen.shown.effects)
    return {
        "counter": counter_of(table, own, kind) if kind else None,
        "counters": all_counters_of(table, own),
        "placers": _players(seen) if asked and kind != "life" else [],
        "doubled": doubled,
    }


def correct(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """The kind that ?kind= asks for; energy without one."""
    kind = request.args.get("kind") or "energy"
    table = seen.view.table
    own = table.seat(seat.id)
    if own is None or kind not in ("energy", *kinds_of(table)):
        abort(404)
    return {"counter": counter_of(table, own, kind)}


def pay(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """The amount that ?n= proposes; a pad in tournament mode asks so."""
    return {"amount": number(request.args.get("n"))}


def effects(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    return {"cards": effect_cards(), "full": is_full(seen.view.table), "players": _players(seen)}


def proliferate(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    by = seen.shown.mine[0] if len(seen.shown.mine) == 1 else None
    return {"players": _players(seen), "by": by}


def turn(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """The players, and who comes after the one whose turn it is."""
    return {"players": _players(seen), "next": seen.shown.next}


def teams(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    return {"players": _players(seen)}


def order_of_effects(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """The outcomes of the entry that the address tells of, as the table is now."""
    raw = fields_of(request.args)
    refusal = _judged(seen, raw)
    if refusal is None or refusal.code is not Code.ORDER_REQUIRED:
        return {"outcomes": [], "wish": []}
    whose = str(refusal.params["seat"])
    field = f"order.{whose}" if raw.get("type") == "proliferate" else "order"
    last = _last_order(seen, whose)
    table = seen.view.table
    return {
        "seat": seen.shown.seat(whose),
        "wish": list(request.args.items(multi=True)),
        "outcomes": [
            Outcome(
                amounts_words(table, way["amounts"]), order_words(table, way["order"]),
                tuple(way["order"]), field, tuple(way["order"]) == last,
            )
            for way in refusal.params["outcomes"]  # type: ignore[attr-defined]
        ],
    }  # fmt: skip


SHEETS: Mapping[str, Callable[[Seen, SeatShown], Mapping[str, Any]]] = {
    "correct": correct,
    "counter": counter,
    "pay": pay,
    "effects": effects,
    "proliferate": proliferate,
    "order-of-effects": order_of_effects,
    "turn": turn,
    "teams": teams,
    "tournament": lambda seen, seat: {},
}


def _players(seen: Seen) -> list[SeatShown]:
    return [seat for seat in seen.shown.seats if seat.status == "active"]


def _judged(seen: Seen, raw: Mapping[str, Any]) -> Refusal | None:
    """Why such an entry would be refused now."""
    table, author = seen.view.table, seen.author or ""
    named = {**raw, "id": new_entry_id(), "seq": 1}
    entry = read_entry(named, client=author, author=author, game=table.game, seen=table.seq, now=0)
    if not isinstance(entry.body, Gain | Double | Proliferate):
        return None
    found = move(table, all_seen(table, entry), entry.body)
    return found if isinstance(found, Refusal) else None


def _last_order(seen: Seen, seat: str) -> tuple[str, ...] | None:
    """The order that this player chose last; in tournament mode nothing is suggested."""
    if seen.shown.mode == "tournament":
        return None
    for row in tables().ledger(seen.view.id, LOOK_BACK):
        match row.entry.body:
            case Gain(order=order) | Double(order=order) if order and row.entry.body.seat == seat:
                return order
            case Proliferate(order=orders) if seat in orders:
                return tuple(orders[seat])
    return None
