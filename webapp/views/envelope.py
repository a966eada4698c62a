"""Reading what a post brings: JSON from anywhere, or a form of our own pages."""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from math import copysign
from typing import Any

from werkzeug.datastructures import MultiDict

from webapp.domain.entries import valid_id, valid_seq
from webapp.services.state import VERSION
from webapp.views.errors import Problem

MOST_ENTRIES = 100
DEEPEST = 16
LONGEST_NUMBER = 18  # digits; a longer one is too much for anything here

NUMBERS = frozenset({"n", "to", "from", "at", "seen", "min", "pay", "team", "life"})
LISTS = frozenset({"order", "with", "seats", "kinds"})
FLAGS = frozenset({"over"})
NOT_NEEDED = frozenset({
    "name", "colour", "shape", "reason", "game", "at", "seen", "undo", "with", "also", "placer",
    "by", "controller", "target", "until", "card", "group", "min", "pay", "team", "mode", "variant",
    "life",
})  # fmt: skip
OF_SEAT = "order."
"""What a seat chose stands in a form as order.<seat>, one effect after another."""
_DIGITS = re.compile(r"-?[0-9]+")


@dataclass(frozen=True, slots=True)
class Envelope:
    """One client's entries, each with a valid id and seq; the rest of them is not yet read."""

    client: str
    entries: list[Mapping[str, Any]]


def read_json(body: bytes) -> Envelope:
    """Read a JSON post. Raises Problem 400 that names the field, 413 for too many entries."""
    post = _parse(body)
    if not isinstance(post, dict):
        raise _bad("body", "form")
    if post.get("v") != VERSION or isinstance(post["v"], bool):
        raise _bad("v", "choice")
    if not valid_id(post.get("client")):
        raise _bad("client", "form")
    entries = post.get("entries")
    if not isinstance(entries, list):
        raise _bad("entries", "form")
    if len(entries) > MOST_ENTRIES:
        raise Problem(413, "too_large", max=MOST_ENTRIES)
    for place, entry in enumerate(entries):
        _check(entry, place)
    return Envelope(post["client"], entries)


def read_form(form: MultiDict[str, str]) -> Envelope:
    """
    Read a form: its entry id is its client too, and its only entry the first.

    Our pages call the field `entry_id`, because an input named "id" hides the id of its form
    from scripts: a morph could not tell which form is which.
    """
    entry_id = form.get("entry_id", form.get("id"))
    if not valid_id(entry_id):
        raise _bad("id", "form")
    entry = {**fields_of(form), "id": entry_id, "seq": 1}
    entries = _rad_step(entry) if entry.get("type") == "rad_step" else [entry]
    return Envelope(f"form:{entry_id}", entries)


def fields_of(form: MultiDict[str, str]) -> dict[str, Any]:
    """The fields of an entry as a form or an address has them; what is left blank is left out."""
    entry: dict[str, Any] = {}
    for field in form.keys() - {"entry_id", "id", "seq"}:
        values = form.getlist(field)
        if field in NOT_NEEDED and not any(value.strip() for value in values):
            continue
        entry[field] = _values(field, values)
    orders = {f: entry.pop(f) for f in list(entry) if f.startswith(OF_SEAT)}
    if orders:
        entry["order"] = {f.removeprefix(OF_SEAT): order for f, order in orders.items()}
    return entry


def _rad_step(form: dict[str, Any]) -> list[Mapping[str, Any]]:
    """
    What one step of rad counters costs: as many of them as nonland cards were milled, and life.

    Two losses in one group (rule 728), so that they are undone as one.
    """
    loss = {"type": "lose", "seat": form.get("seat"), "n": form.get("n"), "group": form["id"]}
    second = form.get("second_id")
    losses = [{**loss, "id": form["id"], "seq": 1, "kind": "rad"}]
    if form.get("life") == "true" and valid_id(second):
        losses.append({**loss, "id": second, "seq": 2, "kind": "life"})
    return losses


def _check(entry: Any, place: int) -> None:
    if not isinstance(entry, dict):
        raise _bad(f"entries.{place}", "form")
    if not valid_id(entry.get("id")):
        raise _bad(f"entries.{place}.id", "form")
    if not valid_seq(entry.get("seq")):
        raise _bad(f"entries.{place}.seq", "whole")


def _values(field: str, values: list[str]) -> Any:
    """A field's value; a list leaves out the blank one by which a form says that it is there."""
    if field in LISTS or field.startswith(OF_SEAT):
        return [value for value in values if value] or ([] if field == "seats" else values)
    if field == "also":
        return [_also(value) for value in values]
    return _value(field, values[0])


def _also(text: str) -> dict[str, Any]:
    """One more kind of the same event, as "rad:1"."""
    kind, _, n = text.rpartition(":")
    return {"kind": kind, "n": _value("n", n)}


def _value(field: str, text: str) -> Any:
    if field in FLAGS:
        return text == "true"
    return read_number(text) if field in NUMBERS and text.strip() else text


def read_number(text: str) -> int | float | str | None:
    """A number of a form; None of a blank one, and what is none as it stands: it is refused."""
    plain = text.strip()
    return _whole(plain) if _DIGITS.fullmatch(plain) else text if plain else None


def _parse(body: bytes) -> Any:
    try:
        value = json.loads(body, parse_int=_whole, parse_float=_real, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        raise _bad("body", "json") from fault
    if body.count(b"{") + body.count(b"[") > DEEPEST and _deeper_than(value, DEEPEST):
        raise _bad("body", "deep")
    return value


def _deeper_than(value: Any, most: int) -> bool:
    level = [value]
    for _ in range(most):
        inner = (
            v.values() if isinstance(v, dict) else v for v in level if isinstance(v, dict | list)
        )
        level = [v for values in inner for v in values]
    return bool(level)


def _whole(text: str) -> int | float:
    return int(text) if len(text) <= LONGEST_NUMBER else _real(text)


def _real(text: str) -> float:
    """A finite number: JSON has no other, so one beyond the largest is the largest."""
    number = float(text)
    return copysign(min(abs(number), sys.float_info.max), number)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _bad(field: str, why: str) -> Problem:
    return Problem(400, "bad_request", field=field, why=why)
