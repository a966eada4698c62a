"""An entry's own fields as plain JSON, with their names on the wire."""

from dataclasses import asdict
from typing import Any

from webapp.domain.bodies import Malformed, Open
from webapp.domain.entries import Entry


def own_fields(entry: Entry) -> dict[str, Any]:
    """The fields of its type that it has; none of an entry that can't be read."""
    if isinstance(entry.body, Malformed):
        return {}
    fields = asdict(entry.body) if isinstance(entry.body, Open) else vars(entry.body)
    return {name.rstrip("_"): value for name, value in fields.items() if value is not None}
