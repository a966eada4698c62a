"""Rulings: all of them, and one with the cards it concerns."""

from pathlib import Path

from flask import Blueprint, abort, current_app, render_template, request
from flask.blueprints import BlueprintSetupState
from flask_babel import gettext

from webapp.domain.book import SCRYFALL, WIZARDS
from webapp.domain.rulings import BY_ID, RULINGS, pieces
from webapp.i18n import BY_SLUG, Language, look_up
from webapp.services.library import Library
from webapp.services.rulings import Rulings, load_rulings

DATA = Path(__file__).parent.parent / "data"
#: So many cards of an imported ruling are listed.
MOST_CARDS = 100

rulings = Blueprint("rulings", __name__)


@rulings.record_once
def read(state: BlueprintSetupState) -> None:
    """Read the rulings once, when the application is built."""
    state.app.extensions["rulings"] = load_rulings(DATA / "rulings.json", look_up)
    state.app.jinja_env.filters["pieces"] = pieces
    state.app.jinja_env.filters["source"] = _source


def rulings_of() -> Rulings:
    """The rulings of this application."""
    found: Rulings = current_app.extensions["rulings"]
    return found


def library_of() -> Library:
    """All cards and rulings of this application, imported ones too."""
    found: Library = current_app.extensions["library"]
    return found


def second_language(first: Language) -> Language | None:
    """The language to lay beside the first: ?with=. One that we don't have is not found."""
    wanted = request.args.get("with")
    if wanted and wanted not in BY_SLUG:
        abort(404)
    chosen = BY_SLUG.get(wanted or "")
    return None if chosen == first else chosen


@rulings.get("/<language:lang>/rulings/")
def index(lang: Language) -> str:
    """All rulings, by what they are about."""
    beside = second_language(lang)
    listed = [rulings_of().listed(r, lang.tag, beside.tag if beside else None) for r in RULINGS]
    return render_template("rulings/index.html", listed=listed, beside=beside)


@rulings.get("/<language:lang>/rulings/<id>")
def show(lang: Language, id: str) -> str:
    """One ruling, and the cards it concerns."""
    beside = second_language(lang)
    found = BY_ID.get(id)
    if found is None:
        return _imported(lang, id, beside)
    cards = [c for c in current_app.extensions["cards"].ordered[lang.tag] if found.applies(c)]
    listed = rulings_of().listed(found, lang.tag, beside.tag if beside else None)
    return render_template(
        "rulings/show.html", listed=listed, cards=cards, how_many=len(cards), beside=beside
    )


def _imported(lang: Language, id: str, beside: Language | None) -> str:
    listed = library_of().ruling(id, lang.tag, beside.tag if beside else None)
    if listed is None:
        abort(404)
    book = library_of().book
    return render_template(
        "rulings/show.html",
        listed=listed,
        cards=book.cards_with(id, MOST_CARDS),
        how_many=book.how_many(id),
        beside=beside,
    )


def _source(source: str) -> str:
    """Who says an imported ruling, for readers."""
    known = {WIZARDS: "Wizards of the Coast", SCRYFALL: gettext("A note by Scryfall")}
    return known.get(source, source)
