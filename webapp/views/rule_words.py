"""The rows of resolutions, pinned cards and disputes in words."""

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext as _

from webapp.domain.bodies import (
    Body,
    DisputeEnd,
    DisputeOpen,
    Pin,
    ResolutionChoose,
    ResolutionClose,
    ResolutionOpen,
    Unpin,
)
from webapp.domain.table import Table
from webapp.i18n import current
from webapp.views.cards import cards_of
from webapp.views.kinds import amount_words, kind_name
from webapp.views.naming import Find, isolated, named

SENTENCES: Mapping[str, Any] = {
    "resolves": _("Resolves: %(card)s"),
    "resolved": _("Has resolved: %(card)s"),
    "chosen": _("%(card)s: %(name)s pays %(what)s"),
    "declined": _("%(card)s: %(name)s doesn’t pay"),
    "no-card": _("a spell or ability"),
    "pin": _("%(name)s plays %(card)s"),
    "unpin": _("%(name)s puts %(card)s aside"),
    "dispute": _("%(name)s: is the total right? (%(what)s)"),
    "dispute_end": _("The total is agreed upon"),
}
"""By what they say; a phone gets them with its own holes (views/kit_words.py)."""


def rule_words(body: Body, table: Table, find: Find) -> str | None:
    """What an entry of the whole rules says; None for another one."""
    match body:
        case ResolutionOpen():
            return _say("resolves", card=card_words(body.card))
        case ResolutionClose():
            return _say("resolved", card=_resolving(table, body.resolution, find)[0])
        case ResolutionChoose():
            return _choice(body, table, find)
        case Pin(seat, card):
            return _say("pin", name=named(table, seat), card=card_words(card))
        case Unpin(seat, card):
            return _say("unpin", name=named(table, seat), card=card_words(card))
        case DisputeOpen(seat, kind):
            what = isolated(kind_name(table, kind))
            return _say("dispute", name=named(table, seat), what=what)
        case DisputeEnd():
            return _say("dispute_end")
    return None


def card_words(slug: str | None) -> str:
    """A card's name in the reader's language; one that this app doesn't know by its slug."""
    card = cards_of().by_slug.get(slug or "")
    return isolated(card.name_in(current().tag)[0] if card else slug or _say("no-card"))


def _choice(body: ResolutionChoose, table: Table, find: Find) -> str:
    card, seat = _resolving(table, body.resolution, find)
    name = named(table, seat)
    if body.pay is None:
        return _say("declined", card=card, name=name)
    return _say("chosen", card=card, name=name, what=amount_words("energy", body.pay))


def _resolving(table: Table, resolution: str, find: Find) -> tuple[str, str]:
    """The name of the card that resolves, and the seat; our pages name it by its first entry."""
    found = table.resolution(resolution)
    if found is None and (begun := find(resolution)):
        found = begun.entry.body if isinstance(begun.entry.body, ResolutionOpen) else None
    return card_words(found.card if found else None), found.seat if found else ""


def _say(key: str, **values: object) -> str:
    return str(SENTENCES[key]) % values
