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
from webapp.domain.rulings import RULINGS
from webapp.domain.search import LONGEST_QUERY, Hit
from webapp.i18n import LANGUAGES, Language
from webapp.services.cards import Cards, load_cards
from webapp.services.library import NAMED
from webapp.views.card_words import phone_words
from webapp.views.rulings import languages_beside, library_of, rulings_of

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
    """Find cards by name and rulings by their words; without a query all cards, by name."""
    return render_template("cards/index.html", **_found(lang), findable=_findable(lang))


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
    played = {card.slug: _played(card, lang) for card in cards}
    return render_template("cards/_actions.html", played=played, words=phone_words())


@cards.get("/<language:lang>/cards/<slug>")
def show(lang: Language, slug: str) -> str:
    """One card, with the rulings that apply to it and those on energy in general."""
    card = library_of().card(slug)
    if card is None:
        abort(404)
    beside = languages_beside(lang)
    listed = library_of().of_card(card, lang.tag, [one.tag for one in beside])
    return render_template(
        "cards/show.html",
        card=card,
        ours=card.slug in cards_of().by_slug,
        listed=listed,
        official_page=card.slug in rulings_of().pages,
        beside=beside,
        types=_types(card),
    )


def _played(card: Card, lang: Language) -> dict[str, object]:
    crew = {} if card.crew is None else {"crew": card.crew}
    return {**card.played, **crew, "name": card.name_in(lang.tag)}


def _types(card: Card) -> list[str]:
    return [TYPES[word] for word in dict.fromkeys(card.type_line.split()) if word in TYPES]


def _found(lang: Language) -> dict[str, Any]:
    """What the results need; a query that is too long is cut."""
    query = request.args.get("q", "")[:LONGEST_QUERY]
    asked = bool(query.strip())
    library = library_of()
    return {
        "query": query,
        "asked": asked,
        "hits": library.find(query, lang.tag) if asked else _all(lang),
        "rulings": library.found_rulings(query, lang.tag) if asked else (),
        "more": library.book.filled(),
        "address": url_for("cards.index", lang=lang, q=query if asked else None),
    }


def _findable(lang: Language) -> list[dict[str, Any]]:
    """The rulings as a phone that searches by itself draws them: where ours is not official."""
    found = []
    for ruling in RULINGS:
        cards = [card for card in cards_of().ordered[lang.tag] if ruling.applies(card)]
        wordings = (rulings_of().wording(ruling.id, language.tag) for language in LANGUAGES)
        ours = [wording.language for wording in wordings if not wording.official]
        named = cards if len(cards) <= NAMED else []
        found.append({"id": ruling.id, "cards": named, "how_many": len(cards), "ours": ours})
    return found


def _all(lang: Language) -> tuple[Hit, ...]:
    named = ((card, card.name_in(lang.tag)) for card in cards_of().ordered[lang.tag])
    return tuple(Hit(name, (), card, language) for card, (name, language) in named)
