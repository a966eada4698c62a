"""docs/addresses.md has every address of the application, and no other."""

import re
from pathlib import Path

from flask import Flask

PAGE = (Path(__file__).parent.parent / "docs/addresses.md").read_text()
ADDRESS = re.compile(r"`((?:GET|POST|PUT|PATCH|DELETE) /[^`]*)`")


def addresses_of(app: Flask) -> set[str]:
    return {
        f"{method} {re.sub(r'<[a-z]+:', '<', rule.rule)}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_every_address_is_documented(one_app: Flask):
    assert addresses_of(one_app) - set(ADDRESS.findall(PAGE)) == set()


def test_no_address_is_documented_that_does_not_exist(one_app: Flask):
    documented = ADDRESS.findall(PAGE)
    assert set(documented) - addresses_of(one_app) == set()
    assert len(documented) == len(set(documented)) > 30
