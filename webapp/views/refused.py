"""A refusal as it is shown: in words, with the rulings and rules that say so."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from markupsafe import Markup

from webapp.domain.bodies import SeatTake, Undo
from webapp.domain.entries import Entry
from webapp.domain.refusals import RULES, Code, Refusal
from webapp.domain.rows import Row
from webapp.domain.wire import own_fields
from webapp.i18n import current, refusal_words
from webapp.services.rulings import Wording
from webapp.views.rulings import rulings_of


@dataclass(frozen=True, slots=True)
class Citation:
    """What a refusal leans on: a ruling, in `wording`, or a rule by its number; `date` is ISO."""

    id: str
    date: str
    wording: Wording | None = None


@dataclass(frozen=True, slots=True)
class RefusalShown:
    """Why not, ready for a template; `words` is safe markup, `way_out` the sheet that leads on."""

    code: str
    words: Markup
    citations: tuple[Citation, ...]
    way_out: str | None = None


FIGURES = ("have", "need", "max", "min")


def refusals_of_phones() -> list[RefusalShown]:
    """One of each kind, with holes where a phone fills in the figures (data-fill)."""
    holes = {name: Markup('<b data-fill="{}"></b>').format(name) for name in FIGURES}
    return [_shown(Refusal(code), holes) for code in Code]


def show_refusal(row: Row) -> RefusalShown | None:
    """Why a row was refused, in the reader's language; None for one that was not."""
    refusal, body = row.refusal, row.entry.body
    if refusal is None:
        return None
    shown = _shown(refusal, refusal.params)
    if refusal.code is Code.SEAT_HELD and isinstance(body, SeatTake):
        return replace(shown, way_out=f"seat?seat={body.seat}")
    if refusal.code is Code.UNDO_BELOW_ZERO and isinstance(body, Undo):
        return replace(shown, way_out=f"undo?entry={body.entry}")
    if refusal.code is Code.ORDER_REQUIRED:
        return replace(shown, way_out=f"order-of-effects?{urlencode(_pairs(row.entry))}")
    return shown


def _pairs(entry: Entry) -> list[tuple[str, object]]:
    """The fields of an entry as an address tells them (views/envelope.py reads them)."""
    pairs: list[tuple[str, object]] = [("type", entry.type)]
    for field, value in own_fields(entry).items():
        if isinstance(value, dict):
            pairs += [(f"{field}.{key}", each) for key, many in value.items() for each in many]
        elif isinstance(value, list | tuple):
            pairs += [(field, each) for each in value]
        else:
            pairs.append((field, value))
    return pairs


def _shown(refusal: Refusal, params: Mapping[str, object]) -> RefusalShown:
    words = refusal_words(refusal.code, params)
    return RefusalShown(refusal.code.value, words, tuple(map(cite, refusal.cites)))


def cite(id: str) -> Citation:
    """A ruling by its id, in the reader's language, or a rule by its number."""
    if id in RULES:
        return Citation(id, RULES[id])
    wording = rulings_of().wording(id, current().tag)
    return Citation(id, wording.date, wording)
