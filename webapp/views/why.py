"""Why it is so: for each thing that a table shows or asks, the rulings and rules behind it."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString

from webapp.views.refused import Citation, cite


@dataclass(frozen=True, slots=True)
class Topic:
    """A question: its title, our answer, and what it leans on (ruling ids and rule numbers)."""

    title: LazyString
    words: LazyString
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhyShown:
    """The same for a template."""

    title: str
    words: str
    citations: tuple[Citation, ...]


TOPICS: Mapping[str, Topic] = {
    "energy": Topic(
        _("Why does it stay?"),
        _(
            "Energy is a kind of counter that a player has. It is not mana: it does not empty"
            " between steps, and it stays when the card that gave it is gone."
        ),
        ("energy-kind-of-counter", "energy-not-mana", "energy-track-totals"),
    ),
    "pay": Topic(
        _("What is paying, getting and losing?"),
        _(
            "A cost is paid whole or not at all, and only with counters that are there. An effect"
            " that takes counters takes as many as there are."
        ),
        ("energy-get-pay-lose", "118.3", "101.3"),
    ),
    "targets": Topic(
        _("Why does nothing happen?"),
        _(
            "A spell or ability whose targets are all illegal doesn’t resolve: no part of it"
            " happens. With one legal target left it resolves."
        ),
        ("energy-get-illegal-targets", "energy-may-pay-illegal-targets", "608.2b"),
    ),
    "once": Topic(
        _("Why only once, and who may respond?"),
        _(
            "The choice is made while it resolves, and once. What “if you do” leads to happens at"
            " once; “when you do” is a new ability, to which players may respond."
        ),
        ("energy-may-pay-once", "energy-if-when-you-do", "118.12", "603.12"),
    ),
    "order": Topic(
        _("Who picks the order?"),
        _(
            "“Can’t” comes first. Of the effects that change how many counters a player gets, that"
            " player picks which comes next, whoever controls them; each once."
        ),
        ("energy-get-pay-lose", "614.17c", "616.1"),
    ),
}


def why(of: str) -> WhyShown | None:
    """The answer to one of TOPICS, in the reader's language."""
    topic = TOPICS.get(of)
    if topic is None:
        return None
    return WhyShown(str(topic.title), str(topic.words), tuple(map(cite, topic.cites)))
