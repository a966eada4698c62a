"""An entry's own fields as plain JSON: what the ledger keeps and shows of its body."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from webapp.domain.bodies import Malformed
from webapp.domain.entries import Entry, read_entry
from webapp.domain.refusals import Code, Refusal


def own_fields(entry: Entry) -> dict[str, Any]:
    """The fields of its type with their names on the wire; none of an entry that can't be read."""
    if isinstance(entry.body, Malformed):
        return {}
    fields = asdict(entry.body)
    return {name.rstrip("_"): value for name, value in fields.items() if value is not None}


def to_json(entry: Entry) -> dict[str, Any]:
    """A whole entry for keeping, a refusal in place of what could not be read."""
    kept: dict[str, Any] = {
        "id": entry.id, "client": entry.client, "author": entry.author, "seq": entry.seq,
        "type": entry.type, "game": entry.game, "at": entry.at, "seen": entry.seen,
    }  # fmt: skip
    if isinstance(entry.body, Malformed):
        refusal = entry.body.refusal
        return {**kept, "malformed": {"code": refusal.code, "params": dict(refusal.params)}}
    return {**kept, **own_fields(entry)}


def from_json(obj: Mapping[str, Any]) -> Entry:
    """The entry that `to_json` has kept."""
    entry = read_entry(
        obj, client=obj["client"], author=obj["author"],
        game=obj["game"], seen=obj["seen"], now=obj["at"],
    )  # fmt: skip
    if "malformed" not in obj:
        return entry
    refusal = Refusal(Code(obj["malformed"]["code"]), obj["malformed"]["params"])
    return Entry(**{**vars(entry), "type": obj["type"], "body": Malformed(refusal)})
