"""Makes the facts of a book ready to be searched."""

import json
import sqlite3
from collections.abc import Iterator, Mapping

from webapp.domain.cards import Card, slug
from webapp.domain.folding import fold, plain, words
from webapp.store.book_schema import COLUMNS, SEARCH
from webapp.store.book_writer import main_names

_SHORTEST_WORD = 4  # none shorter is looked for with a slip

_NAMES = """
    SELECT names.card, language, text FROM names JOIN cards ON cards.id = names.card
    ORDER BY length(text), slug, language
"""
_TEXTS = """
    SELECT texts.key, texts.language, texts.text, max(about), count(*) AS cards
    FROM rulings JOIN texts USING (key, language)
    GROUP BY texts.key, texts.language ORDER BY cards DESC, length(texts.text), texts.key
"""


def build(db: sqlite3.Connection, shipped: Mapping[str, Card]) -> None:
    """Give every card its slug and its names, and index all names and texts anew."""
    db.execute(
        "DELETE FROM texts WHERE NOT EXISTS (SELECT 1 FROM rulings r"
        " WHERE r.key = texts.key AND r.language = texts.language)"
    )
    _give_slugs(db, shipped)
    shown = main_names(db)
    db.executemany(
        "UPDATE cards SET names = ? WHERE id = ?",
        (
            (_names(name, shown.get(id, {}), shipped.get(slug)), id)
            for id, name, slug in db.execute("SELECT id, name, slug FROM cards").fetchall()
        ),
    )
    for statement in SEARCH.split(";"):
        db.execute(statement)
    _index_names(db)
    _index_texts(db)
    for table in ("name_words", "name_parts", "text_words"):
        db.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    db.execute("ANALYZE")


def _names(english: str, shown: Mapping[str, str], ours: Card | None) -> str:
    known = {tag: name for tag, name in ours.names.items() if name} if ours else {}
    return json.dumps({"en": english} | shown | known, ensure_ascii=False)


def _give_slugs(db: sqlite3.Connection, shipped: Mapping[str, Card]) -> None:
    """Those who have one keep it; the others get theirs in the order of oracle ids."""
    taken = {row[0] for row in db.execute("SELECT slug FROM cards WHERE slug NOT NULL")}
    taken |= set(shipped)
    new = db.execute(
        "SELECT id, name FROM cards WHERE slug IS NULL ORDER BY oracle_id IS NULL, oracle_id, name"
    ).fetchall()
    for id, name in new:
        first = given = slug(name)[:120].strip("-") or "card"
        number = 1
        while given in taken:
            number += 1
            given = f"{first}-{number}"
        taken.add(given)
        db.execute("UPDATE cards SET slug = ? WHERE id = ?", (given, id))


def _index_names(db: sqlite3.Connection) -> None:
    vocabulary: set[str] = set()
    rows = db.execute(_NAMES)
    while batch := rows.fetchmany(5000):
        start = db.execute("SELECT coalesce(max(id), 0) FROM found").fetchone()[0]
        folded = [fold.__wrapped__(text).text for _, _, text in batch]
        whole = [
            (start + i, *row, text)
            for i, (row, text) in enumerate(zip(batch, folded, strict=True), 1)
        ]
        db.executemany("INSERT INTO found VALUES (?, ?, ?, ?, ?)", whole)
        for id, _, language, _, text in whole:
            column = COLUMNS[language]
            found = words.__wrapped__(text)
            vocabulary.update(
                w.plain for w in found if not w.chinese and len(w.plain) >= _SHORTEST_WORD
            )
            line = " ".join(terms(text))
            db.execute(f"INSERT INTO name_words (rowid, {column}) VALUES (?, ?)", (id, line))
            if language != "zh-Hans":
                parts = (id, _both(text))
                db.execute("INSERT INTO name_parts (rowid, plain) VALUES (?, ?)", parts)
    db.executemany("INSERT INTO vocabulary VALUES (?)", ((word,) for word in sorted(vocabulary)))


def _both(folded: str) -> str:
    """A name with its umlauts written as one letter and, where that differs, as it stands."""
    short = plain(folded)
    return folded if short == folded else f"{short} {folded}"


def _index_texts(db: sqlite3.Connection) -> None:
    for id, (key, language, text, about, _) in enumerate(db.execute(_TEXTS).fetchall(), 1):
        folded = fold.__wrapped__(text).text
        row = (id, key, language, about, folded)
        db.execute("INSERT INTO said VALUES (?, ?, ?, ?, ?)", row)
        line = (id, " ".join(terms(folded)))
        db.execute(f"INSERT INTO text_words (rowid, {COLUMNS[language]}) VALUES (?, ?)", line)


def terms(folded: str) -> Iterator[str]:
    """What is indexed of a folded text: its words; of Chinese each character and each two."""
    for word in words.__wrapped__(folded):
        if word.chinese:
            yield from word.plain
            yield from map("".join, zip(word.plain, word.plain[1:], strict=False))
        else:
            yield word.plain
