"""Entries: one fact each, as a phone wrote it down, and how one is read from the wire."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from webapp.domain.bodies import Body, Malformed, NewGame
from webapp.domain.fields import LIMIT, Fields, valid_id, valid_seat, whole
from webapp.domain.readers import ANSWERS, MOST_WITH, READERS
from webapp.domain.refusals import Code, Refusal, Why, bad_field

__all__ = ["ANSWERS", "MOST_WITH", "Entry", "read_entry", "valid_id", "valid_seat", "valid_seq"]

LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999: no calendar goes further."""

_TYPE = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")


@dataclass(frozen=True)
class Entry:
    """
    One fact of a table's ledger.

    `seq` counts its client's entries, `seen` is the server's seq that its author had folded,
    `at` is in milliseconds and only shown. `type` is "" when there was none that can be kept.
    """

    id: str
    client: str
    author: str
    seq: int
    type: str
    game: str
    at: int
    seen: int
    body: Body

    def says_the_same_as(self, other: "Entry") -> bool:
        """Whether a replay has the content of the first one."""
        return (self.type, self.body) == (other.type, other.body)


def valid_seq(value: object) -> bool:
    """Whether this can be an entry's place among its client's entries."""
    number = whole(value)
    return number is not None and 1 <= number < LIMIT


def read_entry(
    raw: Mapping[str, object], *, client: str, author: str, game: str, seen: int, now: int
) -> Entry:
    """
    Read an entry whose id and seq are valid already; a missing game, at or seen is as given.

    It never raises: whatever else is wrong becomes a `Malformed` body, and so a refusal.
    """
    fields = Fields(raw)
    at = fields.number("at", 0, LATEST) if fields.has("at") else now
    since = fields.number("seen", 0, LIMIT - 1) if fields.has("seen") else seen
    in_game = _game(fields) if fields.has("game") else game
    type_, body = _body(fields)
    if fields.fault:
        at, since, in_game, body = now, seen, game, Malformed(fields.fault)
    return Entry(
        id=str(raw["id"]), client=client, author=author, seq=whole(raw["seq"]) or 0,
        type=type_, game=in_game, at=at, seen=since, body=body,
    )  # fmt: skip


def _game(fields: Fields) -> str:
    value = fields.raw.get("game")
    if isinstance(value, str) and valid_id(value):
        return value
    fields.refuse(bad_field("game", Why.CHOICE if isinstance(value, str) else Why.FORM))
    return ""


def _body(fields: Fields) -> tuple[str, Body]:
    value = fields.raw.get("type")
    if not (isinstance(value, str) and _TYPE.match(value)):
        fields.refuse(bad_field("type", Why.FORM))
        return "", NewGame()
    reader = READERS.get(value)
    if reader is None:
        fields.refuse(Refusal(Code.UNKNOWN_TYPE))
        return value, NewGame()
    return value, reader(fields)
