"""From a tapped button of a card, as a form has it, to the entries of the ledger."""

from collections.abc import Iterator, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from webapp.domain.actions import buttons, choices
from webapp.domain.buttons import Button, Have
from webapp.domain.cards import Card
from webapp.domain.having import have_of
from webapp.domain.making import Answers, entries
from webapp.domain.parts import Resolution
from webapp.domain.table import MOST, Seat, Table
from webapp.views.asking import number
from webapp.views.cards import cards_of
from webapp.views.errors import Problem

PLAY = "play"
"""What the field `type` of such a form says; no entry of the ledger has this type."""
AMOUNT = "amount."
ABLE = Have(energy=MOST)
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def played(table: Table, form: MultiDict[str, str], entry_id: str) -> list[Mapping[str, Any]]:
    """
    The entries that a form of type "play" makes, numbered from 1; none where nothing happens.

    Its fields: `seat`, `card`, `button`, and what the button asks for: `number`, `targets`,
    `players`, `amount.<kind>`; or `resolution` and `button` for a choice. Raises Problem 400.
    """
    found = table.resolution(form.get("resolution", ""))
    seat = table.seat(found.seat if found else form.get("seat", "")) or _unfit("seat")
    slug = (found.card if found else form.get("card")) or ""
    card = cards_of().by_slug.get(slug)
    if card is None and found is None:
        _unfit("card")
    button = _button(table, seat, card, found, form.get("button", ""))
    made = entries(button, _answers(table, seat, slug, found, form, entry_id))
    return [
        {**entry, "id": id_of(entry_id, place), "seq": place + 1}
        for place, entry in enumerate(made)
    ]


def id_of(entry_id: str, place: int) -> str:
    """
    The id of the entry at a place among those of one form: the first has the form's.

    The others differ from it in their last two characters, so that a form sent twice makes the
    same ones.
    """
    if place == 0:
        return entry_id
    high, low = divmod(place, len(_DIGITS))
    return f"{entry_id[:-2]}{_DIGITS[high]}{_DIGITS[low]}"


def _button(
    table: Table, seat: Seat, card: Card | None, found: Resolution | None, key: str
) -> Button:
    """The button that was tapped. Of a choice each is known: the ledger says what is too late."""
    if found or card is None:
        offered = (*choices(card, ABLE), *choices(card, ABLE, chosen=True))
    else:
        offered = buttons(card, have_of(table, seat.id, card.slug))
    return next((button for button in offered if button.key == key), None) or _unfit("button")


def _answers(
    table: Table, seat: Seat, card: str, found: Resolution | None, form: MultiDict[str, str],
    entry_id: str,
) -> Answers:  # fmt: skip
    chosen = (table.seat(id) for id in form.getlist("players"))
    return Answers(
        seat=seat.id,
        card=card,
        number=number(form.get("number", "").strip()) or 0,
        targets=form.get("targets", "none"),
        players={each.id: each.counters for each in chosen if each},
        amounts=dict(_amounts(form)),
        own=seat.counters,
        resolution=found.id if found else entry_id,
        effect=entry_id,
        group=entry_id,
    )


def _amounts(form: MultiDict[str, str]) -> Iterator[tuple[str, int]]:
    for field in form:
        n = number(form[field].strip()) if field.startswith(AMOUNT) else None
        if n:
            yield field.removeprefix(AMOUNT), n


def _unfit(field: str) -> Any:
    raise Problem(400, "bad_request", field=field, why="choice")
