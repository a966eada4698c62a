"""The sentences of the ledger for a phone, made by the server's own (views/wording.py)."""

from collections.abc import Iterator

from flask_babel import gettext

from webapp.domain import bodies
from webapp.domain.bodies import Body
from webapp.domain.entries import Entry
from webapp.domain.refusals import Code
from webapp.domain.rows import Flag, Outcome, Row
from webapp.domain.table import Conflict, Seat, Table
from webapp.i18n import SAMPLES
from webapp.views import rule_words, wording
from webapp.views.counters import dying_words
from webapp.views.effects import CARDS, card_name
from webapp.views.kinds import OTHERS, amount_words, kind_name, short_name
from webapp.views.more_words import SENTENCES
from webapp.views.naming import place_name

SEAT, KIND = "SEAT0000", "energy"
TABLE = Table(seats=(Seat(SEAT, "{name}", "", ""),))


HOLES = {
    name: f"{{{name}}}"
    for name in (
        *("name", "names", "what", "kind", "kinds", "before", "after", "card", "cards", "team"),
    )
}
"""What a sentence leaves open, written as a phone reads it."""


class Count(int):
    """A number in its plural form, written as {count}."""

    def __str__(self) -> str:
        return "{count}"


Words = dict[str, str | list[str] | dict[str, str]]


def kit_words() -> Words:
    """What a phone says about rows, conflicts and names; {name} is filled in there."""
    return {
        **{f"row.{key}": _row(body) for key, body in _bodies()},
        **{f"row.{key}": {c: _row(body(SEAT, KIND, Count(n))) for c, n in SAMPLES.items()}
           for key, body in (("gain", bodies.Gain), ("pay", bodies.Pay))},
        "row.undo": gettext("Undone: %(what)s", what="{what}"),
        **{f"outcome.{o.value}": wording.outcome_words(_line(o)) or "" for o in Outcome},
        **{f"flag.{flag.value}": wording.flag_words(flag) for flag in Flag},
        **{f"conflict.{key}": words for key, words in _conflicts()},
        "some": {c: wording.some_words(Count(n)) for c, n in SAMPLES.items()},
        "with": {c: wording.with_words(Count(n)) for c, n in SAMPLES.items()},
        "has": {c: wording.has_words("{name}", Count(n)) for c, n in SAMPLES.items()},
        **dict(_counters()),
        **{f"more.{key}": str(text) % HOLES for key, text in SENTENCES.items()},
        **{f"rule.{key}": str(text) % HOLES for key, text in rule_words.SENTENCES.items()},
        **{f"card.{slug}": list(card_name(slug)) for slug in CARDS},
        "unknown-card": gettext("This app does not know the card."),
        "spent": wording.spent_words(Count(1)),
        "dying": dying_words("{name}"),
        "place": place_name("{place}"),
        "no-seat": gettext("a seat"),
        "no-name": wording.table_name(TABLE),
    }  # fmt: skip


def _counters() -> Iterator[tuple[str, str | dict[str, str]]]:
    """What kinds of counters are called, and so many of them."""
    for kind in ("energy", *OTHERS):
        yield f"kind.{kind}", kind_name(TABLE, kind)
        yield f"short.{kind}", short_name(TABLE, kind)
        yield f"amount.{kind}", {c: amount_words(kind, Count(n)) for c, n in SAMPLES.items()}
    yield "amount.own", amount_words("custom:", Count(1), "{kind}")


def _bodies() -> Iterator[tuple[str, Body]]:
    yield "correct", bodies.Correct(SEAT, KIND, "{before}", "{after}")  # type: ignore[arg-type]
    for answer in ("twin", "drop", "retry"):
        yield f"settle.{answer}", bodies.Settle("", answer)
    yield "settle.total", bodies.Settle("", "total", to="{total}")  # type: ignore[arg-type]
    yield "seat_add", bodies.SeatAdd(SEAT)
    yield "seat_rename", bodies.SeatRename(SEAT, name="{name}")
    yield "seat_look", bodies.SeatRename(SEAT)
    yield "seat_take", bodies.SeatTake(SEAT)
    yield "seat_over", bodies.SeatTake(SEAT, over=True)
    yield "seat_leave", bodies.SeatLeave(SEAT)
    yield "seat_return", bodies.SeatReturn(SEAT)
    yield "seat_order", bodies.SeatOrder(())
    yield "new_game", bodies.NewGame()
    yield "open", bodies.Open(None, ())
    yield "unread", bodies.Malformed(None)  # type: ignore[arg-type]


def _conflicts() -> Iterator[tuple[str, str]]:
    figures = {"have": "{have}", "need": "{need}"}
    for key, code, answers in (
        ("left", Code.PLAYER_LEFT, ()), ("undo", Code.UNDO_BELOW_ZERO, ()),
        ("correct", Code.INSUFFICIENT, ()), ("pay", Code.INSUFFICIENT, ("twin",)),
    ):  # fmt: skip
        conflict = Conflict("", SEAT, code, figures, answers)
        yield key, wording.conflict_words(conflict, TABLE)


def _row(body: Body) -> str:
    return wording.row_words(_line(Outcome.ACCEPTED, body), TABLE, lambda id: None)


def _line(outcome: Outcome, body: Body = bodies.NewGame()) -> Row:  # noqa: B008
    return Row(1, Entry("", "", "", 1, "", "", 0, 0, body), outcome)
