"""Cards: found by name, and shown with their rulings."""

from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.blueprints import BlueprintSetupState
from flask_babel import lazy_gettext as _

from webapp.domain.cards import Card
from webapp.domain.search import LONGEST_QUERY, Hit
from webapp.i18n import Language
from webapp.services.cards import Cards, load_cards
from webapp.views.card_words import phone_words
from webapp.views.rulings import library_of, rulings_of, second_language

DATA = Path(__file__).parent.parent / "data"
#: What a card is, as far as it tells which rulings matter.
TYPES = {
    "Artifact": _("Artifact"),
    "Creature": _("Creature"),
    "Enchantment": _("Enchantment"),
    "Instant": _("Instant"),
    "Land": _("Land"),
    "Sorcery": _("Sorcery"),
    "Vehicle": _("Vehicle"),
    "Equipment": _("Equipment"),
}

cards = Blueprint("cards", __name__)


@cards.record_once
def read(state: BlueprintSetupState) -> None:
    """Read the cards once, when the application is built."""
    state.app.extensions["cards"] = load_cards(DATA / "cards.json")


def cards_of() -> Cards:
    """The cards of this application."""
    found: Cards = current_app.extensions["cards"]
    return found


@cards.get("/<language:lang>/cards/")
def index(lang: Language) -> str:
    """Find cards by name; without a query all of them, by name."""
    return render_template("cards/index.html", **_found(lang))


@cards.get("/f/<language:lang>/cards")
def results(lang: Language) -> Response:
    """The same results alone, while the player types; the address follows."""
    found = _found(lang)
    response = make_response(render_template("cards/_results.html", **found))
    response.headers["HX-Replace-Url"] = found["address"]
    response.headers["Cache-Control"] = "no-store"
    return response


@cards.get("/f/<language:lang>/cards/actions")
def actions(lang: Language) -> str:
    """What every card does, and what its buttons are called: for phones, which draw them."""
    cards = cards_of().by_slug.values()
    played = {card.slug: {**card.played, "name": card.name_in(lang.tag)} for card in cards}
    return render_template("cards/_actions.html", played=played, words=phone_words())


@cards.get("/<language:lang>/cards/<slug>")
def show(lang: Language, slug: str) -> str:
    """One card, with the rulings that apply to it and those on energy in general."""
    card = library_of().card(slug)
    if card is None:
        abort(404)
    beside = second_language(lang)
    listed = library_of().of_card(card, lang.tag, beside.tag if beside else None)
    return render_template(
        "cards/show.html",
        card=card,
        listed=listed,
        official_page=card.slug in rulings_of().pages,
        beside=beside,
        types=_types(card),
    )


def _types(card: Card) -> list[str]:
    return [TYPES[word] for word in dict.fromkeys(card.type_line.split()) if word in TYPES]


def _found(lang: Language) -> dict[str, Any]:
    """What the results need; a query that is too long is cut."""
    query = request.args.get("q", "")[:LONGEST_QUERY]
    asked = bool(query.strip())
    hits = library_of().find(query, lang.tag) if asked else _all(lang)
    address = url_for("cards.index", lang=lang, q=query if asked else None)
    return {"query": query, "asked": asked, "hits": hits, "address": address}


def _all(lang: Language) -> tuple[Hit, ...]:
    named = ((card, card.name_in(lang.tag)) for card in cards_of().ordered[lang.tag])
    return tuple(Hit(name, (), card, language) for card, (name, language) in named)
