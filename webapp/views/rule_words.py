"""The rows of resolutions, pinned cards and disputes in words."""

from flask_babel import gettext

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
from webapp.views.naming import isolated, seat_name


def card_words(slug: str | None) -> str:
    """A card's name in the reader's language; one that this app doesn't know by its slug."""
    card = cards_of().by_slug.get(slug or "")
    return card.name_in(current().tag)[0] if card else slug or gettext("a spell or ability")


def rule_words(body: Body, table: Table) -> str | None:
    """What an entry of the whole rules says; None for another one."""
    match body:
        case ResolutionOpen():
            return gettext("Resolves: %(card)s", card=card_words(body.card))
        case ResolutionClose():
            return gettext("Has resolved: %(card)s", card=_resolving(table, body.resolution))
        case ResolutionChoose():
            return _choice(body, table)
        case DisputeEnd():
            return gettext("The total is agreed upon")
    return _seat_rule_words(body, table)


def _seat_rule_words(body: Body, table: Table) -> str | None:
    name = isolated(seat_name(table, getattr(body, "seat", "")))
    match body:
        case Pin():
            return gettext("%(name)s plays %(card)s", name=name, card=card_words(body.card))
        case Unpin():
            card = card_words(body.card)
            return gettext("%(name)s puts %(card)s aside", name=name, card=card)
        case DisputeOpen():
            what = isolated(kind_name(table, body.kind))
            return gettext("%(name)s: is the total right? (%(what)s)", name=name, what=what)
    return None


def _choice(body: ResolutionChoose, table: Table) -> str:
    found, card = table.resolution(body.resolution), _resolving(table, body.resolution)
    name = isolated(seat_name(table, found.seat if found else ""))
    if body.pay is None:
        return gettext("%(card)s: %(name)s doesn’t pay", card=card, name=name)
    what = amount_words("energy", body.pay)
    return gettext("%(card)s: %(name)s pays %(what)s", card=card, name=name, what=what)


def _resolving(table: Table, resolution: str) -> str:
    found = table.resolution(resolution)
    return card_words(found.card if found else None)
