"""Takes fields out of records of a dump, and says which one is wrong."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from webapp.domain.book import (
    FIRST_DAY,
    LANGUAGE_NAMES,
    LONGEST_NAME,
    LONGEST_RULING,
    LeftAlone,
    clean,
)

#: Layouts of paper that no ruling is about.
NO_CARDS = {"token", "double_faced_token", "emblem", "art_series"}
NO_CARD = LeftAlone("tokens, emblems and art cards")


class FieldError(ValueError):
    """A field of a record is missing or is not what it has to be."""

    def __init__(self, field: str, reason: str):
        super().__init__(reason)
        self.field = field


def text_of(record: Mapping[str, Any], field: str) -> str:
    """A text that has to be there, cleaned. Raises FieldError."""
    found = maybe(record, field)
    if found is None:
        raise FieldError(field, "it is missing.")
    return found


def maybe(record: Mapping[str, Any], field: str) -> str | None:
    """A text, cleaned; None where it is left out, null or empty. Raises FieldError."""
    found = record.get(field)
    if found is None:
        return None
    if not isinstance(found, str):
        raise FieldError(field, f"it must be a text, not {_what(found)}.")
    return clean(found) or None


def name_in(record: Mapping[str, Any], field: str) -> str | None:
    """A name, or None. Raises FieldError for one that can't be a name."""
    found = maybe(record, field)
    if found and len(found) > LONGEST_NAME:
        raise FieldError(field, f"a name of {len(found)} characters.")
    return found


def list_of(record: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    """A list of objects; empty where it is left out or null. Raises FieldError."""
    found = record.get(field)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise FieldError(field, f"it must be a list of objects, not {_what(found)}.")
    return found


def day_of(record: Mapping[str, Any], field: str) -> str:
    """An ISO date on which there can have been a ruling. Raises FieldError."""
    text = text_of(record, field)[:10]
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise FieldError(field, f"“{text}” is no date (year-month-day).") from None
    if day < FIRST_DAY:
        raise FieldError(field, f"{text} is before the game's first day, {FIRST_DAY}.")
    return day.isoformat()


def ruling_text(record: Mapping[str, Any], field: str) -> str | LeftAlone:
    """The text of a ruling; one that is far too long is left alone. Raises FieldError."""
    text = text_of(record, field)
    if len(text) > LONGEST_RULING:
        return LeftAlone(f"rulings of more than {LONGEST_RULING} characters")
    return text


def language_of(name: str) -> str | LeftAlone:
    """One of our languages, by any of its names."""
    found = LANGUAGE_NAMES.get(name.casefold())
    return found or LeftAlone(f"in other languages ({name[:40]})")


def _what(value: object) -> str:
    kinds = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        list: "a list",
        str: "a text",
    }
    return kinds.get(type(value), "an object")
