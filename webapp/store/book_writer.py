"""Takes facts of dumps into a book that nobody reads yet."""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from webapp.domain.book import CardFact, Fact, LeftAlone, RulingFact, name_key, text_key
from webapp.domain.cards import Card
from webapp.services.ports import Summary

_INCOMING = """
CREATE TEMP TABLE IF NOT EXISTS incoming (
    card INTEGER, language TEXT, key TEXT, source TEXT, date TEXT, about TEXT,
    PRIMARY KEY (card, language, key)
) WITHOUT ROWID
"""
#: Rulings in the book that a newer dump of the same source speaks for.
_SPOKEN_FOR = """
    (card, language, source) IN (SELECT DISTINCT card, language, source FROM incoming)
"""
_OLDER = """
    EXISTS (SELECT 1 FROM rulings r WHERE r.card = incoming.card AND r.language = incoming.language
            AND r.source = incoming.source AND r.as_of > :as_of)
"""
_SAID_BY_OTHERS = """
    EXISTS (SELECT 1 FROM rulings r WHERE r.card = incoming.card AND r.language = incoming.language
            AND r.key = incoming.key AND r.source <> incoming.source)
"""
_MAIN_NAMES = """
    SELECT card, language, text FROM (
        SELECT *, row_number() OVER (
            PARTITION BY card, language ORDER BY released DESC, instr(text, ' // ') = 0, text
        ) AS place FROM names WHERE NOT other
    ) WHERE place = 1
"""


