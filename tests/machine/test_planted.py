"""The machine can fail: faults that are planted in the server and the network are found."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase

from tests.machine.host import Command, Host
from tests.machine.network import Network, Post
from tests.machine.replay import Replay
from tests.machine.server import Server
from tests.machine.test_machine import Machine, play

RESENT = [
    ("flow",), ("wish", 0, "gain", 0, 2), ("wait", 1), ("commit", 0), ("drop", 0), ("wait", 4),
    ("flow",),
]  # fmt: skip
"""A gain of 3 whose answer is lost, so that it is sent twice."""


class CountsReplays(Network):
    """What comes again gets another id on the way, and counts again."""

    def commit(self, post: Post) -> list[Command]:
        if any(before.body == post.body for before in self.before):
            post.body = post.body.replace('"id":"t', '"id":"T')
            post.body = post.body.replace('"seq":1', '"seq":2')
        return super().commit(post)


class AcksTooMuch(Network):
    """An answer acknowledges what has never arrived."""

    def commit(self, post: Post) -> list[Command]:
        honest = self.server.post

        def lying(table: str, body: str) -> tuple[dict[str, Any], list[tuple[str, int]]]:
            answer, _ = honest(table, body.replace('"entries":[', '"entries":[],"not":['))
            answer["body"]["ack"] = body.count('"seq":')
            return answer, []

        self.server.post = lying  # type: ignore[method-assign]
        try:
            return super().commit(post)
        finally:
            del self.server.post  # type: ignore[method-assign]


class TellsOldStates(Network):
    """The state of an answer is the one before, its ack is not."""

    def commit(self, post: Post) -> list[Command]:
        known = super().commit(post)
        if post.answer and post.answer["status"] == 200:
            body = post.answer["body"]
            body["outcomes"] = []
            body["state"] |= {"seq": body["state"]["seq"] - 1, "ack": body["ack"]}
        return known


@pytest.mark.parametrize(
    "planted, found",
    [
        (CountsReplays, "twice|nobody wished|shows"),
        (AcksTooMuch, "does not show|the ledger has None"),
        (TellsOldStates, "does not show"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_planted_fault_is_found(planted: type[Network], found: str, host: Host, server: Server):
    with pytest.raises(AssertionError, match=found):
        Replay(host, server, planted)(RESENT)


def test_the_same_schedule_without_a_fault_is_fine(replay: Callable[..., Any]):
    world = replay(RESENT)
    (ledger,) = world.server.ledgers.values()
    assert [row.entry.type for row in ledger.rows] == ["open", "gain"]


def test_the_machine_finds_a_planted_fault_by_itself_and_says_how(host: Host, server: Server):
    about = {"host": host, "server": server, "network": CountsReplays}
    with pytest.raises(Exception) as caught:
        play(type("Machine", (Machine,), about), 300, 1, phases=[Phase.generate])
    notes = "\n".join(getattr(caught.value, "__notes__", []))
    assert "replay([" in notes and "phones=" in notes
