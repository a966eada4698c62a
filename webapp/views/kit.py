"""The page of a table without a table: what a phone draws tables with where no server is."""

from collections.abc import Iterator
from dataclasses import replace

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from webapp.i18n import Language
from webapp.views.kit_drawing import drawn, sheet
from webapp.views.kit_rules import rules_parts
from webapp.views.kit_words import kit_words
from webapp.views.specimens import (
    CONFLICT,
    FREE,
    HELD,
    IN_USE,
    LEFT,
    MINE,
    PAYMENT,
    PICKING,
    PIN,
    ROW,
    SEATS,
    TABLE,
    THREE,
    TILES,
    UNDO_CONFLICT,
    Figure,
    hole,
)

kit = Blueprint("kit", __name__)

SHEETS = (
    "add-seat", "correct", "new-game", "others-play", "settled", "no-connection",
    "forget-here",
)  # fmt: skip
"""Those that are always the same but for their values."""
SITTING = (
    ("mine", MINE, 1), ("held", HELD, 1), ("left", LEFT, 1),
    ("free", FREE, 0), ("free-one", FREE, 1), ("free-more", FREE, 2),
)  # fmt: skip
"""Who sits on a seat, and how many the reader has."""


@kit.get("/<language:lang>/shell")
def shell(lang: Language) -> ResponseReturnValue:
    """It holds no table and nobody's choice: the same bytes for every phone."""
    return render_template(
        "tables/shell.html", table=TABLE, parts=dict(_parts()), kit_words=kit_words()
    )


@kit.get("/f/<language:lang>/kit")
def rules_kit(lang: Language) -> ResponseReturnValue:
    """The sheets that few tables need, for when one is opened: the same bytes for every phone."""
    return render_template("tables/kit/_rules.html", parts=dict(rules_parts()))


def _parts() -> Iterator[tuple[str, Markup]]:
    """Every part by its name, drawn by the partial that draws it on the server's pages."""
    yield "table", drawn("tables/_table.html", address=f"/t/{TABLE.id}")
    yield "footer", drawn("_footer.html", language_next=f"/t/{TABLE.id}")
    yield "seats", drawn("tables/_seats.html", table=IN_USE)
    giants = replace(TABLE, variant="2hg", dying=(HELD,))
    yield "dying-2hg", drawn("tables/_in_force.html", table=giants)
    yield "pins", drawn("seats/_pins.html", seat=replace(MINE, pins=(PIN,)))
    yield "shapes", drawn("tables/kit/_shapes.html")
    yield "older", drawn("tables/kit/_older.html")
    yield "unknown", drawn("tables/kit/_unknown.html")
    for name, bare in SEATS.items():
        seat = replace(bare, pins=(PIN,))
        for mode, ending in (("casual", ""), ("tournament", "-tournament")):
            at, picking = replace(TILES, mode=mode), replace(PICKING, mode=mode)
            yield f"seat-{name}{ending}", drawn("seats/_seat.html", seat=seat, table=at)
            if not seat.mine:
                yield f"pick-{name}{ending}", drawn("seats/_seat.html", seat=seat, table=picking)
    yield from _sheets()


def _sheets() -> Iterator[tuple[str, Markup]]:
    for name in SHEETS:
        yield f"sheet-{name}", sheet(name)
    yield "sheet-pay", sheet("pay", table=replace(TABLE, mode="tournament"))
    yield "sheet-menu", sheet("menu", table=TILES)
    yield "sheet-order", sheet("order", table=THREE)
    yield "sheet-share", sheet("share-later", table=TILES)
    yield "half", drawn("share/_half_later.html", table=TILES)
    yield "sheet-seat", sheet("seat", seat=replace(MINE, spent=Figure("seat.spent")))
    for name, pins in (("", ()), ("-cards", (PIN,))):
        seat = replace(MINE, pins=pins)
        yield f"seat-ways{name}", drawn("tables/sheets/_seat_ways.html", seat=seat)
    for name, seat, own in SITTING:
        table = replace(TABLE, seats=(replace(MINE, id=hole("own.id")),) * own)
        yield f"sitting-{name}", drawn("tables/sheets/_sitting.html", seat=seat, table=table)
    rows = [ROW, replace(ROW, needs_more=True)]
    yield "sheet-ledger", sheet("ledger", rows=rows, older=None)
    yield "ledger-empty", sheet("ledger", rows=[], older=None)
    for name, conflict in (("", CONFLICT), ("-undo", UNDO_CONFLICT)):
        yield f"sheet-conflict{name}", sheet("conflict", conflict=conflict, payments=[PAYMENT])
    for name, left, enough in (("", 0, True), ("-some", 1, True), ("-never", 1, False)):
        yield (
            f"sheet-undo{name}",
            sheet("undo", row=ROW, later=[PAYMENT], left=left, enough=enough),
        )
    yield "sheet-undo-not", sheet("undo", row=replace(ROW, undoable=False))
