"""The rulings book as workers read it: one file, opened again when another has taken its place."""

import json
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from webapp.domain.book import Concerns, Dump, Said, Status, is_ruling_id, ruling_id
from webapp.domain.cards import LANGUAGES, Card
from webapp.domain.search import Name, name_of, query_of
from webapp.domain.search_texts import Text
from webapp.store.book_files import NAME, readable, replacing
from webapp.store.book_index import build
from webapp.store.book_search import Searcher
from webapp.store.book_writer import Writer

_CARD = "slug, name, names, type_line, mana_cost, digital, oracle_id"
_SAID = """
    SELECT r.key, r.language, r.date, r.source, text FROM rulings r JOIN texts USING (key, language)
"""
#: Rulings whose keys begin with one of some texts; and the translations of such.
_BY_KEY = "FROM json_each(?) CROSS JOIN rulings r ON r.key >= value AND r.key < value || 'g'"
_BY_ABOUT = _BY_KEY.replace("r.key", "r.about")


class SqliteBook:
    """
    The book in an instance folder.

    Reading never writes, and a file is never changed while it is read, only replaced.
    """

    def __init__(self, folder: Path):
        self._folder, self._file = folder, folder / NAME
        self._lock = threading.Lock()
        self._open: tuple[object, sqlite3.Connection, Searcher] | None = None

    def filled(self) -> bool:
        """Whether anything was imported."""
        with self._reading() as book:
            return book is not None

    def names(self, query: str, language: str) -> tuple[Name, ...]:
        """Names that may match a query, as far as they are worth ranking."""
        asked = query_of(query)
        with self._reading() as book:
            if book is None or asked is None:
                return ()
            rows = _rows(
                book[0],
                f"SELECT found.language, text, folded, {_CARD} FROM found"
                " JOIN cards ON cards.id = found.card WHERE found.id IN",
                book[1].names(asked, language),
            )
        cards: dict[str, Card] = {}
        found = []
        for tag, text, folded, *facts in rows:
            card = cards.get(facts[0]) or cards.setdefault(facts[0], _card(facts))
            found.append(name_of(card, tag, text, folded))
        return tuple(found)

    def texts(self, query: str, language: str) -> tuple[Text, ...]:
        """Texts of rulings that may match a query."""
        asked = query_of(query)
        with self._reading() as book:
            if book is None or asked is None:
                return ()
            sql = "SELECT said.key, about, said.language, text, folded FROM said"
            sql += " JOIN texts USING (key, language)"
            if is_ruling_id(asked.text):
                rows = book[0].execute(f"{sql} WHERE said.key GLOB ?", (f"{asked.text[1:]}*",))
            else:
                rows = _rows(book[0], f"{sql} WHERE said.id IN", book[1].texts(asked, language))
            return tuple(
                Text(ruling_id(about or key), tag, text, folded, ruling_id(about or key))
                for key, about, tag, text, folded in rows
            )

    def card(self, slug: str) -> Card | None:
        """A card; a shipped one only with what was imported of it."""
        with self._reading() as book:
            row = book and _one(book[0], f"SELECT {_CARD} FROM cards WHERE slug = ?", slug)
        return _card(row) if row else None

    def rulings_of(self, slug: str) -> tuple[Said, ...]:
        """The rulings of a card, the newest first; what no English text has comes last."""
        with self._reading() as book:
            if book is None:
                return ()
            db = book[0]
            sql = f"{_SAID} WHERE card = (SELECT id FROM cards WHERE slug = ?)"
            rows = db.execute(f"{sql} AND language = 'en' ORDER BY date DESC, text", (slug,))
            said = [_translated(db, row) for row in rows.fetchall()]
            known = json.dumps([one.key for one in said])
            loose = f"{sql} AND language <> 'en' AND coalesce(about, '') NOT IN"
            loose += " (SELECT value FROM json_each(?)) ORDER BY date DESC, language, text"
            return (*said, *map(_alone, db.execute(loose, (slug, known))))

    def ruling(self, id: str) -> Said | None:
        """One ruling by its id."""
        with self._reading() as book:
            if book is None or not is_ruling_id(id):
                return None
            sql = f"{_SAID} WHERE r.key GLOB ? ORDER BY r.language <> 'en' LIMIT 1"
            row = _one(book[0], sql, f"{id[1:]}*")
            return _translated(book[0], row) if row else None

    def cards_with(self, id: str, most: int) -> tuple[Card, ...]:
        """The cards that have a ruling, so many at most, by their English names."""
        with self._reading() as book:
            if book is None or not is_ruling_id(id):
                return ()
            sql = f"SELECT DISTINCT {_CARD} FROM rulings r JOIN cards ON cards.id = r.card"
            rows = book[0].execute(
                f"{sql} WHERE key GLOB ? ORDER BY name LIMIT ?", (f"{id[1:]}*", most)
            )
            return tuple(map(_card, rows))

    def how_many(self, id: str) -> int:
        """How many cards have a ruling."""
        with self._reading() as book:
            if book is None or not is_ruling_id(id):
                return 0
            sql = "SELECT count(DISTINCT card) FROM rulings WHERE key GLOB ?"
            count: int = _one(book[0], sql, f"{id[1:]}*")[0]
            return count

    def concerns(self, ids: Sequence[str], most: int) -> Mapping[str, Concerns]:
        """Of each of these rulings how many cards have it, which if not more, and who says it."""
        with self._reading() as book:
            asked = [id[1:] for id in ids if is_ruling_id(id)]
            if book is None or not asked:
                return {}
            db, cards, sources = book[0], defaultdict(list), defaultdict(dict)
            counts = dict(
                _of_each(db, f"value, count(DISTINCT card) {_BY_KEY} GROUP BY value", asked)
            )
            few = [key for key, count in counts.items() if count <= most]
            named = f"DISTINCT value, {_CARD} {_BY_KEY} JOIN cards ON cards.id = card ORDER BY name"
            for key, *facts in _of_each(db, named, few):
                cards[key].append(_card(facts))
            for by in (_BY_KEY, _BY_ABOUT):
                for key, language, source in _of_each(db, f"value, language, source {by}", asked):
                    sources[key][language] = source
        return {
            f"r{key}": Concerns(count, tuple(cards[key]), sources[key])
            for key, count in counts.items()
        }

    def status(self) -> Status | None:
        """What there is; None where nothing was imported."""
        with self._reading() as book:
            if book is None:
                return None
            db = book[0]
            dumps = db.execute("SELECT * FROM dumps ORDER BY imported, kind, file").fetchall()
            names = "SELECT key, count(*) FROM cards, json_each(names) GROUP BY key"
            texts = "SELECT language, count(DISTINCT coalesce(about, key)) FROM rulings GROUP BY 1"
            return Status(
                tuple(Dump(*dump) for dump in dumps),
                _one(db, "SELECT count(*) FROM cards")[0],
                _one(db, "SELECT count(DISTINCT card) FROM rulings")[0],
                dict(db.execute(names).fetchall()),
                dict(db.execute(texts).fetchall()),
            )

    @contextmanager
    def writing(
        self, shipped: Mapping[str, Card], translations: Mapping[str, str], rehearsal: bool
    ) -> Iterator[Writer]:
        """
        A new book to take facts into; it takes the old one's place when all went well.

        Raises Unavailable while another does the same, OSError and sqlite3.Error.
        """
        with replacing(self._folder, rehearsal) as db:
            yield Writer(db, tuple(shipped.values()), translations)
            build(db, shipped)

    @contextmanager
    def _reading(self) -> Iterator[tuple[sqlite3.Connection, Searcher] | None]:
        with self._lock:
            try:
                found = self._file.stat()
            except FileNotFoundError:
                yield None
                return
            mark = (found.st_ino, found.st_mtime_ns, found.st_size)
            if self._open is None or self._open[0] != mark:
                self._open = self._opened(mark)
            yield self._open[1:] if self._open else None

    def _opened(self, mark: object) -> tuple[object, sqlite3.Connection, Searcher] | None:
        if not readable(self._file):
            return None
        uri = f"{self._file.absolute().as_uri()}?mode=ro&immutable=1"
        db = sqlite3.connect(uri, uri=True, check_same_thread=False)
        db.execute("PRAGMA mmap_size = 1073741824")
        return mark, db, Searcher(db)


