"""Reading the fields of an entry that anybody may have sent: a fault is kept, never raised."""

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence

from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.table import KINDS, MOST

LIMIT = 2**53
"""Whole numbers end here: beyond, JavaScript can't tell neighbours apart."""

SPACE = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""The white space that is trimmed from texts: these characters and no others."""

_ENTRY = re.compile(r"[A-Za-z0-9_-]{22}\Z")
_SEAT = re.compile(r"[0-9A-HJKMNP-TV-Z]{8}\Z")
_CARD = re.compile(r"[a-z0-9]+(?:--?[a-z0-9]+)*\Z")
_OWN_KIND = re.compile(r"custom:[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_CARD_LONG, _KIND_LONG = 150, 37
_UNFIT = re.compile(
    "["
    "\u0000-\u001f\u007f-\u009f\ud800-\udfff"  # control characters, halves of pairs
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f"  # lines, marks that turn text around
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u2800\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # all of these are invisible
    "]"
)
_SLACK = 10  # normalising shortens a text, but never to a tenth


def valid_id(value: object) -> bool:
    """Whether this can be the id of an entry, a game, a client: 22 base64url characters."""
    return isinstance(value, str) and _ENTRY.match(value) is not None


def valid_seat(value: object) -> bool:
    """Whether this can be the id of a seat: 8 characters of Crockford's base32, upper case."""
    return isinstance(value, str) and _SEAT.match(value) is not None


def valid_card(value: object) -> bool:
    """Whether this can be the slug of a card: which cards there are, the domain doesn't know."""
    return isinstance(value, str) and len(value) <= _CARD_LONG and _CARD.match(value) is not None


def whole(value: object) -> int | None:
    """
    The whole number that a value is; None when it is none. 2.0 is 2, true is no number.

    Beyond ±2**53 it stays at ±2**53, infinity too, so that every reader sees the same.
    """
    if isinstance(value, float) and (value.is_integer() or math.isinf(value)):
        return int(max(-LIMIT, min(LIMIT, value)))
    if isinstance(value, int) and not isinstance(value, bool):
        return max(-LIMIT, min(LIMIT, value))
    return None


def tidy(value: str, most: int) -> str | Why:
    """A text trimmed and composed (NFC), or what is wrong with it; `most` counts code points."""
    text = value.strip(SPACE)
    if _UNFIT.search(text):
        return Why.CHARACTERS
    if not any(map(_shows, text)):
        return Why.BLANK
    if len(text) > most * _SLACK:
        return Why.LONG
    text = unicodedata.normalize("NFC", text)
    return Why.LONG if len(text) > most else text


def _shows(character: str) -> bool:
    """Whether it is to be seen by itself: marks and joiners need another that they belong to."""
    category = unicodedata.category(character)
    return character not in SPACE and category != "Cf" and not category.startswith("M")


