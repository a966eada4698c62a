"""What search engines may read, and where it stands."""

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from markupsafe import escape

from webapp.domain.rulings import RULINGS
from webapp.i18n import LANGUAGES
from webapp.views.asking import absolute
from webapp.views.cards import cards_of

FOR_A_DAY = "public, max-age=86400"

engines = Blueprint("engines", __name__)


@engines.get("/robots.txt")
def robots() -> ResponseReturnValue:
    """
    Keep engines off the parts of public pages.

    Tables are kept out by X-Robots-Tag: an engine that may not ask for one never reads that, and
    may list a link which it found elsewhere.
    """
    parts = [f"Disallow: /f/{language.slug}/" for language in LANGUAGES]
    lines = ["User-agent: *", *parts, "", f"Sitemap: {absolute('/sitemap.xml')}", ""]
    return _kept("\n".join(lines), "text/plain")


@engines.get("/sitemap.xml")
def sitemap() -> ResponseReturnValue:
    """Every public page of the program's own cards and rulings, in each language (sitemaps.org)."""
    cards = (f"cards/{slug}" for slug in cards_of().by_slug)
    rulings = (f"rulings/{ruling.id}" for ruling in RULINGS)
    pages = ["", "cards/", *cards, "rulings/", *rulings]
    addresses = (absolute(f"/{language.slug}/{page}") for language in LANGUAGES for page in pages)
    urls = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in addresses)
    return _kept(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n',
        "application/xml",
    )


def _kept(text: str, mimetype: str) -> Response:
    response = Response(text, mimetype=mimetype)
    response.headers["Cache-Control"] = FOR_A_DAY
    return response