@dataclass
class Writer:
    """
    One book under construction; `shipped` are the cards that come with the program.

    `translations` has the key of an English ruling for that of a translation that we know.
    """

    db: sqlite3.Connection
    shipped: Iterable[Card]
    translations: Mapping[str, str]
    _by_id: dict[str, int] = field(default_factory=dict)
    _by_name: dict[str, int] = field(default_factory=dict)
    _with_id: set[int] = field(default_factory=set)
    _names_of: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.db.execute(_INCOMING)
        self._ours = {name_key(str(card.names["en"])): card for card in self.shipped}
        self._ours_by_id = {card.oracle_id: card for card in self.shipped if card.oracle_id}
        for id, oracle_id, name in self.db.execute("SELECT id, oracle_id, name FROM cards"):
            self._know(id, oracle_id, name)

    def take(self, facts: Iterable[Fact], kind: str, file: str, as_of: str, now: str) -> Summary:
        """Take all facts of one dump, as of an ISO date; `now` is an ISO date, too."""
        summary, names = Summary(file, kind, as_of), self._main_names()
        known = self._count("names")
        for fact in facts:
            match fact:
                case CardFact():
                    self._take_card(fact, summary)
                case RulingFact():
                    self._take_ruling(fact, summary)
                case LeftAlone(why):
                    summary.left_alone[why] += 1
        self._merge(summary, as_of)
        summary.names_added = self._count("names") - known
        summary.names_replaced = sum(
            names.get(place, text) != text for place, text in self._main_names().items()
        )
        counted = (summary.cards, summary.names_added, summary.rulings_read)
        row = (kind, file, as_of, now, *counted)
        self.db.execute("INSERT OR REPLACE INTO dumps VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return summary

    def title(self, name: str) -> tuple[str, str] | None:
        """The English name of a card by any of its names, and the language of that one."""
        if (id := self._find(None, name)) is not None:
            return self._names_of[id], "en"
        for card in self._ours.values():
            for language, text in card.names.items():
                if text == name:
                    return str(card.names["en"]), language
        found = self.db.execute(
            "SELECT DISTINCT card, language FROM names WHERE text = ?", (name,)
        ).fetchall()
        return (self._names_of[found[0][0]], found[0][1]) if len(found) == 1 else None

    def _take_card(self, fact: CardFact, summary: Summary) -> None:
        id = self._find(fact.oracle_id, fact.name)
        if id is None:
            id = self._add(fact.oracle_id, fact.name)
            summary.cards_added += 1
        summary.touched.add(id)
        self.db.execute(
            "UPDATE cards SET type_line = ?2, mana_cost = ?3, digital = min(digital, ?4),"
            " oracle_id = coalesce(oracle_id, ?5) WHERE id = ?1",
            (id, fact.type_line, fact.mana_cost, fact.digital, fact.oracle_id),
        )
        self.db.executemany(
            "INSERT INTO names VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " released = max(released, excluded.released), other = min(other, excluded.other)",
            ((id, n.language, n.text, n.released, n.other) for n in fact.names),
        )

    def _take_ruling(self, fact: RulingFact, summary: Summary) -> None:
        summary.rulings_read += 1
        id = self._find(fact.oracle_id, fact.name)
        if id is None and fact.name and (titled := self.title(fact.name)):
            id = self._find(None, titled[0])
        if id is None:
            summary.unknown.add(fact.oracle_id or fact.name or "")
            summary.left_alone["rulings of cards whose names are not known"] += 1
            return
        summary.touched.add(id)
        key = text_key(fact.text)
        about = text_key(fact.about) if fact.about else None
        if fact.language != "en":
            about = about or self.translations.get(key)
        texts = (key, fact.language, fact.text)
        self.db.execute("INSERT OR IGNORE INTO texts VALUES (?, ?, ?)", texts)
        changed = self.db.execute(
            "INSERT OR IGNORE INTO incoming VALUES (?, ?, ?, ?, ?, ?)",
            (id, fact.language, key, fact.source, fact.date, about),
        ).rowcount
        summary.doubles += not changed

    def _merge(self, summary: Summary, as_of: str) -> None:
        """Let what came in replace what the book has of the same card, language and source."""
        run, day = self.db.execute, {"as_of": as_of}
        if old := run(f"DELETE FROM incoming WHERE {_OLDER}", day).rowcount:
            summary.left_alone["rulings from an older dump than those in the book"] += old
        summary.doubles += run(f"DELETE FROM incoming WHERE {_SAID_BY_OTHERS}").rowcount
        same = "SELECT 1 FROM incoming i WHERE i.card = rulings.card AND i.key = rulings.key"
        same += " AND i.language = rulings.language AND i.source = rulings.source"
        before = run(f"SELECT count(*) FROM rulings WHERE {_SPOKEN_FOR}").fetchone()[0]
        summary.rulings_gone = run(
            f"DELETE FROM rulings WHERE {_SPOKEN_FOR} AND NOT EXISTS ({same})"
        ).rowcount
        summary.rulings_kept = before - summary.rulings_gone
        incoming = self._count("incoming")
        run(
            "INSERT OR REPLACE INTO rulings SELECT card, language, key, source, date, :as_of, about"
            " FROM incoming",
            day,
        )
        run("DELETE FROM incoming")
        summary.rulings_added = incoming - summary.rulings_kept

    def _main_names(self) -> dict[tuple[int, str], str]:
        return {(card, tag): text for card, tag, text in self.db.execute(_MAIN_NAMES)}

    def _count(self, table: str) -> int:
        found: int = self.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return found

    def _find(self, oracle_id: str | None, name: str | None) -> int | None:
        """The card in the book, or one of the shipped, which then gets its place there."""
        if oracle_id and oracle_id in self._by_id:
            return self._by_id[oracle_id]
        key = name_key(name) if name else ""
        id = self._by_name.get(key)
        if id is not None and not (oracle_id and id in self._with_id):
            if oracle_id:
                self._know(id, oracle_id, self._names_of[id])
            return id
        ours = self._ours_by_id.get(oracle_id or "") or self._ours.get(key)
        if ours is None or (oracle_id and ours.oracle_id not in (None, oracle_id)):
            return None
        return self._add(oracle_id or ours.oracle_id, str(ours.names["en"]), ours.slug)

    def _add(self, oracle_id: str | None, name: str, slug: str | None = None) -> int:
        row = (oracle_id, name, slug)
        id = self.db.execute(
            "INSERT INTO cards (oracle_id, name, slug, type_line, digital) VALUES (?, ?, ?, '', 1)",
            row,
        ).lastrowid
        assert id is not None
        self._know(id, oracle_id, name)
        return id

    def _know(self, id: int, oracle_id: str | None, name: str) -> None:
        self._names_of[id] = name
        self._by_name.setdefault(name_key(name), id)
        if oracle_id:
            self._by_id[oracle_id] = id
            self._with_id.add(id)


def main_names(db: sqlite3.Connection) -> dict[int, dict[str, str]]:
    """The name of each card that is shown, in each language."""
    found: dict[int, dict[str, str]] = {}
    for card, language, text in db.execute(_MAIN_NAMES):
        found.setdefault(card, {})[language] = text
    return found