class Fields:
    """
    The fields of one raw entry. A missing field and null are the same.

    `fault` is the first thing that was wrong; what is read after it is of no account.
    """

    def __init__(self, raw: Mapping[str, object]) -> None:
        self.raw = raw
        self.fault: Refusal | None = None

    def has(self, field: str) -> bool:
        """Whether the field is there and not null."""
        return self.raw.get(field) is not None

    def number(self, field: str, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        found = whole(self.raw.get(field))
        if found is None:
            return self._number_fault(field, Why.WHOLE)
        if found < least:
            return self._number_fault(field, Why.MIN)
        return found if found <= most else self._number_fault(field, Why.MAX)

    def amount(self, field: str, least: int) -> int:
        """A number of counters, from `least` up to what a total can hold."""
        found = whole(self.raw.get(field))
        if found is not None and found > MOST:
            self.refuse(Refusal(Code.TOO_MANY, {"max": MOST}))
            return least
        return self.number(field, least, MOST)

    def text(self, field: str, most: int) -> str | None:
        """A text of at most that many code points, None when it is missing."""
        value = self.raw.get(field)
        if value is None:
            return None
        text = tidy(value, most) if isinstance(value, str) else Why.FORM
        if isinstance(text, Why):
            self.refuse(bad_field(field, text))
            return None
        return text

    def note(self, field: str, most: int) -> str | None:
        """A text that may as well be left blank."""
        value = self.raw.get(field)
        blank = isinstance(value, str) and tidy(value, most) is Why.BLANK
        return None if blank else self.text(field, most)

    def choice(self, field: str, options: Sequence[str]) -> str:
        """One of a few words."""
        value = self.raw.get(field)
        if isinstance(value, str) and value in options:
            return value
        self.refuse(bad_field(field, Why.CHOICE if isinstance(value, str) else Why.FORM))
        return options[0]

    def flag(self, field: str) -> bool:
        """True or false, false when it is missing."""
        value = self.raw.get(field)
        if not (value is None or isinstance(value, bool)):
            self.refuse(bad_field(field, Why.FORM))
        return value is True

    def seat(self, field: str = "seat") -> str:
        """A seat's id. A word that can't be one is nobody's seat."""
        return self._reference(field, self.raw.get(field), Code.UNKNOWN_SEAT)

    def entry(self, field: str) -> str:
        """An entry's id. A word that can't be one is no entry."""
        return self._reference(field, self.raw.get(field), Code.UNKNOWN_ENTRY)

    def seat_or_none(self, field: str) -> str | None:
        """A seat's id, where the field is there."""
        return self.seat(field) if self.has(field) else None

    def kind(
        self, options: Sequence[str] = KINDS, field: str = "kind", to: "Fields | None" = None
    ) -> str:
        """A kind of counters: one of those, or with all of them a table's own (custom:…)."""
        value, faults = self.raw.get(field), to or self
        own = options is KINDS and isinstance(value, str) and len(value) <= _KIND_LONG
        if isinstance(value, str) and (value in options or (own and _OWN_KIND.match(value))):
            return value
        faults.refuse(bad_field(field, Why.CHOICE if isinstance(value, str) else Why.FORM))
        return KINDS[0]

    def card(self) -> str:
        """A card's slug. A word that can't be one is no card."""
        value = self.raw.get("card")
        if isinstance(value, str) and valid_card(value):
            return value
        unknown = Refusal(Code.UNKNOWN_CARD)
        self.refuse(unknown if isinstance(value, str) else bad_field("card", Why.FORM))
        return ""

    def card_or_none(self) -> str | None:
        """A card's slug, where the field is there."""
        return self.card() if self.has("card") else None

    def reference(self, field: str, unknown: Code) -> str:
        """The id of something that is there already."""
        return self._reference(field, self.raw.get(field), unknown)

    def reference_or_none(self, field: str, unknown: Code) -> str | None:
        """The same, where the field is there."""
        return self.reference(field, unknown) if self.has(field) else None

    def references(self, field: str, most: int, unknown: Code) -> tuple[str, ...]:
        """A list of ids of what is there already."""
        values = self.list(field)
        if len(values) > most:
            self.refuse(bad_field(field, Why.LONG))
        return tuple(self._reference(field, value, unknown) for value in values[:most])

    def new_id(self, field: str) -> str:
        """The id of something that is to be."""
        value = self.raw.get(field)
        if isinstance(value, str) and valid_id(value):
            return value
        self.refuse(bad_field(field, Why.FORM))
        return ""

    def new_id_or_none(self, field: str) -> str | None:
        """The same, where the field is there."""
        return self.new_id(field) if self.has(field) else None

    def new_seat(self) -> str:
        """The id of a seat that is to be."""
        value = self.raw.get("seat")
        if isinstance(value, str) and valid_seat(value):
            return value
        self.refuse(bad_field("seat", Why.FORM))
        return ""

    def seats(self, field: str) -> tuple[str, ...]:
        """A list of seats' ids."""
        values = self.list(field)
        return tuple(self._reference(field, value, Code.UNKNOWN_SEAT) for value in values)

    def entries(self, field: str, most: int) -> tuple[str, ...]:
        """A list of entries' ids, empty when it is missing."""
        return self.references(field, most, Code.UNKNOWN_ENTRY) if self.has(field) else ()

    def list(self, field: str) -> Sequence[object]:
        """A list of anything."""
        value = self.raw.get(field)
        if isinstance(value, list | tuple):
            return value
        self.refuse(bad_field(field, Why.FORM))
        return []

    def refuse(self, refusal: Refusal) -> None:
        """Note a fault, unless there is one already."""
        self.fault = self.fault or refusal

    def _number_fault(self, field: str, why: Why) -> int:
        self.refuse(bad_field(field, why))
        return 0

    def _reference(self, field: str, value: object, unknown: Code) -> str:
        known = valid_seat if unknown is Code.UNKNOWN_SEAT else valid_id
        if isinstance(value, str) and known(value):
            return value
        self.refuse(Refusal(unknown) if isinstance(value, str) else bad_field(field, Why.FORM))
        return ""
