"""Turns pages of official rulings into catalogs and the list of pages, all of them or nothing."""

import errno
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from webapp.domain.cards import LANGUAGES, Card
from webapp.domain.rulings import RULINGS
from webapp.importers.gatherer import Page, PageError, PageRuling, read_page
from webapp.importers.wordings import DICE

HEADER = """\
# Official rulings, written by `flask translations seed`. Never edit this file by hand.
msgid ""
msgstr ""
"Project-Id-Version: Reservoir\\n"
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


@dataclass(frozen=True)
class Seed:
    """What the pages say together: each ruling by language and id, with the page it stands on."""

    pages: tuple[Page, ...]
    rulings: Mapping[tuple[str, str], tuple[Page, PageRuling]]

    @property
    def restored(self) -> int:
        """How many lost {E} were put back."""
        return sum(ruling.restored for page in self.pages for ruling in page.rulings)


def read_pages(files: Sequence[Path], cards: Iterable[Card], today: date) -> Seed:
    """
    Read the pages and see that they agree; no ruling can be from after `today`.

    Raises PageError for a page that is not understood or contradicts another, and OSError for a
    file that can't be read.
    """
    titles = {
        name: (card.slug, language)
        for card in cards
        for language, name in card.names.items()
        if name
    }
    pages = sorted(
        (read_page(file.name, file.read_bytes(), titles, today) for file in files),
        key=lambda page: (page.card, page.language),
    )
    for one, other in pairwise(pages):
        if (one.card, one.language) == (other.card, other.language):
            raise PageError(other.file, 1, f"the same card and language as in {one.file}.")
    rulings: dict[tuple[str, str], tuple[Page, PageRuling]] = {}
    dates: dict[str, tuple[Page, PageRuling]] = {}
    for page in pages:
        for ruling in page.rulings:
            _agree(page, ruling, dates.setdefault(ruling.id, (page, ruling)), "date")
            key = (ruling.language, ruling.id)
            _agree(page, ruling, rulings.setdefault(key, (page, ruling)), "text")
    _complete(pages, rulings)
    return Seed(tuple(pages), rulings)


def _agree(page: Page, ruling: PageRuling, other: tuple[Page, PageRuling], what: str) -> None:
    if getattr(ruling, what) != getattr(other[1], what):
        place = f"{other[0].file}, line {other[1].line}"
        raise PageError(page.file, ruling.line, f"another {what} of {ruling.id} than in {place}.")


def _complete(pages: Sequence[Page], rulings: Mapping[tuple[str, str], object]) -> None:
    """Every ruling needs its English text, which is its key in the catalogs."""
    for page in pages:
        for ruling in page.rulings:
            if ("en", ruling.id) not in rulings:
                reason = f"no page has the English text of {ruling.id}: add one that does."
                raise PageError(page.file, ruling.line, reason)


def files_of(seed: Seed) -> dict[str, bytes]:
    """The files to write, by path below the project: a catalog per language and the pages."""
    files = {
        f"translations/{tag.replace('-', '_')}/LC_MESSAGES/rulings.po": _catalog(seed, tag)
        for tag in LANGUAGES
    }
    return files | {"webapp/data/rulings.json": _pages(seed)}


def _catalog(seed: Seed, tag: str) -> bytes:
    locale = tag.replace("-", "_")
    catalog = Catalog(locale=locale)
    for id in (ruling.id for ruling in RULINGS):
        if (tag, id) in seed.rulings:
            page, ruling = seed.rulings[tag, id]
            source = f"{page.file}, {ruling.date}"
            english = seed.rulings["en", id][1].text
            message = catalog.add(english, ruling.text, context=id, auto_comments=[source])
            message.flags.discard("python-brace-format")  # {E} is no placeholder
    body = io.BytesIO()
    write_po(body, catalog, width=98, omit_header=True)
    header = HEADER.format(language=locale, plurals=catalog.plural_forms)
    return header.encode() + (b"\n" + body.getvalue().strip() + b"\n" if len(catalog) else b"")


def _pages(seed: Seed) -> bytes:
    content = {
        "version": 1,
        "dice": DICE,
        "rulings": [
            {"id": id, "date": ruling.date, "english": ruling.text, "slip": ruling.slip}
            for id in (ruling.id for ruling in RULINGS)
            if ("en", id) in seed.rulings
            for _, ruling in [seed.rulings["en", id]]
        ],
        "pages": [
            {
                "card": page.card,
                "language": page.language,
                "rulings": [
                    {"id": r.id, "date": r.date, "language": r.language, "dice_in_english": r.dice}
                    for r in page.rulings
                ],
            }
            for page in seed.pages
        ],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def write_all(root: Path, files: Mapping[str, bytes]) -> None:
    """Write all files below `root`; when one can't be written, none is replaced."""
    beside = {root / path: (root / path).with_name(f".{Path(path).name}.new") for path in files}
    try:
        for path, content in files.items():
            place = beside[root / path]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        for path in beside:
            if path.is_dir():  # nothing else that can be known beforehand stops a rename
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        for path, place in beside.items():
            os.replace(place, path)
    finally:
        for place in beside.values():
            place.unlink(missing_ok=True)
