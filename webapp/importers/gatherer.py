"""
Reads a page of official rulings as Gatherer has it: a card's title, then rulings with dates.

Days come before their rulings as day/month/year, or after them as year-month-day: one form per
page. Rulings are known by their words, never by their place.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from webapp.domain.book import FIRST_DAY
from webapp.importers.wordings import DICE, GAPS, PHRASES, SLIPS, SYMBOLS

HEADINGS = {"裁定"}
DATE_FORMS = {
    "day/month/year": re.compile(r"(?P<d>[0-9]{1,2})/(?P<m>[0-9]{1,2})/(?P<y>[0-9]{4})"),
    "year-month-day": re.compile(r"(?P<y>[0-9]{4})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})"),
}
DATE_COMES_FIRST = {"day/month/year": True, "year-month-day": False}
WHOLE = re.compile(r"[.!?][)\"”“»]*\Z")
LOOKS_LIKE_A_DATE = re.compile(r"[\d\s./年月日-]+")


class PageError(Exception):
    """Why a page is refused: the file, the line and the reason, for the person who ran it."""

    def __init__(self, file: str, line: int, reason: str):
        super().__init__(f"{file}, line {line}: {reason}")


@dataclass(frozen=True)
class PageRuling:
    """
    One ruling of a page.

    `date` is ISO; `language` the one it is written in; `text` the one to show. `restored` counts
    the {E} put back, `slip` is what the page has in place of a corrected word, `dice` whether the
    sentence on dice was left in English.
    """

    id: str
    date: str
    language: str
    text: str
    line: int
    restored: int = 0
    slip: str | None = None
    dice: bool = False


@dataclass(frozen=True)
class Page:
    """The rulings of one card's page in their order; `language` is that of the page's title."""

    file: str
    card: str
    language: str
    rulings: tuple[PageRuling, ...]


def read_page(
    file: str, content: bytes, titles: Mapping[str, tuple[str, str]], today: date
) -> Page:
    """
    Read one page; `titles` gives the card's slug and the language for each name of a card.

    Raises PageError for a page that is not wholly understood, or has a ruling from before the
    game or from after `today`.
    """
    (number, title), pairs = read_lines(file, content, today)
    if title not in titles:
        raise PageError(file, number, f"“{title}” is no name of a card that we know.")
    card, language = titles[title]
    rulings = tuple(read_ruling(file, language, *pair) for pair in pairs)
    seen: dict[str, int] = {}
    for ruling in rulings:
        if (first := seen.setdefault(ruling.id, ruling.line)) != ruling.line:
            raise PageError(file, ruling.line, f"the same ruling as in line {first}.")
    return Page(file, card, language, rulings)


def read_lines(
    file: str, content: bytes, today: date
) -> tuple[tuple[int, str], list[tuple[str, int, str]]]:
    """The title of a page with its line; each ruling: ISO date, line, text. Raises PageError."""
    lines = _lines(file, content)
    return lines[0], _pairs(file, lines[1:], today)


def _lines(file: str, content: bytes) -> list[tuple[int, str]]:
    """The lines with something on them, each with its number; without heading and bullets."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise PageError(file, line, "this is not UTF-8 text.") from None
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = [(i, line.strip()) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise PageError(file, 1, "the page is empty.")
    for i, line in lines:
        if any(unicodedata.category(c) in ("Cc", "Cf", "Co", "Cn") for c in line):
            raise PageError(file, i, "a character that belongs on no page.")
    return [(i, line.removeprefix("• ")) for i, line in lines if line not in HEADINGS]


def _pairs(file: str, lines: list[tuple[int, str]], today: date) -> list[tuple[str, int, str]]:
    """Each ruling with its date: (ISO date, line of the text, text)."""
    if not lines:
        raise PageError(file, 1, "no rulings on this page.")
    form = _date_form(file, lines)
    dates = [DATE_FORMS[form].fullmatch(text) is not None for _, text in lines]
    pairs = []
    for first in range(0, len(lines), 2):
        pair, kinds = lines[first : first + 2], dates[first : first + 2]
        if kinds != ([True, False] if DATE_COMES_FIRST[form] else [False, True]):
            raise _unpaired(file, pair, kinds)
        day, text = pair if DATE_COMES_FIRST[form] else reversed(pair)
        pairs.append((_day(file, form, *day, today).isoformat(), *text))
    return pairs


def _date_form(file: str, lines: list[tuple[int, str]]) -> str:
    """The one form in which this page writes dates."""
    found: str | None = None
    for i, text in lines:
        form = next((f for f, pattern in DATE_FORMS.items() if pattern.fullmatch(text)), None)
        if form is None and LOOKS_LIKE_A_DATE.fullmatch(text):
            raise PageError(file, i, f"“{text}” is no form of date that we know.")
        if found and form and form != found:
            raise PageError(file, i, f"mixed forms of date: {form} here, {found} above.")
        found = found or form
    if found is None:
        raise PageError(file, lines[0][0], "no date for this ruling.")
    return found


def _unpaired(file: str, pair: list[tuple[int, str]], dates: list[bool]) -> PageError:
    if False in dates:
        return PageError(file, pair[dates.index(False)][0], "no date for this ruling.")
    return PageError(file, pair[0][0], "no ruling for this date.")


def _day(file: str, form: str, line: int, text: str, today: date) -> date:
    match = DATE_FORMS[form].fullmatch(text)
    assert match
    try:
        day = date(int(match["y"]), int(match["m"]), int(match["d"]))
    except ValueError:
        raise PageError(file, line, f"there is no day {text} ({form}).") from None
    if day < FIRST_DAY:
        raise PageError(file, line, f"{text} is before the game's first day, {FIRST_DAY}.")
    if day > today:
        raise PageError(file, line, f"{text} is still to come: today is {today}.")
    return day


def known_as(page_language: str, text: str) -> list[tuple[str, str]]:
    """Which of the rulings we know a text is: (language, id), more than one for a muddle."""
    return [
        (language, id)
        for language in dict.fromkeys((page_language, "en"))
        for id, phrase in PHRASES.get(language, {}).items()
        if phrase in text
    ]


def read_ruling(file: str, page_language: str, day: str, line: int, text: str) -> PageRuling:
    """A ruling that we know, repaired. Raises PageError."""
    known = known_as(page_language, text)
    if len(known) != 1:
        reason = "no ruling that we know" if not known else "more than one ruling"
        raise PageError(file, line, f"{reason}: “{text[:60]}”")
    if not WHOLE.search(text):
        raise PageError(file, line, "the ruling stops in the middle of a sentence.")
    language, id = known[0]
    shown, restored, slip = _repaired(id, text) if language == "en" else (text, 0, None)
    if shown.count("{E}") != SYMBOLS.get(id, 0) or re.search(r"\s[.,;]|\s\s", shown):
        raise PageError(file, line, "an energy symbol is missing, and we can't tell where.")
    dice = language != "en" and DICE in shown
    return PageRuling(id, day, language, shown, line, restored, slip, dice)


def _repaired(id: str, text: str) -> tuple[str, int, str | None]:
    """An English text with its lost {E} and its slip put right: text, how many {E}, the slip."""
    restored = 0
    if "{E}" not in text:
        for gap, whole in GAPS.get(id, ()):
            restored += gap in text
            text = text.replace(gap, whole, 1)
    wrong, right = SLIPS.get(id, ("", ""))
    slip = wrong if wrong and wrong in text else None
    return (text.replace(wrong, right) if slip else text), restored, slip
