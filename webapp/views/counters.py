"""The counters of a seat beside energy, as templates show them; and what ten poison mean."""

from dataclasses import dataclass

from flask_babel import gettext

from webapp.domain.readers import PAID
from webapp.domain.table import Seat, Table
from webapp.views.kinds import OTHERS, OWN, amount_words, icon_of, kind_name, short_name

DEADLY = 10
DEADLY_TEAM = 15
"""So many poison counters lose the game: a player, or a team of Two-Headed Giant."""
LOSES = {"normal": ("122.1f", "2026-09-25"), "2hg": ("704.6b", "2026-02-27")}
"""The rule that says so, and the date of its edition, by the table's variant."""


@dataclass(frozen=True, slots=True)
class CounterShown:
    """So many of one kind at one seat: `name` of the kind, `words` with the number."""

    kind: str
    n: int
    name: str
    words: str
    icon: str
    short: str = ""
    paid: bool = False
    deadly: bool = False


def counter_of(table: Table, seat: Seat, kind: str) -> CounterShown:
    """One kind at a seat, also where there is none of it."""
    n, name = table.balance(seat.id, kind), kind_name(table, kind)
    own = name if kind.startswith(OWN) else ""
    return CounterShown(
        kind, n, name, amount_words(kind, n, own), icon_of(kind), short_name(table, kind),
        paid=kind in PAID, deadly=kind == "poison" and n > 0 and is_deadly(table, seat),
    )  # fmt: skip


def counters_of(table: Table, seat: Seat) -> tuple[CounterShown, ...]:
    """Those that a seat shows: what it has, and life where the table keeps it."""
    shown = (counter_of(table, seat, kind) for kind in kinds_of(table))
    return tuple(each for each in shown if each.n or each.kind == "life")


def all_counters_of(table: Table, seat: Seat) -> tuple[CounterShown, ...]:
    """Every kind that a seat may have at this table."""
    return tuple(counter_of(table, seat, kind) for kind in kinds_of(table))


def kinds_of(table: Table) -> tuple[str, ...]:
    """Every kind beside energy; life only where the table keeps it."""
    others = OTHERS if table.life is not None else OTHERS[1:]
    return (*others, *(own.kind for own in table.kinds))


def is_deadly(table: Table, seat: Seat) -> bool:
    """Whether that player has too many poison counters; a team has them together."""
    poison = sum(table.balance(mate, "poison") for mate in table.mates(seat.id))
    return poison >= (DEADLY_TEAM if table.variant == "2hg" else DEADLY)


def dying_rule(variant: str) -> tuple[str, str]:
    """The rule that says so: its number, and the date of its edition."""
    return LOSES[variant]


def dying_words(name: str) -> str:
    """What is said of who has so many."""
    return gettext(
        "%(name)s has so many poison counters that they lose the game as soon as state-based"
        " actions are checked.",
        name=name,
    )
