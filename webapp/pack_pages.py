"""The pages that a pack has, as the views make them, in lines."""

import time
from itertools import combinations

from flask import Flask

from webapp.domain.cards import Card
from webapp.domain.rulings import RULINGS
from webapp.i18n import LANGUAGES, Language

#: What stands in place of a page's own path, which comes in it again and again.
OWN_PATH = "\x1a"
#: What is for search engines and for previews of links names the host, and no reader needs it.
FOR_ENGINES = ('<link rel="alternate"', '<link rel="canonical"', '<meta property="og:')
#: What stands below the choice of languages, by the query that makes it.
Below = dict[str, list[str]]
#: A page in lines: those above that choice, and the others, which many pages share.
Page = tuple[list[str], Below]
NOTHING_BELOW: Below = {"": []}


def pages_of(app: Flask, language: Language) -> dict[str, Page]:
    """Every page of a language, as the views make it for a phone they know nothing of."""
    home = f"/{language.slug}/"
    own = [home, f"{home}offline", f"{home}shell", f"{home}cards/", f"/f{home}cards"]
    own += [f"/f{home}cards/actions", f"/f{home}kit"]
    shown = [f"{home}rulings/{ruling.id}" for ruling in RULINGS]
    own += [f"{address}/to/{other.slug}" for address in shown for other in LANGUAGES]
    pages = {address: (_page(app, address), NOTHING_BELOW) for address in own}
    beside = _beside(language)
    for address in (f"{home}rulings/", *shown):
        pages[address] = _top(_page(app, address))[0], _below(app, address, beside)
    below: dict[object, Below] = {}
    for card in app.extensions["cards"].by_slug.values():
        address, alike = f"{home}cards/{card.slug}", _rulings(app, card, language)
        if alike not in below:
            below[alike] = _below(app, address, beside)
        pages[address] = _top(_page(app, address))[0], below[alike]
    return pages


def _beside(language: Language) -> list[str]:
    """What an address may say of other languages: none, or any of them, in our order."""
    others = [other.slug for other in LANGUAGES if other != language]
    chosen = (some for n in range(1, len(others) + 1) for some in combinations(others, n))
    return ["", *(f"with={','.join(some)}" for some in chosen)]


def _rulings(app: Flask, card: Card, language: Language) -> object:
    """What cards have in common whose pages are the same from the choice of languages on."""
    rulings = app.extensions["rulings"]
    listed = rulings.of_card(card, language.tag)
    return card.slug in rulings.pages, tuple((r.ruling.id, r.applies, r.part) for r in listed)


def _below(app: Flask, address: str, queries: list[str]) -> Below:
    return {query: _top(_page(app, f"{address}?{query}"))[1] for query in queries}


def _top(page: list[str]) -> tuple[list[str], list[str]]:
    """The lines of a page above the choice of languages, and those from there on."""
    cut = next(i for i, line in enumerate(page) if line.startswith('<nav class="beside"'))
    return page[:cut], page[cut:]


def _page(app: Flask, address: str) -> list[str]:
    """A page in lines, most of which come back in other pages."""
    time.sleep(0)  # whoever is served beside it waits for one page at most
    client = app.test_client(use_cookies=False)
    with client.get(address, environ_base={"REMOTE_ADDR": "0.0.0.0"}) as answer:
        if answer.status_code != 200:
            raise LookupError(f"{address}: {answer.status}")
        text = answer.get_data(as_text=True)
    path = address.partition("?")[0]
    lines = map(str.strip, text.replace(f'"{path}', f'"{OWN_PATH}').splitlines())
    return [line for line in lines if line and not line.startswith(FOR_ENGINES)]
