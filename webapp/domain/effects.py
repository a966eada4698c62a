"""
Continuous effects, by the cards that have them, and what they do to counters a player would get.

"Can't" comes first (rule 614.17), then every replacement once (614.5), in the order that the
affected player picks (616.1). Doubling Season and its like speak of permanents: no player's
counters are touched by them, so that they are not here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webapp.domain.parts import Effect
from webapp.domain.refusals import Code, Refusal, Why, bad_field
from webapp.domain.table import Table

MOST_ORDERED = 6
"""So many replacements of one event are put into every order; of more, a player must say one."""
MOST_WAYS = 40
PLUS, DOUBLE, HALF, ONE = "plus", "double", "half", "one"
SUNCLEANSER, CURE = "suncleanser", "melira-the-living-cure"
LAEZEL = "laezel-vlaakiths-champion"
NEEDS: Mapping[str, tuple[str, ...]] = {
    "solemnity": (),
    SUNCLEANSER: ("target",),
    "melira-sylvok-outcast": ("controller",),
    CURE: ("controller",),
    "winding-constrictor": ("controller",),
    "izzet-generatorium": ("controller",),
    "aether-refinery": ("controller",),
    "vorinclex-monstrous-raider": ("controller",),
    "innkeepers-talent": ("controller",),
    LAEZEL: ("controller",),
}
"""The cards that can be switched on, with the seats that each must name."""
_OF_RECEIVER = {
    "winding-constrictor": (PLUS, None),
    "izzet-generatorium": (PLUS, "energy"),
    "aether-refinery": (DOUBLE, "energy"),
    CURE: (ONE, "poison"),
}
"""What replaces counters its controller would get: how, and of which kind (None: of each)."""


@dataclass(frozen=True)
class Event:
    """Counters that a player would get by one instruction: kind → how many, all above 0."""

    seat: str
    placer: str
    amounts: Mapping[str, int]


@dataclass(frozen=True)
class Way:
    """One outcome of an event, and an order of effects that leads to it."""

    amounts: Mapping[str, int]
    order: tuple[str, ...]


@dataclass(frozen=True)
class Got:
    """What an event comes to; `cured` is whether Melira, the Living Cure had her say."""

    amounts: Mapping[str, int]
    cured: bool = False


def bar(effects: Sequence[Effect], seat: str, kind: str) -> Effect | None:
    """The first effect by which that player can't get counters of that kind."""
    return next((effect for effect in effects if _bars(effect, seat, kind)), None)


def get(
    table: Table, effects: Sequence[Effect], event: Event, order: Sequence[str] | None
) -> Got | Refusal:
    """
    What a player gets under these effects.

    ORDER_REQUIRED only where the order changes the outcome; then it names each outcome once.
    """
    bars = {kind: bar(effects, event.seat, kind) for kind in event.amounts}
    barred = {kind: found for kind, found in bars.items() if found}
    left = {kind: n for kind, n in event.amounts.items() if kind not in barred}
    if barred and not left:
        first = next(iter(barred.values()))
        return Refusal(Code.CANT_GET, {"effect": first.id, "card": first.card})
    acting = _acting(table, effects, Event(event.seat, event.placer, left))
    ids = _ids(acting)
    refusal = _unfit(effects, ids, order)
    if refusal:
        return refusal
    if order is None and len(acting) > 1:
        if len(ids) > MOST_ORDERED:
            return Refusal(Code.TOO_MANY, {"max": MOST_ORDERED})
        found = ways(left, acting)
        if len(found) > 1:
            return _choice(event.seat, found)
        ids = list(found[0].order)
    amounts, used = _applied(left, acting, ids if order is None else order)
    return Got(amounts, any(effect.id in used and _cures(effect) for effect in effects))


def met(table: Table, effects: Sequence[Effect], event: Event) -> frozenset[str]:
    """The effects that have a say in an event."""
    bars = {e.id for e in effects for kind in event.amounts if _bars(e, event.seat, kind)}
    return frozenset([*bars, *_ids(_acting(table, effects, event))])


Does = tuple[str, tuple[str, ...]]
"""How counters are replaced, and those of which kinds."""
Acting = Mapping[Does, Sequence[str]]
"""The effects that replace an event: those that do the same stand together."""


