"""What dumps of other programs tell: facts on cards and rulings, as the rulings book keeps them."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from webapp.domain.cards import Card

#: Who says a ruling: the makers of the game, or Scryfall in notes of its own.
WIZARDS, SCRYFALL = "wotc", "scryfall"
LONGEST_NAME, LONGEST_RULING = 300, 5000
FIRST_DAY = date(1993, 8, 5)  # of the game: no ruling is older

#: Languages by the names that the dumps have for them. All others are counted, never guessed.
LANGUAGE_NAMES = {
    **{"en": "en", "english": "en"},
    **{"de": "de", "german": "de"},
    **{"pt": "pt-BR", "pt-br": "pt-BR", "portuguese (brazil)": "pt-BR"},
    **{"zhs": "zh-Hans", "zh-hans": "zh-Hans", "chinese simplified": "zh-Hans"},
}
_QUOTES = str.maketrans("’‘ʼ“”„«»‐‑‒–—", '\'\'\'"""""-----')


@dataclass(frozen=True, slots=True)
class NameFact:
    """A name of a card as one printing has it; `released` is that printing's ISO date or ""."""

    language: str
    text: str
    released: str = ""
    other: bool = False
    """Whether it is the name of one face, or a name for collectors: it finds, but is not shown."""


@dataclass(frozen=True, slots=True)
class CardFact:
    """A card: its English name, `oracle_id` where the dump has it, and names in our languages."""

    name: str
    oracle_id: str | None
    type_line: str
    mana_cost: str | None
    digital: bool
    names: tuple[NameFact, ...]


@dataclass(frozen=True, slots=True)
class RulingFact:
    """
    A ruling of a card, which is known by `oracle_id` or by `name`.

    `about` is the English text of which this one is the translation, where the dump says so.
    """

    oracle_id: str | None
    name: str | None
    language: str
    date: str
    text: str
    source: str
    about: str | None = None


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """Something that is in a dump and not for us, and why."""

    why: str


Fact = CardFact | RulingFact | LeftAlone


@dataclass(frozen=True, slots=True)
class Said:
    """
    One imported ruling: when and by whom, and its text in each language that we have it in.

    `key` is that of its English text, or of its only one; `sources` says who has each text.
    """

    key: str
    date: str
    source: str
    texts: Mapping[str, str]
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Concerns:
    """What an imported ruling concerns: so many cards, these if few; `sources` by language."""

    how_many: int
    cards: tuple[Card, ...]
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Dump:
    """A dump that was imported: as of which ISO date, on which, and how much it brought."""

    kind: str
    file: str
    as_of: str
    imported: str
    cards: int
    names: int
    rulings: int


@dataclass(frozen=True, slots=True)
class Status:
    """What the book has; `names` and `texts` count cards and rulings by language."""

    dumps: tuple[Dump, ...]
    cards: int
    cards_with_rulings: int
    names: Mapping[str, int]
    texts: Mapping[str, int]


def clean(text: str) -> str:
    """A text without line ends, control characters and marks that turn its direction; NFC."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(c for c in spaced if unicodedata.category(c) not in _NOT_TEXT).strip()


_NOT_TEXT = ("Cc", "Cf", "Co", "Cs", "Cn")


def name_key(name: str) -> str:
    """What names have in common that differ in quotes, dashes, spaces or capitals alone."""
    return clean(name).translate(_QUOTES).casefold()


def text_key(text: str) -> str:
    """What texts have in common that differ in quotes, dashes, spaces or capitals alone."""
    return hashlib.sha256(name_key(text).encode()).hexdigest()[:16]


def ruling_id(key: str) -> str:
    """The id of an imported ruling, which stands in its address."""
    return f"r{key[:12]}"


def is_ruling_id(id: str) -> bool:
    return re.fullmatch("r[0-9a-f]{12}", id) is not None
