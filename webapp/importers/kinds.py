"""Tells files apart by what is in them, never by their names."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from webapp.importers.stream import ANY, ITEM, Event, Place, Source, Trouble, events, records

SCRYFALL_CARDS, SCRYFALL_RULINGS = "Scryfall cards", "Scryfall rulings"
MTGJSON, EXCHANGE, PAGE = "MTGJSON", "exchange format", "page"
#: Cards come before what is said of them.
ORDER = (SCRYFALL_CARDS, MTGJSON, SCRYFALL_RULINGS, EXCHANGE, PAGE)

_LOOKED_AT = 20_000  # events: the first card of every format comes sooner
_STAMP = re.compile(r"(?<!\d)(20\d{2})-?(\d{2})-?(\d{2})(?:\d{6})?(?!\d)")
_OF_A_SET = {"code", "baseSetSize", "releaseDate", "border", "magicCardsInfoCode"}
_SCRYFALL = {"card": SCRYFALL_CARDS, "ruling": SCRYFALL_RULINGS}


@dataclass(frozen=True)
class Kind:
    """
    What a file is: where in it the records stand, whether one on each line, the day it is from.

    `shape` is () where each record stands alone, one after the other.
    """

    name: str
    shape: Place
    lined: bool
    as_of: str


def kind_of(path: Path) -> Kind:
    """Look into a file. Raises Trouble for one that is none of those we know."""
    source = Source(path)
    try:
        first, second = source.line(), source.line()
    finally:
        source.close()
    begun = first.removeprefix(BOM_UTF8).lstrip()[:1]
    if not first.strip() and not second.strip():
        raise Trouble(path.name, 0, "", "the file is empty.")
    day = _day_of(path)
    if begun == b"[" or _is_record(first):
        record = orjson.loads(first) if begun == b"{" else _first_of(path)
        if name := _name_of(record):
            lined = begun == b"{" or _is_record(second)
            return Kind(name, () if begun == b"{" else (ITEM,), lined, day)
        if begun == b"[":
            raise _unknown(path.name, record if isinstance(record, dict) else ())
    if begun not in (b"[", b"{"):
        return Kind(PAGE, (), False, day)
    source = Source(path)
    try:
        name, shape, told = _looked(path.name, events(source))
    finally:
        source.close()
    return Kind(name, shape, False, told or day)


def _is_record(line: bytes) -> bool:
    """Whether a line is an object, whole, with nothing else on it."""
    text = line.strip().removesuffix(b",")
    if not (text.startswith(b"{") and text.endswith(b"}")):
        return False
    try:
        return isinstance(orjson.loads(text), dict)
    except orjson.JSONDecodeError:
        return False


def _first_of(path: Path) -> Any:
    source = Source(path)
    try:
        return next((record for _, record in records(source, (ITEM,))), None)
    finally:
        source.close()


def _name_of(record: Any) -> str | None:
    """What a record is that stands in an array, or alone on its line."""
    if not isinstance(record, dict):
        return None
    if record.get("object") in _SCRYFALL:
        return _SCRYFALL[record["object"]]
    named = "name" in record or "oracle_id" in record
    return EXCHANGE if named and "text" in record and "lang" in record else None


def _looked(file: str, found: Iterator[Event]) -> tuple[str, Place, str | None]:
    """The kind, the places of its records, and the day that the file itself tells."""
    told, keys = None, []
    for place, event, value in islice(found, _LOOKED_AT):
        if place == ("meta", "date") and isinstance(value, str):
            told = value[:10]
        if len(place) in (1, 2) and not event.startswith("end_"):
            keys.append(place[-1])
        if known := _known(place, event, value):
            return *known, told
    raise _unknown(file, keys)


def _known(place: Place, event: str, value: object) -> tuple[str, Place] | None:
    """What this one thing in an object says about the whole of it."""
    match place, event:
        case (("data", "[]", "object"), "string") if value in _SCRYFALL:
            return _SCRYFALL[str(value)], place[:-1]
        case ((("data", "cards") | ("cards",)), "start_array"):
            return MTGJSON, (*place, ITEM)
        case (("data", _, "cards"), "start_array"):
            return MTGJSON, ("data", ANY, "cards", ITEM)
        case ((_, "cards"), "start_array"):
            return MTGJSON, (ANY, "cards", ITEM)
        case (("data", key), "string" | "number") if key in _OF_A_SET:
            return MTGJSON, ("data", "cards", ITEM)
        case ((key,), "string" | "number") if key in _OF_A_SET:
            return MTGJSON, ("cards", ITEM)
        case (("data", _, "[]", "identifiers" | "layout" | "colorIdentity"), _):
            return MTGJSON, ("data", ANY, ITEM)
    return None


def _unknown(file: str, keys: Iterable[str]) -> Trouble:
    names = ", ".join(sorted({key for key in keys if key not in ("", ITEM)}))[:200]
    reason = f"neither Scryfall, MTGJSON nor our exchange format; it has: {names or 'nothing'}."
    return Trouble(file, 0, "", reason)


def _day_of(path: Path) -> str:
    """The day in the file's name, as Scryfall writes it, else that of its last change."""
    if stamp := _STAMP.search(path.name):
        try:
            return date(*map(int, stamp.groups())).isoformat()
        except ValueError:
            pass
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
