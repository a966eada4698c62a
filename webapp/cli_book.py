"""`flask rulings …`: what an operator does with the book of imported cards and rulings."""

from __future__ import annotations

import sqlite3
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import current_app
from flask.cli import AppGroup

from webapp.domain.book import Status, text_key
from webapp.domain.cards import LANGUAGES
from webapp.services.library import Library
from webapp.services.ports import Summary, Unavailable, Writer

if TYPE_CHECKING:
    from webapp.importers.kinds import Kind

rulings = AppGroup("rulings", help="Official rulings and names of any card.")

UNCHANGED = "The rulings book is as it was."
_FILES = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)


@rulings.command("import")
@click.argument("files", nargs=-1, required=True, type=_FILES)
@click.option("--dry-run", is_flag=True, help="Do everything but keep it.")
def take(files: tuple[Path, ...], dry_run: bool) -> None:
    """
    Take cards and rulings from FILES, gzip or not, into the rulings book.

    Scryfall bulk files, MTGJSON, pages of Gatherer, our exchange format.
    """
    # not above, because every server would load them when it starts
    from webapp.importers.stream import Trouble

    library: Library = current_app.extensions["library"]
    book = current_app.extensions["reservoir"].book
    try:
        kinds = _told_apart(files)
        with book.writing(library.cards.by_slug, _translations(library), dry_run) as writer:
            for path, kind in kinds:
                click.echo(_told(_taken(writer, path, kind, library)))
            click.echo("Making the index …", err=True)
    except (Trouble, Unavailable) as error:
        raise click.ClickException(f"{error} {UNCHANGED}") from None
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(f"The book can't be written: {error}. {UNCHANGED}") from None
    click.echo(f"A rehearsal. {UNCHANGED}" if dry_run else "The rulings book is up to date.")


def _told_apart(files: tuple[Path, ...]) -> list[tuple[Path, Kind]]:
    """The files with what they are: those with names of cards first, the oldest of a kind first."""
    from webapp.importers.kinds import ORDER, kind_of

    kinds = [(path, kind_of(path)) for path in files]
    return sorted(kinds, key=lambda pair: (ORDER.index(pair[1].name), pair[1].as_of))


def _taken(writer: Writer, path: Path, kind: Kind, library: Library) -> Summary:
    from webapp.importers.files import Reader

    english = {fact.id: fact.english for fact in library.rulings.facts.values()}
    reader, progress = Reader(writer.title, english), Progress(f"{path.name} ({kind.name})")
    today = datetime.now(UTC).date().isoformat()
    facts = reader.facts(path, kind, progress.tell)
    summary = writer.take(facts, kind.name, path.name, kind.as_of, today)
    progress.end()
    return summary


def _translations(library: Library) -> dict[str, str]:
    """The key of each English ruling of the program by that of each of its translations."""
    wordings = (
        library.rulings.wording(id, language)
        for id in library.rulings.facts
        for language in LANGUAGES
    )
    return {
        text_key(text): text_key(wording.english)
        for wording in wordings
        if wording.language != "en"
        for text in (wording.text, wording.shown)
    }


def _told(summary: Summary) -> str:
    """A summary in words."""
    s = summary
    lines = [
        f"{s.file}: {s.kind}, as of {s.as_of}",
        f"  cards     {s.cards} in it, {s.cards_added} of them new",
        f"  names     {s.names_added} added, {s.names_replaced} replaced",
        f"  rulings   {s.rulings_added} added, {s.rulings_gone} replaced or withdrawn,"
        f" {s.rulings_kept} unchanged, {s.doubles} doubles dropped",
    ]
    lines += [f"  left alone {n}: {why}" for why, n in s.left_alone.most_common()]
    if s.unknown:
        lines.append(f"  {len(s.unknown)} cards have no name here: import a file of cards, too.")
    return "\n".join(lines)


@rulings.command("status")
def status() -> None:
    """Say what the rulings book has: sources, dates, counts, and what languages miss."""
    found: Status | None = current_app.extensions["reservoir"].book.status()
    if found is None:
        click.echo("Nothing was imported. The program's own cards and rulings are there.")
        return
    for dump in found.dumps:
        brought = f"{dump.cards} cards, {dump.names} new names, {dump.rulings} rulings"
        click.echo(
            f"{dump.kind}: {dump.file}, as of {dump.as_of}, imported {dump.imported}: {brought}"
        )
    english = found.texts.get("en", 0)
    click.echo(f"{found.cards} cards, {found.cards_with_rulings} with rulings")
    for language in LANGUAGES:
        names, texts = found.names.get(language, 0), found.texts.get(language, 0)
        missing = (
            f"{found.cards - names} cards have no name, {max(0, english - texts)} rulings no text"
        )
        click.echo(f"  {language:<8} {names} names, {texts} rulings; {missing}")


class Progress:
    """How far a file has been read, on the error stream: now and then, not for every record."""

    def __init__(self, what: str):
        self._what, self._said, self._share = what, time.monotonic(), 0.0

    def tell(self, share: float) -> None:
        """`share` is from 0 to 1."""
        self._share = share
        now = time.monotonic()
        if now - self._said >= 1:
            self._said = now
            self._say("\r" if sys.stderr.isatty() else "\n")

    def end(self) -> None:
        """It has been read to its end."""
        self._share = 1.0
        self._say("\n")

    def _say(self, end: str) -> None:
        click.echo(f"{self._what}: {self._share:.0%}", err=True, nl=False)
        click.echo(end, err=True, nl=False)
