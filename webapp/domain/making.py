"""From a tapped button and what the player answered to the entries of the ledger."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from webapp.domain.buttons import Button, Make

#: Entries that say which card they belong to.
WITH_CARD = frozenset({"gain", "pay", "lose", "effect_on", "resolution_open"})


@dataclass(frozen=True)
class Answers:
    """
    What was asked for, and ids for what comes into being.

    `players` are the chosen seats with their counters (kind → n), `amounts` how many of each kind
    of the one that was chosen; `own` are the counters of the seat itself.
    """

    seat: str
    card: str
    number: int = 0
    targets: str = "none"
    players: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    amounts: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, int] = field(default_factory=dict)
    resolution: str = ""
    effect: str = ""
    group: str = ""


def entries(button: Button, answers: Answers) -> list[dict[str, object]]:
    """
    The entries of a button, without id and seq. An amount of 0 is none.

    If every target is illegal, nothing of the spell or ability happens (608.2b).
    """
    makes = button.makes
    if answers.targets == "illegal" and any(need.ask == "targets" for need in button.needs):
        opened = next(make for make in makes if make["type"] == "resolution_open")
        makes = (opened, {"type": "resolution_close", "resolution": "$resolution"})
    made = [entry for make in makes for entry in _expanded(make, answers)]
    return [entry for entry in made if entry.get("n") != 0 and entry.get("kinds") != []]


def _expanded(make: Make, answers: Answers) -> Iterator[dict[str, object]]:
    """One entry, or one for each kind of each player, or for each amount; or one with all."""
    each = make.get("each")
    if each is None:
        yield _filled(make, answers, {})
    for player, counters in answers.players.items() if each else ():
        kinds = {kind: n for kind, n in counters.items() if n > 0 and kind != "life"}
        amounts = {kind: n for kind, n in answers.amounts.items() if n > 0}
        if make["type"] == "lose":
            for kind in sorted(kinds if each == "kind" else amounts):
                more = {"$kind": kind, "$amount": amounts.get(kind), "$player": player}
                yield {**_filled(make, answers, more), "group": answers.group}
        elif found := sorted(kinds if each == "event" else amounts):
            also = [{"kind": kind, "n": 1} for kind in found[1:]]
            gain = {**_filled(make, answers, {"$player": player}), "kind": found[0], "n": 1}
            yield {**gain, "also": also} if also else gain


def _filled(make: Make, answers: Answers, more: Mapping[str, object]) -> dict[str, object]:
    kinds = sorted(kind for kind, n in answers.own.items() if n > 0 and kind != "life")
    values: dict[str, object] = {
        "$seat": answers.seat, "$number": answers.number, "$targets": answers.targets,
        "$resolution": answers.resolution, "$effect": answers.effect, "$kinds": kinds,
        "$player": next(iter(answers.players), ""), **more,
    }  # fmt: skip
    fields = {k: v for k, v in make.items() if k not in ("each", "times")}
    entry = {k: values.get(v, v) if isinstance(v, str) else v for k, v in fields.items()}
    if "times" in make:
        entry["n"] = answers.number * int(str(make["times"]))
    if entry["type"] in WITH_CARD:
        entry["card"] = answers.card
    return entry
