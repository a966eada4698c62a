"""Rulings: all of them, and one with the cards it concerns."""

from collections.abc import Sequence
from pathlib import Path

from flask import Blueprint, abort, current_app, render_template, request
from flask.blueprints import BlueprintSetupState
from flask_babel import gettext
from markupsafe import Markup

from webapp.domain.book import SCRYFALL, WIZARDS
from webapp.domain.cards import Card
from webapp.domain.rulings import BY_ID, RULINGS, pieces
from webapp.i18n import BY_SLUG, LANGUAGES, Language, look_up, spoken
from webapp.services.library import Library
from webapp.services.rulings import Rulings, Wording, load_rulings

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


def languages_beside(first: Language) -> tuple[Language, ...]:
    """
    The languages to lay beside the first: ?with=de,zh-hans, in our order.

    One that we don't have is not found.
    """
    asked = {slug for value in request.args.getlist("with") for slug in value.split(",") if slug}
    if not asked <= set(BY_SLUG):
        abort(404)
    return tuple(one for one in LANGUAGES if one.slug in asked and one != first)


@rulings.get("/<language:lang>/rulings/")
def index(lang: Language) -> str:
    """All rulings, by what they are about."""
    beside = languages_beside(lang)
    listed = [rulings_of().listed(r, lang.tag, [one.tag for one in beside]) for r in RULINGS]
    return render_template("rulings/index.html", listed=listed, beside=beside)


@rulings.get("/<language:lang>/rulings/<id>")
def show(lang: Language, id: str) -> str:
    """One ruling, and the cards it concerns."""
    beside = languages_beside(lang)
    listed = library_of().ruling(id, lang.tag, [one.tag for one in beside])
    if listed is None:
        abort(404)
    cards, how_many = _concerned(lang, id)
    return render_template(
        "rulings/show.html", listed=listed, cards=cards, how_many=how_many, beside=beside
    )


@rulings.get("/<language:lang>/rulings/<id>/to/<language:other>")
def turned(lang: Language, id: str, other: Language) -> str:
    """One ruling for whoever sits on the other side: upside down, in the other language."""
    listed = library_of().ruling(id, other.tag)
    if listed is None:
        abort(404)
    with spoken(other):
        told = render_template(
            "rulings/_told.html", listed=listed, language=other, length=_length(listed.wording)
        )
    return render_template("rulings/turned.html", id=id, other=other, told=Markup(told))


def _length(wording: Wording) -> str:
    """How much room a text takes: a Chinese character as much as two letters."""
    room = len(wording.text) * (2 if wording.language == "zh-Hans" else 1)
    return "short" if room <= 130 else "middle" if room <= 320 else "long"


def _concerned(lang: Language, id: str) -> tuple[Sequence[Card], int]:
    """Cards that have a ruling, and how many they all are."""
    if id in BY_ID:
        cards = current_app.extensions["cards"].ordered[lang.tag]
        found = [card for card in cards if BY_ID[id].applies(card)]
        return found, len(found)
    book = library_of().book
    return book.cards_with(id, MOST_CARDS), book.how_many(id)


def _source(source: str) -> str:
    """Who says an imported ruling, for readers."""
    known = {WIZARDS: "Wizards of the Coast", SCRYFALL: gettext("A note by Scryfall")}
    return known.get(source, source)
