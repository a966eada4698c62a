"""Sentences for the rows that only some tables have: other counters, effects, turns, modes."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask_babel import lazy_gettext as _

from webapp.domain.bodies import (
    Body,
    Correct,
    Double,
    EffectOff,
    EffectOn,
    Gain,
    KindAdd,
    Lose,
    Mode,
    Pay,
    Proliferate,
    Team,
    Turn,
)
from webapp.domain.deltas import amount
from webapp.domain.effects import Event, met
from webapp.domain.rows import Row
from webapp.domain.table import Table
from webapp.views.effects import card_name
from webapp.views.kinds import amount_words, kind_name
from webapp.views.naming import Find, isolated, named

ARROW = " → "
SENTENCES: Mapping[str, Any] = {
    "paid": _("%(name)s pays %(what)s"),
    "corrected": _("%(name)s: %(kind)s corrected from %(before)s to %(after)s"),
    "kind_add": _("A new kind of counters: %(kind)s"),
    "turn.none": _("The next turn begins"),
    "turn": _("%(name)s’s turn begins"),
    "team.none": _("%(name)s is in no team"),
    "team": _("%(name)s plays in team %(team)s"),
    "became.by": _("%(before)s became %(after)s by effects"),
    "became": _("%(before)s became %(after)s: %(cards)s"),
    "gained": _("%(name)s gains %(what)s"),
    "got": _("%(name)s gets %(what)s"),
    "lost.all": _("%(name)s loses all %(kind)s"),
    "lost.half-up": _("%(name)s loses half the %(kind)s, rounded up"),
    "lost.half-down": _("%(name)s loses half the %(kind)s, rounded down"),
    "lost": _("%(name)s loses %(what)s"),
    "doubled": _("%(name)s doubles %(kinds)s"),
    "proliferated": _("Proliferated: %(names)s"),
    "effect_off": _("%(card)s: effect off"),
    "effect_on.none": _("%(card)s: effect on"),
    "effect_on": _("%(card)s: effect on, %(name)s"),
    "tournament": _("Tournament mode"),
    "casual": _("Tournament mode is off"),
    "2hg": _("Two-Headed Giant"),
    "normal": _("Two-Headed Giant is off"),
    # Between the items of a list.
    "list": _(", "),
}
"""By what they say; a phone gets them with its own holes (views/kit_words.py)."""


def say(key: str, **values: object) -> str:
    """One of these, filled in."""
    return str(SENTENCES[key]) % values


def more_words(body: Body, table: Table, find: Find) -> str | None:
    """One sentence for such a row; None for one of another sort."""
    match body:
        case Gain():
            return _gain(body, table)
        case Pay(seat, kind, n):
            return say("paid", name=named(table, seat), what=_amount(table, kind, n))
        case Lose():
            return _loss(body, table)
        case Correct(seat, kind, before, after):
            name, what = named(table, seat), _kind(table, kind)
            return say("corrected", name=name, kind=what, before=before, after=after)
        case Proliferate() | Double():
            return _more_of_all(body, table)
        case EffectOn() | EffectOff():
            return _effect(body, table, find)
        case KindAdd(name=name):
            return say("kind_add", kind=isolated(name))
        case Turn(seat):
            return say("turn", name=named(table, seat)) if seat else say("turn.none")
        case Mode(mode, variant):
            return " · ".join(say(each) for each in (mode, variant) if each)
        case Team(seat, team):
            name = named(table, seat)
            return say("team", name=name, team=team) if team else say("team.none", name=name)
    return None


def became_words(row: Row, table: Table, find: Find) -> str | None:
    """How effects changed what was to be got: "2 became 5: Solemnity"; None where none did."""
    body = row.entry.body
    if not (isinstance(body, Gain) and row.accepted):
        return None
    got = amount(row.delta, body.seat, body.kind)
    if got == body.n:
        return None
    acted = _acted(body, row.seq, table)
    cards = [_card_of(id, table, find) for id in body.order or ()] or [
        effect.card for effect in table.in_force if effect.id in acted
    ]
    names = ARROW.join(isolated(card_name(card)[0]) for card in cards if card)
    if not names:
        return say("became.by", before=body.n, after=got)
    return say("became", before=body.n, after=got, cards=names)


def _acted(body: Gain, seq: int, table: Table) -> frozenset[str]:
    """The effects that had a say when that was got, and are still in force."""
    then = [effect for effect in table.in_force if effect.on < seq]
    amounts = {body.kind: body.n, **{each.kind: each.n for each in body.also}}
    return met(table, then, Event(body.seat, body.placer or body.seat, amounts))


def amounts_words(table: Table, amounts: Mapping[str, int]) -> str:
    """What somebody gets: of each kind so many."""
    return listed(_amount(table, kind, n) for kind, n in amounts.items())


def order_words(table: Table, order: Iterable[str]) -> str:
    """The cards of effects, one after the other."""
    known = {effect.id: effect.card for effect in table.effects}
    return ARROW.join(isolated(card_name(known[id])[0]) for id in order if id in known)


def _gain(body: Gain, table: Table) -> str:
    amounts = {body.kind: body.n, **{each.kind: each.n for each in body.also}}
    key = "gained" if body.kind == "life" else "got"
    return say(key, name=named(table, body.seat), what=amounts_words(table, amounts))


def _loss(body: Lose, table: Table) -> str:
    name = named(table, body.seat)
    if isinstance(body.n, str):
        return say(f"lost.{body.n}", name=name, kind=_kind(table, body.kind))
    return say("lost", name=name, what=_amount(table, body.kind, body.n))


def _more_of_all(body: Proliferate | Double, table: Table) -> str:
    if isinstance(body, Double):
        kinds = listed(_kind(table, kind) for kind in body.kinds)
        return say("doubled", name=named(table, body.seat), kinds=kinds)
    names = listed(named(table, seat) for seat in body.seats) or "–"
    return say("proliferated", names=names)


def _effect(body: EffectOn | EffectOff, table: Table, find: Find) -> str:
    card = body.card if isinstance(body, EffectOn) else _card_of(body.effect, table, find)
    name = isolated(card_name(card)[0]) if card else "…"
    if isinstance(body, EffectOff):
        return say("effect_off", card=name)
    whose = body.target or body.controller
    if whose is None:
        return say("effect_on.none", card=name)
    return say("effect_on", card=name, name=named(table, whose))


def _card_of(effect: str, table: Table, find: Find) -> str | None:
    known = next((each.card for each in table.effects if each.id == effect), None)
    if known:
        return known
    began = find(effect)  # our pages name an effect by the entry that switches it on
    return began.entry.body.card if began and isinstance(began.entry.body, EffectOn) else None


def listed(words: Iterable[str]) -> str:
    """Several, as one part of a sentence."""
    return say("list").join(words)


def _kind(table: Table, kind: str) -> str:
    return isolated(kind_name(table, kind))


def _amount(table: Table, kind: str, n: int) -> str:
    return amount_words(kind, n, _kind(table, kind))
