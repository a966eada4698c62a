"""The rows of the whole rules in words: effects, resolutions, turns, and counters of every kind."""

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _

from webapp.domain.bodies import (
    Body,
    DisputeEnd,
    DisputeOpen,
    Double,
    EffectOff,
    EffectOn,
    Gain,
    KindAdd,
    Lose,
    Mode,
    Pay,
    Pin,
    Proliferate,
    ResolutionChoose,
    ResolutionClose,
    ResolutionOpen,
    Team,
    Turn,
    Unpin,
)
from webapp.domain.table import Table
from webapp.i18n import current
from webapp.views.cards import cards_of
from webapp.views.naming import isolated, seat_name

KINDS = {
    "energy": _("energy"),
    "poison": _("poison counters"),
    "experience": _("experience counters"),
    "rad": _("rad counters"),
    "ticket": _("ticket counters"),
    "life": _("life"),
}
MODES = {
    "casual": _("Casual game"),
    "tournament": _("Tournament game"),
    "normal": _("Everyone plays for themselves"),
    "2hg": _("Two-Headed Giant"),
}


def kind_words(table: Table, kind: str) -> str:
    """What counters of a kind are called; a table's own as it has named them."""
    own = next((own.name for own in table.kinds if own.kind == kind), kind)
    return str(KINDS[kind]) if kind in KINDS else isolated(own)


def amount_words(table: Table, kind: str, n: int) -> str:
    """So many counters of a kind."""
    match kind:
        case "energy":
            return ngettext("%(num)s energy", "%(num)s energy", n)
        case "poison":
            return ngettext("%(num)s poison counter", "%(num)s poison counters", n)
        case "experience":
            return ngettext("%(num)s experience counter", "%(num)s experience counters", n)
        case "rad":
            return ngettext("%(num)s rad counter", "%(num)s rad counters", n)
        case "ticket":
            return ngettext("%(num)s ticket counter", "%(num)s ticket counters", n)
        case "life":
            return ngettext("%(num)s life", "%(num)s life", n)
    return gettext("%(num)s × %(kind)s", num=n, kind=kind_words(table, kind))


def card_words(slug: str | None) -> str:
    """A card's name in the reader's language; one that this app doesn't know by its slug."""
    card = cards_of().by_slug.get(slug or "")
    return card.name_in(current().tag)[0] if card else slug or gettext("a spell or ability")


def movement_words(body: Gain | Pay | Lose | Double | Proliferate, table: Table) -> str:
    """Counters that were got, paid, lost."""
    if isinstance(body, Proliferate):
        names = ", ".join(isolated(seat_name(table, seat)) for seat in body.seats)
        return gettext("Proliferated: %(names)s", names=names or "—")
    name = isolated(seat_name(table, body.seat))
    match body:
        case Gain():
            amounts = [(body.kind, body.n), *((each.kind, each.n) for each in body.also)]
            what = ", ".join(amount_words(table, kind, n) for kind, n in amounts)
            return gettext("%(name)s gets %(what)s", name=name, what=what)
        case Pay():
            what = amount_words(table, body.kind, body.n)
            return gettext("%(name)s pays %(what)s", name=name, what=what)
        case Double():
            what = ", ".join(kind_words(table, kind) for kind in body.kinds)
            return gettext("%(name)s: doubled: %(what)s", name=name, what=what)
    if isinstance(body.n, int):
        what = amount_words(table, body.kind, body.n)
        return gettext("%(name)s loses %(what)s", name=name, what=what)
    what = kind_words(table, body.kind)
    if body.n == "all":
        return gettext("%(name)s: all lost: %(what)s", name=name, what=what)
    return gettext("%(name)s: half lost: %(what)s", name=name, what=what)


def rule_words(body: Body, table: Table) -> str | None:
    """What an entry of the whole rules says; None for another one."""
    match body:
        case EffectOn():
            return gettext("In force: %(card)s", card=card_words(body.card))
        case EffectOff():
            ended = next((e.card for e in table.effects if e.id == body.effect), None)
            card = card_words(ended) if ended else gettext("an effect")
            return gettext("No longer in force: %(card)s", card=card)
        case ResolutionOpen():
            return gettext("Resolves: %(card)s", card=card_words(body.card))
        case ResolutionClose():
            return gettext("Has resolved: %(card)s", card=_resolving(table, body.resolution))
        case ResolutionChoose():
            return _choice(body, table)
        case Turn(seat=None):
            return gettext("Next turn")
        case Mode():
            return ", ".join(str(MODES[word]) for word in (body.mode, body.variant) if word)
        case KindAdd():
            return gettext("New counters: %(what)s", what=isolated(body.name))
        case DisputeEnd():
            return gettext("The total is agreed upon")
    return _seat_rule_words(body, table)


def _seat_rule_words(body: Body, table: Table) -> str | None:
    name = isolated(seat_name(table, getattr(body, "seat", "")))
    match body:
        case Turn():
            return gettext("%(name)s: next turn", name=name)
        case Pin():
            return gettext("%(name)s plays %(card)s", name=name, card=card_words(body.card))
        case Unpin():
            card = card_words(body.card)
            return gettext("%(name)s puts %(card)s aside", name=name, card=card)
        case Team(team=None):
            return gettext("%(name)s is in no team", name=name)
        case Team():
            return gettext("%(name)s is in team %(team)s", name=name, team=body.team)
        case DisputeOpen():
            what = kind_words(table, body.kind)
            return gettext("%(name)s: is the total right? (%(what)s)", name=name, what=what)
    return None


def _choice(body: ResolutionChoose, table: Table) -> str:
    found, card = table.resolution(body.resolution), _resolving(table, body.resolution)
    name = isolated(seat_name(table, found.seat if found else ""))
    if body.pay is None:
        return gettext("%(card)s: %(name)s doesn’t pay", card=card, name=name)
    what = amount_words(table, "energy", body.pay)
    return gettext("%(card)s: %(name)s pays %(what)s", card=card, name=name, what=what)


def _resolving(table: Table, resolution: str) -> str:
    found = table.resolution(resolution)
    return card_words(found.card if found else None)
