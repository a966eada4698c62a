"""Reads cards of MTGJSON: version 5, and the sets of versions 4 and 3."""

from collections.abc import Iterator, Mapping
from typing import Any

from webapp.domain.book import WIZARDS, CardFact, Fact, LeftAlone, NameFact, RulingFact
from webapp.domain.cards import FACES
from webapp.importers.reading import (
    NO_CARD,
    NO_CARDS,
    FieldError,
    day_of,
    language_of,
    list_of,
    maybe,
    name_in,
    ruling_text,
    text_of,
)

#: `names` of these gives more than the two faces of one card (version 3 and 4).
_PARTS_OF_OTHERS = {"meld"}


def card(record: Mapping[str, Any]) -> Iterator[Fact]:
    """One card, or one face of it: names and rulings. Raises FieldError."""
    if maybe(record, "layout") in NO_CARDS:
        yield NO_CARD
        return
    name, oracle_id = _name(record), _oracle_id(record)
    names, other = [NameFact("en", name)], []
    for foreign in [*list_of(record, "foreignData"), *list_of(record, "foreignNames")]:
        language = language_of(text_of(foreign, "language"))
        if isinstance(language, LeftAlone):
            other.append(LeftAlone(f"names {language.why}"))
        elif text := name_in(foreign, "name"):
            # Old versions, and some sets, have the name of this face alone.
            part = FACES in name and FACES not in text
            names.append(NameFact(language, text, other=part))
    digital = record.get("isOnlineOnly") is True
    types = maybe(record, "type") or ""
    yield CardFact(name, oracle_id, types, maybe(record, "manaCost"), digital, tuple(names))
    yield from other
    for ruling in list_of(record, "rulings"):
        yield _ruling(ruling, oracle_id, name)


def _ruling(record: Mapping[str, Any], oracle_id: str | None, name: str) -> Fact:
    try:
        day, text = day_of(record, "date"), ruling_text(record, "text")
    except FieldError as error:
        raise FieldError(f"rulings.{error.field}", str(error)) from None
    if isinstance(text, LeftAlone):
        return text
    return RulingFact(oracle_id, name, "en", day, text, WIZARDS)


def _name(record: Mapping[str, Any]) -> str:
    """The name of the whole card. Versions 3 and 4 name a face, and list all of them beside it."""
    name = name_in(record, "name")
    if not name:
        raise FieldError("name", "it is missing.")
    faces = record.get("names")
    if not isinstance(faces, list) or len(faces) != 2 or FACES in name:
        return name
    if maybe(record, "layout") in _PARTS_OF_OTHERS or name not in faces:
        return name
    return FACES.join(str(face) for face in faces)


def _oracle_id(record: Mapping[str, Any]) -> str | None:
    identifiers = record.get("identifiers")
    found = identifiers if isinstance(identifiers, dict) else record
    return maybe(found, "scryfallOracleId")
