"""Rows of the ledger as columns, and back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webapp.domain.entries import Entry, read_entry
from webapp.domain.refusals import Code, Refusal
from webapp.domain.rows import Flag, Outcome, Row
from webapp.services.ports import Line


def columns(table_id: str, line: Line, now: int) -> dict[str, Any]:
    row, entry = line.row, line.row.entry
    return {
        "table_id": table_id,
        "seq": row.seq,
        "id": entry.id,
        "client": entry.client,
        "client_seq": entry.seq,
        "author": entry.author,
        "by": row.by,
        "type": entry.type,
        "game": entry.game,
        "at": entry.at,
        "seen": entry.seen,
        "received": now,
        "body": line.raw,
        "outcome": row.outcome,
        "delta": row.delta,
        "totals": row.totals,
        "flags": row.flags,
        "refusal": row.refusal and {"code": row.refusal.code, "params": row.refusal.params},
        "compensates": row.compensates,
        "undone": row.undone,
    }


def row_of(kept: Mapping[str, Any]) -> Row:
    refusal = kept["refusal"]
    return Row(
        seq=kept["seq"],
        entry=_entry(kept),
        outcome=Outcome(kept["outcome"]),
        delta=kept["delta"],
        totals=kept["totals"],
        flags=tuple(Flag(flag) for flag in kept["flags"]),
        refusal=refusal and Refusal(Code(refusal["code"]), refusal["params"]),
        compensates=tuple(kept["compensates"]),
        undone=kept["undone"],
        by=kept["by"],
    )


def _entry(kept: Mapping[str, Any]) -> Entry:
    """Read again what was received. What it left out then, it gets as it got it then."""
    entry = read_entry(
        kept["body"],
        client=kept["client"],
        author=kept["author"],
        game=kept["game"],
        seen=kept["seen"],
        now=kept["at"],
    )
    return replace(entry, game=kept["game"])
