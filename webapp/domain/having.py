"""What a seat has, as far as the buttons of a card depend on it."""

from webapp.domain.buttons import Have
from webapp.domain.effects import bar
from webapp.domain.table import Table


def have_of(table: Table, seat: str, card: str) -> Have:
    """A seat's energy, whether it can't get any, and what it has switched on with this card."""
    effects = table.in_force
    mine = (e.id for e in effects if e.card == card and e.controller == seat)
    return Have(
        energy=table.balance(seat, "energy"),
        cannot_get=bar(effects, seat, "energy") is not None,
        on=tuple(mine),
    )
