"""What a first visit brings up to `load`: page, styles, scripts and font, compressed."""

import re

import brotli
import pytest

from tests.people import Person

BYTES, REQUESTS = 45_000, 30
FILES = re.compile(r'<(?:link|script)\b[^>]*?(?:href|src)="(/static/[^"]+\.(?:css|js|woff2))"')


def sent(person: Person, path: str) -> int:
    with person.web.get(path, headers={"Accept-Encoding": "br"}) as answer:
        assert answer.status_code == 200, path
        encoded = "Content-Encoding" in answer.headers
        return len(answer.data if encoded else brotli.compress(answer.data))


@pytest.mark.parametrize("path", ["/en/", "/en/cards/thriving-rats"])
def test_a_first_visit_brings_at_most_45_kb_in_30_requests(cleo: Person, path: str):
    page = cleo.web.get(path).text
    files = set(FILES.findall(page))
    assert any(file.endswith(".css") for file in files) and len(files) >= 5
    assert 1 + len(files) <= REQUESTS
    weights = {path: sent(cleo, path), **{file: sent(cleo, file) for file in files}}
    assert sum(weights.values()) <= BYTES, weights
