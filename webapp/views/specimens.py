"""
Specimens: a table, its seats and its rows with holes in place of values.

The server's own partials are drawn with them, once per language; a phone clones what it needs and
fills the holes in (static/js/kit/fill.js). A hole is a name between two tildes, because those
may stand in an address.
"""

from dataclasses import replace

from webapp.views.counters import CounterShown
from webapp.views.effects import EffectShown
from webapp.views.pins import ButtonShown, NeedShown, PinShown, ResolutionShown
from webapp.views.rows import Change, RowShown
from webapp.views.shown import ConflictShown, SeatShown, TableShown


def hole(name: str) -> str:
    """Where a phone puts the value of that name."""
    return f"~{name}~"


class Figure(int):
    """A number that is yet to come: it is written as its hole, and counts as many."""

    name: str

    def __new__(cls, name: str) -> "Figure":
        figure = super().__new__(cls, 5)
        figure.name = name
        return figure

    def __str__(self) -> str:
        return hole(self.name)

    __repr__ = __str__


COUNTER = CounterShown(
    kind=hole("counter.kind"), n=Figure("counter.n"), name=hole("counter.name"),
    words=hole("counter.words"), icon=hole("counter.path"), short=hole("counter.short"), paid=True,
)  # fmt: skip

MINE = SeatShown(
    id=hole("seat.id"), name=hole("seat.name"), given_name=hole("seat.given"),
    colour=hole("seat.colour"), shape=hole("seat.path"), status="active",
    energy=Figure("seat.energy"), held=True, mine=True, counters=(COUNTER,),
)  # fmt: skip
HELD = replace(MINE, mine=False)
FREE = replace(HELD, held=False)
LEFT = replace(FREE, status="left")
NEXT = replace(HELD, id=hole("next.id"), name=hole("next.name"))
SEATS = {"mine": MINE, "held": HELD, "free": FREE, "left": LEFT}

CONFLICT = ConflictShown(
    hole("conflict.entry"), HELD, hole("conflict.words"), ("twin", "drop", "retry", "total")
)
UNDO_CONFLICT = replace(CONFLICT, answers=("drop", "retry", "total"))
"""One that has no other payment to be the same as."""


def _change(kind: str) -> Change:
    before, after = Figure("change.before"), Figure("change.after")
    return Change(MINE, kind, hole("change.path"), 0, before, after)


ROW = RowShown(
    id=hole("row.id"), at_iso=hole("row.iso"), ago=hole("row.ago"), by=hole("row.by"),
    words=hole("row.words"), reason=hole("row.reason"),
    changes=(_change("energy"), _change(hole("change.kind"))), became=hole("row.became"),
    notes=(hole("note"),), undone=True, undoable=True, needs_more=False,
)  # fmt: skip
PAYMENT = replace(ROW, id=hole("payment.id"), words=hole("payment.words"), ago=hole("payment.ago"))

EFFECT = EffectShown(
    id=hole("effect.id"), card=hole("effect.card"), name=hole("effect.name"),
    lang=hole("effect.lang"), whose=hole("effect.whose"), until_turn=False,
)  # fmt: skip

BUTTON = ButtonShown(
    key=hole("button.key"), words=hole("button.words"), gains=False, short=hole("button.short"),
    needs=(), only="", aims=False,
)  # fmt: skip
NUMBER = NeedShown("number", (), Figure("need.least"), Figure("need.most"), hole("need.words"))
ASKING = replace(BUTTON, needs=(NUMBER,))
PIN = PinShown(
    slug=hole("pin.slug"), name=hole("pin.name"), lang=hole("pin.lang"), buttons=(BUTTON, ASKING),
    by_hand=(hole("pin.note"),), played=hole("pin.played"), crew=None,
)  # fmt: skip
RESOLUTION = ResolutionShown(
    id=hole("resolution.id"), seat=hole("seat.id"), colour=hole("seat.colour"),
    player=hole("seat.name"), pin=PIN, targets="", paid=None, leads=hole("resolution.leads"),
    choices=(BUTTON, ASKING),
)  # fmt: skip

TABLE = TableShown(
    id=hole("table.id"), watch=hole("table.watch"), code=hole("table.code"), code_until=0,
    name=hole("table.name"), given_name=hole("table.name"), seq=Figure("table.seq"),
    game=hole("table.game"), layout="seat", query="", seats=(), conflicts=(), undo=None,
    fresh=False,
)  # fmt: skip
PICKING = replace(TABLE, layout="pick")
IN_USE = replace(
    PICKING, conflicts=(CONFLICT,), effects=(EFFECT,), dying=(HELD,), turn=HELD, next=NEXT,
    mode="tournament", resolving=(RESOLUTION,),
)  # fmt: skip
"""With all that may stand above the seats."""
TILES = replace(TABLE, layout="tiles", seats=(MINE, FREE))
"""With a seat of this phone and a free one, so that both ways of sharing phones are drawn."""
THREE = replace(TABLE, seats=(MINE, MINE, MINE))
"""The first, one in the middle and the last: what has an order."""