def _rows(db: sqlite3.Connection, sql: str, ids: Sequence[int]) -> list[Any]:
    return db.execute(f"{sql} (SELECT value FROM json_each(?))", (json.dumps(ids),)).fetchall()


def _of_each(db: sqlite3.Connection, what: str, asked: Sequence[str]) -> list[Any]:
    return db.execute(f"SELECT {what}", (json.dumps(asked),)).fetchall()


def _one(db: sqlite3.Connection, sql: str, *values: object) -> Any:
    return db.execute(sql, values).fetchone()


def _card(row: Sequence[Any]) -> Card:
    slug, name, names, type_line, mana_cost, digital, oracle_id = row
    known: dict[str, str | None] = dict.fromkeys(LANGUAGES)
    known |= json.loads(names) | {"en": name}
    return Card(
        slug, known, type_line, False, mana_cost, digital=bool(digital), oracle_id=oracle_id
    )


def _alone(row: Sequence[Any]) -> Said:
    key, language, date, source, text = row
    return Said(key, date, source, {language: text}, {language: source})


def _translated(db: sqlite3.Connection, row: Sequence[Any]) -> Said:
    """A ruling with its translations, from whichever card has them."""
    said = _alone(row)
    others = db.execute(f"{_SAID} WHERE about = ? ORDER BY date", (said.key,)).fetchall()
    texts = {language: text for _, language, _, _, text in others}
    sources = {language: source for _, language, _, source, _ in others}
    return replace(said, texts=texts | dict(said.texts), sources=sources | dict(said.sources))
