"""An entry's own fields as plain JSON, with their names on the wire."""

from dataclasses import is_dataclass
from typing import Any

from webapp.domain.bodies import Malformed
from webapp.domain.entries import Entry

_LATER = {"also": (), "order": {}, "min": 0}
"""Fields that older entries don't have: left out where they say nothing."""


def own_fields(entry: Entry) -> dict[str, Any]:
    """The fields of its type that it has; none of an entry that can't be read."""
    if isinstance(entry.body, Malformed):
        return {}
    return {
        name.rstrip("_"): _plain(value)
        for name, value in vars(entry.body).items()
        if value is not None and _LATER.get(name) != value
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_plain(each) for each in value)
    return dict(vars(value)) if is_dataclass(value) else value
