"""Four languages: which one a player reads, and the words of the catalogs in each."""

import gettext as stdlib_gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from babel.dates import format_date
from flask import Flask, Response, g, has_request_context, request
from flask_babel import Babel, force_locale, format_decimal
from flask_babel import lazy_gettext as _
from markupsafe import Markup
from werkzeug.routing import BaseConverter, ValidationError

from webapp.domain.refusals import Code, Why

TRANSLATIONS = Path(__file__).parent.parent / "translations"
DOMAINS = ("messages", "rulings", "courtesy")
COOKIE = "lang"
COOKIE_DAYS = 365
SAMPLES = {"one": 1, "many": 1_000_000, "other": 2}
"""A number of each plural form; a language that has fewer gets one of them twice."""


@dataclass(frozen=True)
class Language:
    """
    One language.

    Its slug in addresses, folder of catalogs, HTML tag, name for itself, how it writes a day, and
    language with territory, as previews of links ask for it.
    """

    slug: str
    directory: str
    tag: str
    name: str
    day: str
    territory: str


LANGUAGES = (
    Language("en", "en", "en", "English", "d MMMM y", "en_GB"),
    Language("de", "de", "de", "Deutsch", "dd.MM.y", "de_DE"),
    Language("pt-br", "pt_BR", "pt-BR", "Português", "dd/MM/y", "pt_BR"),
    Language("zh-hans", "zh_Hans", "zh-Hans", "中文", "y年M月d日", "zh_CN"),
)
ENGLISH = LANGUAGES[0]

REFUSALS = {
    Code.INSUFFICIENT: _("Not enough energy: %(have)s there, %(need)s needed."),
    Code.BAD_FIELD: _("This app can’t read that."),
    Code.TOO_MANY: _("No total goes beyond %(max)s."),
    Code.UNKNOWN_SEAT: _("There is no such seat at this table."),
    Code.UNKNOWN_ENTRY: _("There is no such entry in the ledger."),
    Code.UNKNOWN_TYPE: _("This comes from a newer version of the app. Load the page again."),
    Code.PLAYER_LEFT: _("This player has left the game."),
    Code.SEAT_HELD: _("Another phone holds this seat."),
    Code.SEATS_FULL: _("Eight players are the most at one table."),
    Code.ALREADY_OPEN: _("This table is open already."),
    Code.OTHERS_PLAYED: _("Others have played in the meantime. Look again before a new game."),
    Code.UNDO_BELOW_ZERO: _("That energy has been spent since: undone alone, less than 0 is left."),
    Code.UNDO_NOT_POSSIBLE: _("This can’t be undone."),
    Code.NO_CONFLICT: _("This is settled already."),
    Code.CANT_GET: _("An effect says that this player can’t get those counters."),
    Code.ORDER_REQUIRED: _("The player who gets the counters chooses which effect comes first."),
    Code.NOT_RESOLVING: _("This spell or ability doesn’t resolve: nothing is got or paid."),
    Code.ALREADY_CHOSEN: _("That choice has been made already: it is offered once."),
    Code.BELOW_MIN: _("At least %(min)s must be paid, or nothing at all."),
    Code.NO_COUNTERS: _("That player has no counters to proliferate."),
    Code.TEAM_POISON_TWICE: _("Only one player of a team can get another poison counter."),
    Code.UNKNOWN_CARD: _("This app doesn’t know that card here."),
    Code.UNKNOWN_EFFECT: _("That effect is not in force."),
    Code.NO_SUCH_ACTION: _("Counters can’t be moved from one player to another."),
}
OF_OTHER_KINDS = {
    Code.INSUFFICIENT: _("Not enough counters: %(have)s there, %(need)s needed."),
    Code.UNDO_BELOW_ZERO: _("Those counters are gone since: undone alone, less than 0 is left."),
}
"""What is said where it is not about energy."""
FAULTS = {
    Why.WHOLE: _("That is no whole number."),
    Why.MIN: _("That is too small."),
    Why.MAX: _("That is too large."),
    Why.BLANK: _("Something must be written there."),
    Why.LONG: _("That is too long."),
    Why.CHARACTERS: _("It has characters that can’t be used here."),
    Why.FORM: REFUSALS[Code.BAD_FIELD],
    Why.CHOICE: _("That is none of the choices there are."),
    Why.TAKEN: _("That is there already."),
    Why.PERMUTATION: _("The order needs every seat exactly once."),
    Why.FIRST: _("The table is not open yet."),
}
BY_SLUG = {language.slug: language for language in LANGUAGES}
BY_PRIMARY = {language.tag[:2]: language for language in LANGUAGES}


