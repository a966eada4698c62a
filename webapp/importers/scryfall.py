"""Reads the bulk files of Scryfall: cards (oracle, default, all) and rulings."""

from collections.abc import Iterator, Mapping
from typing import Any

from webapp.domain.book import SCRYFALL, WIZARDS, CardFact, Fact, LeftAlone, NameFact, RulingFact
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


def ruling(record: Mapping[str, Any]) -> Iterator[Fact]:
    """One ruling. Raises FieldError."""
    said = text_of(record, "source")
    if said not in (WIZARDS, SCRYFALL):
        raise FieldError("source", f"“{said[:40]}” is neither {WIZARDS} nor {SCRYFALL}.")
    day, text = day_of(record, "published_at"), ruling_text(record, "comment")
    if isinstance(text, LeftAlone):
        yield text
    else:
        yield RulingFact(text_of(record, "oracle_id"), None, "en", day, text, said)


def card(record: Mapping[str, Any]) -> Iterator[Fact]:
    """One printing of a card: its names in the language of that printing. Raises FieldError."""
    layout = maybe(record, "layout")
    if layout in NO_CARDS:
        yield NO_CARD
        return
    language = language_of(text_of(record, "lang"))
    if isinstance(language, LeftAlone):
        yield LeftAlone(f"printings {language.why}")
        return
    faces = list_of(record, "card_faces")
    if layout == "reversible_card":
        # The same card on both sides, or two cards: only the faces say which.
        for face in {text_of(face, "oracle_id"): face for face in faces}.values():
            yield _card(record, face, [], language)
    else:
        yield _card(record, record, faces, language)


def _card(
    printing: Mapping[str, Any],
    named: Mapping[str, Any],
    faces: list[Mapping[str, Any]],
    language: str,
) -> CardFact:
    released = maybe(printing, "released_at") or ""
    return CardFact(
        _name(named),
        text_of(named, "oracle_id"),
        maybe(named, "type_line") or "",
        maybe(named, "mana_cost"),
        printing.get("digital") is True,
        tuple(_names(named, faces, language, released)),
    )


def _name(named: Mapping[str, Any]) -> str:
    name = name_in(named, "name")
    if not name:
        raise FieldError("name", "it is missing.")
    return name


def _names(
    named: Mapping[str, Any], faces: list[Mapping[str, Any]], language: str, released: str
) -> Iterator[NameFact]:
    """The names of a printing. `printed_name` is often left out or null, above all in English."""
    printed = name_in(named, "printed_name")
    parts = [name_in(face, "printed_name") for face in faces]
    if not printed and parts and all(parts):
        printed = FACES.join(filter(None, parts))
    if language == "en":
        yield NameFact("en", _name(named), released)
        others = [printed, name_in(named, "flavor_name")]
        others += [name_in(face, "flavor_name") for face in faces]
        yield from (NameFact("en", text, released, True) for text in others if text)
    elif printed:
        yield NameFact(language, printed, released)
