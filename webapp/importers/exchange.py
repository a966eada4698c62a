"""
Reads our own format for rulings from anywhere, in any of our languages: docs/data.md.

One object for each: `name` or `oracle_id` of the card, `lang`, `date`, `text`, `source`, and for a
translation the `english` text that it translates, where that is known.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from webapp.domain.book import Fact, LeftAlone, RulingFact
from webapp.importers.reading import (
    FieldError,
    day_of,
    language_of,
    maybe,
    name_in,
    ruling_text,
    text_of,
)

_LONGEST_SOURCE = 80


def ruling(record: Mapping[str, Any]) -> Iterator[Fact]:
    """One ruling. Raises FieldError."""
    oracle_id, name = maybe(record, "oracle_id"), name_in(record, "name")
    if not (oracle_id or name):
        raise FieldError("name", "neither this nor oracle_id says which card it is.")
    source = text_of(record, "source")
    if len(source) > _LONGEST_SOURCE:
        raise FieldError("source", f"more than {_LONGEST_SOURCE} characters.")
    day, text = day_of(record, "date"), ruling_text(record, "text")
    language = language_of(text_of(record, "lang"))
    if isinstance(language, LeftAlone):
        yield LeftAlone(f"rulings {language.why}")
    elif isinstance(text, LeftAlone):
        yield text
    else:
        english = maybe(record, "english")
        about = english if language != "en" else None
        yield RulingFact(oracle_id, name, language, day, text, source, about)
