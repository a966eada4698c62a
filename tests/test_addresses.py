"""docs/addresses.md and docs/openapi.yaml have every address of the application, and no other."""

import re
from pathlib import Path

import yaml
from flask import Flask

DESCRIPTION = (Path(__file__).parent.parent / "docs/openapi.yaml").read_text()
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


def test_the_description_for_programs_has_the_same_addresses(one_app: Flask):
    paths = yaml.safe_load(DESCRIPTION)["paths"]
    described = {
        f"{method.upper()} {re.sub('{[^}]+}', '<>', path)}"
        for path, operations in paths.items()
        for method in operations.keys() & {"get", "post", "put", "patch", "delete"}
    }
    assert described == {re.sub(r"<[^>]+>", "<>", address) for address in addresses_of(one_app)}
