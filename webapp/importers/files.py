"""Reads any file of rulings or cards into facts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webapp.domain.book import Fact
from webapp.importers import exchange, kinds, mtgjson, pages, scryfall
from webapp.importers.kinds import Kind
from webapp.importers.reading import FieldError
from webapp.importers.stream import Source, Trouble, lines, records

_READERS: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Fact]]] = {
    kinds.SCRYFALL_CARDS: scryfall.card,
    kinds.SCRYFALL_RULINGS: scryfall.ruling,
    kinds.MTGJSON: mtgjson.card,
    kinds.EXCHANGE: exchange.ruling,
}
_OBJECTS = {kinds.SCRYFALL_CARDS: "card", kinds.SCRYFALL_RULINGS: "ruling"}


@dataclass(frozen=True)
class Reader:
    """What a reader of pages has to know: names of cards, English texts of rulings by id."""

    titles: pages.Titles
    english: Mapping[str, str]

    def facts(self, path: Path, kind: Kind, tell: Callable[[float], None]) -> Iterator[Fact]:
        """All facts of a file; `tell` hears how far it has been read (0 to 1). Raises Trouble."""
        if kind.name == kinds.PAGE:
            yield from pages.rulings(path, self.titles, self.english)
            return
        source = Source(path, tell)
        try:
            found = lines(source) if kind.lined else (r for _, r in records(source, kind.shape))
            number = 0
            for number, record in enumerate(found, 1):
                yield from _facts(path.name, kind, number, record)
            if not number:
                raise Trouble(path.name, 0, "", "there is not one record in it.")
        finally:
            source.close()


def _facts(file: str, kind: Kind, number: int, record: Any) -> Iterator[Fact]:
    """The facts of one record. Raises Trouble with its number and the field that is wrong."""
    if not isinstance(record, dict):
        raise Trouble(file, number, "", "a record must be an object.")
    if kind.name in _OBJECTS and record.get("object") != _OBJECTS[kind.name]:
        reason = f"it must be “{_OBJECTS[kind.name]}” as in the records before."
        raise Trouble(file, number, "object", reason)
    try:
        yield from _READERS[kind.name](record)
    except FieldError as error:
        raise Trouble(file, number, error.field, str(error)) from None
