"""A page and a part of one are never taken for each other, and neither names another site."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.people import ANAS, TABLE, Person
from tests.views.test_events import watch_of

ELSEWHERE = re.compile(r'\b(?:href|src|action|srcset|poster|ping)="(?:https?:)?//(?!localhost\b)')
pytestmark = pytest.mark.usefixtures("at_table")


def read(app: Flask, person: Person) -> Iterator[tuple[str, str, str]]:
    """Every page and part that there is: its address, what it says of keeping it, its markup."""
    values = {"table": TABLE, "watch": watch_of(person), "lang": "de", "slug": "thriving-rats"}
    values |= {"ruling": "energy-symbol", "id": "energy-symbol", "name": "share"}
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or not set(rule.arguments) <= set(values):
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], rule.rule)
        with person.web.get(f"{path}?seat={ANAS}") as answer:
            if answer.status_code == 200 and answer.mimetype == "text/html":
                yield path, answer.headers["Cache-Control"], answer.text


def test_a_part_of_a_page_is_never_kept_and_never_at_the_address_of_a_page(app: Flask, ana: Person):
    found = list(read(app, ana))
    for path, kept, text in found:
        is_part = path.startswith("/f/")
        assert text.lstrip().startswith("<!doctype html>") is not is_part, path
        assert (kept == "no-store") is is_part, path
    assert sum(path.startswith("/f/") for path, *_ in found) >= 5
    assert len(found) >= 15


def test_no_page_names_another_site(app: Flask, ana: Person):
    for path, _, text in read(app, ana):
        assert not ELSEWHERE.search(text), path
