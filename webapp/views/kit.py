"""The page of a table without a table: what a phone draws tables with where no server is."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from webapp.i18n import Language
from webapp.views.kit_words import kit_words
from webapp.views.specimens import (
    CONFLICT,
    COUNTER,
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
    hole,
)

kit = Blueprint("kit", __name__)

SHEETS = (
    "add-seat", "correct", "new-game", "others-play", "pay", "settled", "no-connection",
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


def _parts() -> Iterator[tuple[str, Markup]]:
    """Every part by its name, drawn by the partial that draws it on the server's pages."""
    yield "table", _drawn("tables/_table.html", address=f"/t/{TABLE.id}")
    yield "footer", _drawn("_footer.html", language_next=f"/t/{TABLE.id}")
    yield "seats", _drawn("tables/_seats.html", table=IN_USE)
    yield "pins", _drawn("seats/_pins.html", seat=replace(MINE, pins=(PIN,)))
    yield "shapes", _drawn("tables/kit/_shapes.html")
    yield "older", _drawn("tables/kit/_older.html")
    yield "unknown", _drawn("tables/kit/_unknown.html")
    for name, seat in SEATS.items():
        for mode, ending in (("casual", ""), ("tournament", "-tournament")):
            at, picking = replace(TABLE, mode=mode), replace(PICKING, mode=mode)
            yield f"seat-{name}{ending}", _drawn("seats/_seat.html", seat=seat, table=at)
            if not seat.mine:
                yield f"pick-{name}{ending}", _drawn("seats/_seat.html", seat=seat, table=picking)
    yield from _sheets()


def _sheets() -> Iterator[tuple[str, Markup]]:
    for name in SHEETS:
        yield f"sheet-{name}", _sheet(name)
    yield "sheet-menu", _sheet("menu", table=TILES)
    yield "sheet-order", _sheet("order", table=THREE)
    yield "sheet-share", _sheet("share-later", table=TILES)
    yield "half", _drawn("share/_half_later.html", table=TILES)
    yield "sheet-seat", _sheet("seat")
    for name, seat, own in SITTING:
        table = replace(TABLE, seats=(replace(MINE, id=hole("own.id")),) * own)
        yield f"sitting-{name}", _drawn("tables/sheets/_sitting.html", seat=seat, table=table)
    rows = [ROW, replace(ROW, needs_more=True)]
    yield "sheet-ledger", _sheet("ledger", rows=rows, older=None)
    yield "ledger-empty", _sheet("ledger", rows=[], older=None)
    for name, conflict in (("", CONFLICT), ("-undo", UNDO_CONFLICT)):
        yield f"sheet-conflict{name}", _sheet("conflict", conflict=conflict, payments=[PAYMENT])
    for name, left, enough in (("", 0, True), ("-some", 1, True), ("-never", 1, False)):
        yield (
            f"sheet-undo{name}",
            _sheet("undo", row=ROW, later=[PAYMENT], left=left, enough=enough),
        )
    yield "sheet-undo-not", _sheet("undo", row=replace(ROW, undoable=False))


def _sheet(name: str, **values: Any) -> Markup:
    return _drawn("tables/_sheet.html", sheet=name, **{"seat": MINE, "counter": COUNTER, **values})


def _drawn(partial: str, **values: Any) -> Markup:
    own: Mapping[str, Any] = {
        "table": TABLE,
        "new_id": lambda: hole("id"),
        "new_seat": lambda: hole("new.seat"),
        "play_url": hole("table.url"),
    }
    return Markup(render_template(partial, **{**own, **values}))
