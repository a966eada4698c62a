"""Reads a page of Gatherer, of any card that is known by name."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path

from webapp.domain.book import WIZARDS, Fact, RulingFact, clean
from webapp.domain.folding import is_chinese
from webapp.importers.gatherer import PageError, known_as, read_lines, read_ruling
from webapp.importers.stream import Trouble

LARGEST_PAGE = 1 << 20  # bytes

#: The English name of a card and the language of the name that was given; None for no name.
Titles = Callable[[str], tuple[str, str] | None]


def rulings(path: Path, titles: Titles, english: Mapping[str, str]) -> Iterator[Fact]:
    """
    The rulings of a page; `english` has the texts of those we know, by id.

    Raises Trouble, whose record is then a line.
    """
    if path.stat().st_size > LARGEST_PAGE:
        raise Trouble(path.name, 0, "", "no JSON, and far too large for a page of rulings.")
    try:
        (line, title), pairs = read_lines(path.name, path.read_bytes(), date.today())
        named = titles(clean(title))
        if named is None:
            raise PageError(path.name, line, f"“{title[:80]}” is no name of a card that we know.")
        for day, line, text in pairs:
            yield _ruling(path.name, named, english, day, line, text)
    except PageError as error:
        raise Trouble(str(error), 0, "", "this is read as a page of Gatherer.") from None


def _ruling(
    file: str, named: tuple[str, str], english: Mapping[str, str], day: str, line: int, text: str
) -> RulingFact:
    name, language = named
    if not known_as(language, text):
        if language == "zh-Hans" and not any(map(is_chinese, text)):
            language = "en"
        return RulingFact(None, name, language, day, clean(text), WIZARDS)
    known = read_ruling(file, language, day, line, text)
    about = english.get(known.id) if known.language != "en" else None
    return RulingFact(None, name, known.language, day, known.text, WIZARDS, about)