def ways(amounts: Mapping[str, int], acting: Acting) -> list[Way]:
    """
    Every distinct outcome of an event, smallest first.

    Effects that do the same are told apart nowhere, and orders that have come to the same amounts
    go on as one: six effects have 720 orders, but few outcomes.
    """
    kinds, groups = tuple(amounts), list(acting.items())
    start = ((0,) * len(groups), tuple(amounts.values()))
    frontier: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[str, ...]] = {start: ()}
    done: dict[tuple[int, ...], tuple[str, ...]] = {}
    while frontier:
        onward: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[str, ...]] = {}
        for (used, now), order in frontier.items():
            over = True
            for place, (does, ids) in enumerate(groups):
                if used[place] < len(ids) and _touches(does, kinds, now):
                    over = False
                    then = (*used[:place], used[place] + 1, *used[place + 1 :])
                    key = then, _replaced(does, kinds, now)
                    onward.setdefault(key, (*order, ids[used[place]]))
            if over:
                done.setdefault(now, order)
        frontier = onward
    every = _ids(acting)
    return [
        Way(dict(zip(kinds, now, strict=True)), (*order, *(i for i in every if i not in order)))
        for now, order in sorted(done.items())
    ]


def _ids(acting: Acting) -> list[str]:
    return [id for ids in acting.values() for id in ids]


def _unfit(
    effects: Sequence[Effect], ids: Sequence[str], order: Sequence[str] | None
) -> Refusal | None:
    """What is wrong with the order of these effects, if anything is."""
    if order is None or sorted(order) == sorted(ids):
        return None
    known = {effect.id for effect in effects}
    if any(id not in known for id in order):
        return Refusal(Code.UNKNOWN_EFFECT)
    return bad_field("order", Why.PERMUTATION)


def _acting(table: Table, effects: Sequence[Effect], event: Event) -> Acting:
    acting: dict[Does, list[str]] = {}
    for effect in effects:
        how, kind = _replaces(table, effect, event)
        kinds = tuple(k for k in event.amounts if kind in (None, k))
        if how and kinds:
            acting.setdefault((how, kinds), []).append(effect.id)
    return acting


def _replaces(table: Table, effect: Effect, event: Event) -> tuple[str | None, str | None]:
    """How an effect replaces an event, and counters of which kind; None where it doesn't."""
    if effect.card in _OF_RECEIVER and not effect.target:
        return _OF_RECEIVER[effect.card] if effect.controller == event.seat else (None, None)
    if effect.card == LAEZEL:  # what its controller puts on themself, and nobody else
        return (PLUS, None) if effect.controller == event.placer == event.seat else (None, None)
    if effect.card not in ("vorinclex-monstrous-raider", "innkeepers-talent"):
        return None, None
    if effect.controller == event.placer:
        return DOUBLE, None
    hostile = effect.card == "vorinclex-monstrous-raider"
    against = hostile and not table.are_mates(str(effect.controller), event.placer)
    return (HALF, None) if against else (None, None)


def _bars(effect: Effect, seat: str, kind: str) -> bool:
    if effect.card == "solemnity":
        return True
    if effect.card == SUNCLEANSER:
        return effect.target == seat
    if effect.card == "melira-sylvok-outcast":
        return kind == "poison" and effect.controller == seat
    return effect.card == CURE and kind == "poison" and effect.target == seat


def _cures(effect: Effect) -> bool:
    return effect.card == CURE and not effect.target


def _applied(
    amounts: Mapping[str, int], acting: Acting, order: Sequence[str]
) -> tuple[Mapping[str, int], list[str]]:
    """The amounts after the effects in that order, and those that had something to replace."""
    does = {id: how for how, ids in acting.items() for id in ids}
    kinds, now, used = tuple(amounts), tuple(amounts.values()), []
    for id in order:
        if _touches(does[id], kinds, now):
            now = _replaced(does[id], kinds, now)
            used.append(id)
    return dict(zip(kinds, now, strict=True)), used


def _touches(does: Does, kinds: Sequence[str], now: Sequence[int]) -> bool:
    return any(n > 0 and kind in does[1] for kind, n in zip(kinds, now, strict=True))


def _replaced(does: Does, kinds: Sequence[str], now: Sequence[int]) -> tuple[int, ...]:
    how, of = does
    return tuple(
        _one_kind(how, n) if n and kind in of else n for kind, n in zip(kinds, now, strict=True)
    )


def _one_kind(how: str, n: int) -> int:
    return {PLUS: n + 1, DOUBLE: 2 * n, HALF: n // 2, ONE: 1}[how]


def _choice(seat: str, found: Sequence[Way]) -> Refusal:
    if len(found) > MOST_WAYS:
        return Refusal(Code.TOO_MANY, {"max": MOST_WAYS})
    told = [{"amounts": way.amounts, "order": list(way.order)} for way in found]
    return Refusal(Code.ORDER_REQUIRED, {"seat": seat, "outcomes": told})
