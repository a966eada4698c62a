"""The kinds of counters that a player may have beside energy: what they are called, how drawn."""

from flask_babel import gettext, ngettext

from webapp.domain.table import Table

OTHERS = ("life", "poison", "experience", "rad", "ticket")
"""In the order in which a seat shows them; a table's own kinds come after these."""
OWN = "custom:"
OWN_ICON = "tally"


def icon_of(kind: str) -> str:
    """The drawing that stands for it; our own, no symbol of the game's maker."""
    return OWN_ICON if kind.startswith(OWN) else kind


def kind_name(table: Table, kind: str) -> str:
    """What many of them are called; a table's own kind as its players wrote it."""
    match kind:
        case "energy":
            return gettext("energy counters")
        case "poison":
            return gettext("poison counters")
        case "experience":
            return gettext("experience counters")
        case "rad":
            return gettext("rad counters")
        case "ticket":
            return gettext("ticket counters")
        case "life":
            return gettext("life")
    own = next((each.name for each in table.kinds if each.kind == kind), None)
    return own or kind.removeprefix(OWN)


def amount_words(kind: str, n: int, own: str = "") -> str:
    """So many of a kind, to stand in a sentence; `own` is the name of a table's own kind."""
    match kind:
        case "energy":
            return ngettext("%(num)s energy counter", "%(num)s energy counters", n)
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
    return gettext("%(num)s × %(kind)s", num=n, kind=own)


def short_name(table: Table, kind: str) -> str:
    """What it is called where there is little room, beside a number."""
    match kind:
        case "energy":
            return gettext("energy")
        case "poison":
            return gettext("poison")
        case "experience":
            return gettext("experience")
        case "rad":
            return gettext("rad")
        case "ticket":
            return gettext("tickets")
    return kind_name(table, kind)
