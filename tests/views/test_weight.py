"""What a first visit brings up to `load`: page, styles, scripts, font, icon and manifest."""

import re

import brotli
import pytest

from tests.people import TABLE, Person
from tests.views.test_events import watch_of

BYTES, REQUESTS = 45_000, 30
HEAD = 350  # bytes of a file's answer that no compression touches
FILES = re.compile(
    r'<(?:link|script)\b[^>]*?(?:href|src)="(/(?:static/[^"]+\.(?:css|js|woff2|svg)|manifest[^"]*))"'
)
LATER = re.compile(r"<template data-next>.*?</template>", re.DOTALL)


def sent(person: Person, path: str) -> int:
    with person.web.get(path, headers={"Accept-Encoding": "br"}) as answer:
        assert answer.status_code == 200, path
        encoded = "Content-Encoding" in answer.headers
        return HEAD + len(answer.data if encoded else brotli.compress(answer.data))


def first(person: Person, path: str) -> set[str]:
    """All that a page names for its beginning, and the page."""
    return {path, *FILES.findall(LATER.sub("", person.web.get(path).text))}


@pytest.fixture
def places(ana: Person) -> list[str]:
    """Home, a card, and a table to play and to watch."""
    assert ana.post(*ana.opening()).status_code == 200
    watch = watch_of(ana)
    return ["/en/", "/en/cards/thriving-rats", f"/t/{TABLE}", f"/w/{watch}"]


def test_a_first_visit_brings_at_most_45_kb_in_30_requests(cleo: Person, places: list[str]):
    for path in places:
        files = first(cleo, path)
        assert any(file.endswith(".css") for file in files) and len(files) >= 7, path
        assert len(files) <= REQUESTS, path
        weights = {file: sent(cleo, file) for file in files}
        assert sum(weights.values()) <= BYTES, weights


def test_what_plays_a_table_is_named_once_and_comes_after_the_page(ana: Person, places: list[str]):
    page = ana.web.get(places[2]).text
    (later,) = LATER.findall(page)
    names = FILES.findall(later)
    assert any(name.endswith("/js/elements/live-table.js") for name in names)
    assert any(name.endswith("/js/offline/keeper.js") for name in names)
    assert len(set(names)) == len(names) and not set(names) & first(ana, places[2])