def match(accepted: str) -> Language | None:
    """
    The first of our languages in an Accept-Language header, by its weights.

    Only the primary subtag counts: any pt reads pt-BR, any zh reads zh-Hans.
    """
    weighted: list[tuple[float, str]] = []
    for item in accepted.split(","):
        tag, _, parameters = item.partition(";")
        weight = parameters.replace(" ", "").lower().removeprefix("q=") or "1"
        try:
            weighted.append((min(float(weight), 1.0), tag))
        except ValueError:
            continue
    for weight, tag in sorted(weighted, key=lambda pair: -pair[0]):
        found = BY_PRIMARY.get(tag.strip().lower().replace("_", "-").split("-")[0])
        if found and weight > 0:
            return found
    return None


def in_path(path: str) -> Language | None:
    """The language that a public address carries: /de/…, or its fragment /f/de/…."""
    return BY_SLUG.get(path.removeprefix("/f/").removeprefix("/").partition("/")[0])


def current() -> Language:
    """The language of this request: address, then ?hl=, cookie, Accept-Language, English."""
    if not has_request_context():
        return ENGLISH
    if "language" not in g:
        g.language = (
            in_path(request.path)
            or match(_asked())
            or BY_SLUG.get(request.cookies.get(COOKIE, ""))
            or match(request.headers.get("Accept-Language", ""))
            or ENGLISH
        )
    chosen: Language = g.language
    return chosen


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """A part of a page in the words of another language than the reader's."""
    own, g.language = current(), language
    try:
        with force_locale(language.directory):
            yield
    finally:
        g.language = own


def _asked() -> str:
    """What ?hl= says: in this address, or in that of the page which htmx fetches a part for."""
    page = request.headers.get("HX-Current-URL", "").partition("#")[0].partition("?")[2]
    return request.args.get("hl") or dict(parse_qsl(page)).get("hl", "")


class _Absent(stdlib_gettext.NullTranslations):
    """The end of every look-up: answers that the catalog has no such message."""

    def pgettext(self, context: str, message: str) -> Any:
        return None


@cache
def _catalog(domain: str, tag: str) -> stdlib_gettext.NullTranslations:
    folder = tag.replace("-", "_")
    catalog = stdlib_gettext.translation(domain, str(TRANSLATIONS), [folder])
    catalog.add_fallback(_Absent())
    return catalog


def look_up(domain: str, tag: str, context: str, english: str) -> str | None:
    """What a catalog has for a text; None where it has nothing."""
    found: str | None = _catalog(domain, tag).pgettext(context, english)
    return found


def day(iso: str) -> str:
    """A date in the form the reader knows: 7 June 2024, 07.06.2024, 07/06/2024, 2024年6月7日."""
    language = current()
    return format_date(date.fromisoformat(iso), language.day, locale=language.directory)


def refusal_words(code: str, params: Mapping[str, object]) -> Markup:
    """
    One sentence for a refusal.

    Numbers are written as the reader writes them; markup given as a parameter stays markup.
    """
    words = REFUSALS[Code(code)]
    if "kind" in params:
        words = OF_OTHER_KINDS.get(Code(code), words)
    if code == Code.BAD_FIELD and params.get("why") in FAULTS:
        words = FAULTS[Why(str(params["why"]))]
    shown = {k: format_decimal(v) if isinstance(v, int) else v for k, v in params.items()}
    return Markup(str(words)) % shown


class LanguageConverter(BaseConverter):
    """`<language:lang>` in an address: one of our slugs, nothing else."""

    regex = "|".join(BY_SLUG)

    def to_python(self, value: str) -> Language:
        if value not in BY_SLUG:
            raise ValidationError
        return BY_SLUG[value]

    def to_url(self, value: Language | str) -> str:
        return value if isinstance(value, str) else value.slug


def init_app(app: Flask) -> None:
    """Give the application its languages; refuse to start without compiled catalogs."""
    for language in LANGUAGES:
        for domain in DOMAINS:
            catalog = TRANSLATIONS / language.directory / "LC_MESSAGES" / f"{domain}.mo"
            if not catalog.is_file():
                raise SystemExit(f"{catalog} is missing: run `make catalogs` first.")
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(TRANSLATIONS)
    Babel(app, locale_selector=lambda: current().directory)
    app.url_map.converters["language"] = LanguageConverter
    app.jinja_env.filters["day"] = day
    app.jinja_env.globals["refusal_words"] = refusal_words
    app.context_processor(_template_words)
    app.after_request(_say_language)


def _template_words() -> Mapping[str, Any]:
    return {"language": current(), "languages": LANGUAGES, "samples": SAMPLES}


def _say_language(response: Response) -> Response:
    """Tell caches and browsers in which language a page is, and what that depended on."""
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = current().tag
        if in_path(request.path) is None:
            response.vary.update(["Cookie", "Accept-Language"])
    return response
