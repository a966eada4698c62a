"""What the sheets on the cards of a seat need beside the table itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort, request

from webapp.domain.search import LONGEST_QUERY, Hit
from webapp.i18n import current
from webapp.views.cards import cards_of
from webapp.views.counters import CounterShown, counter_of, kinds_of
from webapp.views.pins import pin_of
from webapp.views.seen import Seen
from webapp.views.shown import SeatShown
from webapp.views.why import why

MOST_HITS = 20


@dataclass(frozen=True, slots=True)
class HitShown:
    """A card that was found; `other` is the name that was meant, where that is another one."""

    slug: str
    name: str
    lang: str
    other: str
    other_lang: str


def pin(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """The cards with ?q= in one of their names."""
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    found = cards_of().find(query, current().tag)[:MOST_HITS] if query else ()
    return {"query": query, "hits": [_hit(hit) for hit in found]}


def card(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """The card of ?card= at a seat, and its button of ?button=; without one all cards there."""
    slug, key = request.args.get("card"), request.args.get("button")
    if not slug:
        return {"pin": None, "button": None}
    own = seen.view.table.seat(seat.id)
    if own is None or not (slug in own.pins or slug in cards_of().by_slug):
        abort(404)
    pin = pin_of(seen.view.table, own, slug)
    button = next((button for button in pin.buttons if button.key == key), None)
    if key and button is None:
        abort(404)
    players = [each for each in seen.shown.seats if each.status == "active"]
    kinds = _kinds(seen) if button else []
    return {"pin": pin, "button": button, "pinned": own.pins, "players": players, "kinds": kinds}


def reasons(seen: Seen, seat: SeatShown) -> Mapping[str, Any]:
    """The answer to ?of= (views/why.py); without one that about energy itself."""
    return {"why": why(request.args.get("of") or "energy") or abort(404)}


SHEETS: Mapping[str, Callable[[Seen, SeatShown], Mapping[str, Any]]] = {
    "pin": pin,
    "pin-hits": pin,
    "card": card,
    "crew": lambda seen, seat: {},
    "why": reasons,
}


def _kinds(seen: Seen) -> list[CounterShown]:
    """The kinds of counters that may be taken or given at this table."""
    table = seen.view.table
    kinds = ("energy", *(kind for kind in kinds_of(table) if kind != "life"))
    return [counter_of(table, table.seats[0], kind) for kind in kinds]


def _hit(hit: Hit) -> HitShown:
    name, lang = hit.card.name_in(current().tag)
    other = str(hit.card.names[hit.language]) if hit.language != lang else ""
    return HitShown(hit.card.slug, name, lang, other, hit.language)
