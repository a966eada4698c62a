"""Reading the golden ledgers (tests/ledgers/README.md): short ids become real ones."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "ledgers"
SHORT = re.compile(r"[a-z0-9-]{1,21}\Z")
BASE32 = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V", "-": None})
APART = 100_000  # milliseconds between entries that do not say when they were made


@dataclass(frozen=True)
class Post:
    """What one client sends at once; `raws` are entries as they stand on the wire."""

    client: str
    raws: list[dict[str, Any]]


@dataclass(frozen=True)
class Golden:
    """One ledger; the ids in `expect` are real ones."""

    name: str
    cites: list[str]
    posts: list[Post]
    expect: dict[str, Any]


def entry_id(short: Any) -> Any:
    """The id of an entry, a game or a client."""
    return short.ljust(22, "_") if _is_short(short) else short


def seat_id(short: Any) -> Any:
    """The id of a seat."""
    return short.upper().translate(BASE32)[:8].ljust(8, "0") if _is_short(short) else short


def golden_ledgers() -> list[Golden]:
    """All of them, by name."""
    return [read(json.loads(file.read_text())) for file in sorted(FOLDER.glob("*.json"))]


def read(told: Mapping[str, Any]) -> Golden:
    """One ledger from its JSON."""
    numbers, posts = _Numbers(), [*_start(told.get("start")), *told["posts"]]
    return Golden(
        told["name"],
        told["cites"],
        [_post(post, numbers) for post in posts],
        _expected(told["expect"]),
    )


def _start(start: Mapping[str, Any] | None) -> Iterator[dict[str, Any]]:
    if start is None:
        return
    opening = {"id": "open", "type": "open", "seats": [{"seat": seat} for seat in start["seats"]]}
    if "life" in start:
        opening["life"] = start["life"]
    totals = [
        {"id": _start_id(seat, kind), "type": "gain", "seat": seat, "kind": kind, "n": n}
        for seat, kinds in start.get("totals", {}).items()
        for kind, n in kinds.items()
        if n
    ]
    effects = [
        {"id": f"on-{effect['effect']}", "type": "effect_on", **effect}
        for effect in start.get("effects", [])
    ]
    yield {"client": "table", "entries": [opening, *totals, *effects], "start": True}


def _start_id(seat: str, kind: str) -> str:
    return f"start-{seat}" if kind == "energy" else f"start-{seat}-{kind}"


class _Numbers:
    """Gives entries their places: the server's seq and their client's."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.seqs: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.start = 0

    def number(self, client: str, id: str) -> tuple[int, int]:
        if id not in self.places:
            self.places[id] = len(self.places) + 1
            self.counts[client] = self.seqs[id] = self.counts.get(client, 0) + 1
        return self.places[id], self.seqs[id]

    def seen(self, value: Any) -> Any:
        if value == "start":
            return self.start
        return self.places.get(value, value) if isinstance(value, str) else value


def _post(told: Mapping[str, Any], numbers: _Numbers) -> Post:
    raws = []
    for entry in told["entries"]:
        place, seq = numbers.number(told["client"], entry["id"])
        raw = _raw({"at": place * APART, **entry, "seq": seq})
        raws.append({**raw, "seen": numbers.seen(raw["seen"])} if "seen" in raw else raw)
    if told.get("start"):
        numbers.start = len(numbers.places)
    return Post(entry_id(told["client"]), raws)


def _raw(told: Mapping[str, Any]) -> dict[str, Any]:
    read = _READ if told.get("type") == "seat_order" else {**_READ, "order": _order}
    return {field: read.get(field, lambda value: value)(value) for field, value in told.items()}


def _each(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: [read(each) for each in value] if isinstance(value, list) else value


def _seat(told: Any) -> Any:
    if not isinstance(told, dict):
        return seat_id(told)
    return {**told, "seat": seat_id(told["seat"])} if "seat" in told else told


def _order(told: Any) -> Any:
    """The order of effects, for each seat where there are several."""
    if not isinstance(told, dict):
        return _each(entry_id)(told)
    return {seat_id(seat): _each(entry_id)(order) for seat, order in told.items()}


_READ: Mapping[str, Callable[[Any], Any]] = {
    "id": entry_id,
    "entry": entry_id,
    "game": entry_id,
    "undo": entry_id,
    "with": _each(entry_id),
    "effect": entry_id,
    "resolution": entry_id,
    "group": entry_id,
    "seat": seat_id,
    "placer": seat_id,
    "by": seat_id,
    "controller": seat_id,
    "target": seat_id,
    "order": _each(seat_id),
    "seats": _each(_seat),
}


def _expected(told: Mapping[str, Any]) -> dict[str, Any]:
    by_entry = ("outcomes", "params", "flags", "deltas", "undone", "answers")
    expect = {
        field: {entry_id(id): value for id, value in told.get(field, {}).items()}
        for field in by_entry
    }
    expect["params"] = {id: _params(params) for id, params in expect["params"].items()}
    expect["deltas"] = {id: _by_seat(delta) for id, delta in expect["deltas"].items()}
    holders = {seat_id(seat): entry_id(by) for seat, by in told.get("holders", {}).items()}
    seats = [_seat(seat) for seat in told["seats"]] if "seats" in told else None
    return {
        **expect, "totals": _by_seat(told["totals"]), "conflicts": told["conflicts"],
        "holders": holders, "seats": seats, "tallies": _by_seat(told.get("tallies", {})),
        "effects": [entry_id(id) for id in told["effects"]] if "effects" in told else None,
        "paid": {entry_id(id): paid for id, paid in told.get("paid", {}).items()},
        "pins": _by_seat(told.get("pins", {})),
    }  # fmt: skip


def _params(told: Mapping[str, Any]) -> dict[str, Any]:
    params = {field: _PARAMS.get(field, lambda value: value)(v) for field, v in told.items()}
    for way in params.get("outcomes", []):
        way["order"] = [entry_id(id) for id in way["order"]]
    return params


_PARAMS: Mapping[str, Callable[[Any], Any]] = {
    "entries": _each(entry_id),
    "effect": entry_id,
    "seat": seat_id,
}


def _by_seat(told: Mapping[str, Any]) -> dict[str, Any]:
    return {seat_id(seat): kinds for seat, kinds in told.items()}


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and SHORT.match(value) is not None
