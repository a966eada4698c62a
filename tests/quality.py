"""How well cards are found: queries with the card that is meant, in tests/quality.json."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

#: [what sort of query, the language of the reader, the query, the card that is meant]
QUERIES: list[list[str]] = json.loads((Path(__file__).parent / "quality.json").read_text("utf-8"))

#: Finds slugs, best first, for a query in a language.
Find = Callable[[str, str], list[str]]


def ranks(find: Find) -> Iterator[tuple[list[str], int]]:
    """Each query with the place at which its card is found, from 1; 0 where it is not."""
    for asked in QUERIES:
        _, language, query, slug = asked
        found = find(query, language)
        yield asked, found.index(slug) + 1 if slug in found else 0


def mean_reciprocal_rank(find: Find) -> tuple[float, list[str]]:
    """From 0 to 1, and the queries whose card does not come first, in words."""
    found = list(ranks(find))
    failures = [
        f"{sort} ({language}): “{query}” finds {slug} at {rank or 'no place'}"
        for (sort, language, query, slug), rank in found
        if rank != 1
    ]
    return sum(1 / rank for _, rank in found if rank) / len(found), failures
