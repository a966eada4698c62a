"""The sheets on cards, effects, counters, turns and modes as a phone draws them by itself."""

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from webapp.views.card_sheets import HitShown
from webapp.views.effects import effect_cards
from webapp.views.kit_drawing import drawn, sheet
from webapp.views.pins import NeedShown
from webapp.views.rules_sheets import Outcome
from webapp.views.specimens import (
    ASKING,
    COUNTER,
    EFFECT,
    HELD,
    MINE,
    NEXT,
    NUMBER,
    PIN,
    TABLE,
    Figure,
    hole,
)
from webapp.views.why import TOPICS, why

PLAYER = replace(
    HELD, id=hole("player.id"), name=hole("player.name"), colour=hole("player.colour"),
    shape=hole("player.path"), energy=Figure("player.energy"), spent=Figure("player.spent"),
)  # fmt: skip
"""One to choose, beside the seat that a sheet is about."""
OUTCOME = Outcome(
    hole("outcome.words"), hole("outcome.cards"), (hole("effect.id"),), hole("outcome.field"), False
)
HIT = HitShown(
    hole("pin.slug"), hole("pin.name"), hole("pin.lang"), hole("hit.other"), hole("hit.lang")
)
TARGETS = NeedShown("targets", ((hole("target"), hole("target.words")),), 0, None, "")
NEEDS = (TARGETS, NUMBER, *(NeedShown(ask, (), 0, Figure("need.most"), "")
                            for ask in ("player", "players", "amounts")))  # fmt: skip
"""All that a button may ask; a phone keeps what its button does."""
MOST_TEAMS = replace(TABLE, variant="2hg", seats=(MINE,) * 8)


def rules_parts() -> Iterator[tuple[str, Markup]]:
    """Every part by its name."""
    yield from _counters()
    yield from _effects()
    yield from _cards()
    yield "sheet-turn", sheet("turn", players=[PLAYER], next=NEXT)
    yield "sheet-teams", sheet("teams", players=[])
    yield "sheet-teams-2hg", sheet("teams", table=MOST_TEAMS, players=[PLAYER])
    yield "sheet-tournament", sheet("tournament")
    yield "sheet-tournament-on", sheet("tournament", table=replace(TABLE, mode="tournament"))
    for topic in TOPICS:
        yield f"sheet-why-{topic}", sheet("why", why=why(topic))


def _counters() -> Iterator[tuple[str, Markup]]:
    yield "sheet-counter", sheet("counter", placers=[PLAYER])
    table = replace(TABLE, life=20)
    yield "rad-step", drawn("tables/sheets/_rad_step.html", table=table, seat=MINE)
    listed = {"counter": None, "counters": [COUNTER], "doubled": [hole("counter.kind")]}
    yield "sheet-counters", sheet("counter", **listed)
    nothing = replace(PLAYER, energy=0, counters=())
    yield (
        "sheet-proliferate",
        sheet("proliferate", players=[PLAYER, nothing], by=replace(MINE, id=hole("by.id"))),
    )


def _effects() -> Iterator[tuple[str, Markup]]:
    table = replace(TABLE, effects=(replace(EFFECT, until_turn=True),))
    own = {"table": table, "cards": effect_cards(), "players": [PLAYER]}
    yield "sheet-effects", sheet("effects", **own)
    yield "effects-full", drawn("tables/sheets/_effects_full.html")
    wish = [(hole("wish.name"), hole("wish.value"))]
    yield "sheet-order-of-effects", sheet("order-of-effects", outcomes=[OUTCOME], wish=wish)
    yield "sheet-order-of-effects-none", sheet("order-of-effects", outcomes=[])


def _cards() -> Iterator[tuple[str, Markup]]:
    crewed = replace(PIN, crew=1)
    yield "sheet-card", sheet("card", pin=crewed, button=None, pinned=[PIN.slug])
    asking = replace(ASKING, needs=NEEDS, only=hole("button.only"), aims=True)
    own = {"players": [PLAYER], "kinds": [COUNTER]}
    yield "sheet-card-button", sheet("card", pin=PIN, button=asking, **own)
    cards = replace(MINE, pins=(PIN,))
    yield "sheet-cards", sheet("card", pin=None, button=None, seat=cards)
    yield "sheet-crew", sheet("crew")
    yield "sheet-pin", sheet("pin", query="", hits=[])
    yield "pin-hits", drawn("tables/sheets/_pin_hits.html", seat=MINE, hits=[HIT])
    nobody = {"seat": MINE, "hits": [], "query": hole("query")}
    yield "pin-hits-none", drawn("tables/sheets/_pin_hits.html", **nobody)
