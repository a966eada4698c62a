"""
Phones × commands × faults: whatever the schedule, nothing is lost, doubled or shown wrongly.

What holds after each step stands in server.py and tests/js/machine/net.js, what holds in the end
in claims.py.
"""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests.machine.host import Host
from tests.machine.network import Network
from tests.machine.replay import printed
from tests.machine.server import Server
from tests.machine.world import World

SCHEDULES = int(os.environ.get("SCHEDULES", "2000"))
SEED = int(os.environ.get("SEED", "0"))
CHUNK = 250
STEPS = 25
KINDS = (
    "undoRow", "correct", "settle", "rename", "take", "leave", "back", "add", "order", "newGame",
    "close",
)  # fmt: skip

few = st.integers(0, 11)
kinds = st.sampled_from(("tap", "gain", "pay", "undo", *KINDS))
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


class Machine(RuleBasedStateMachine):
    """Every rule is a step of World; `host` and `server` are shared by all schedules."""

    host: Host
    server: Server
    network: type[Network] = Network

    def __init__(self) -> None:
        super().__init__()
        self._failed = False
        self._world: World | None = None

    @initialize(
        phones=st.integers(2, 3),
        store=st.sampled_from(("memory", "memory", "memory", "indexeddb")),
        locks=st.booleans(),
    )
    def begin(self, phones: int, store: str, locks: bool) -> None:
        self._world = World(self.host, self.server, phones, store, locks, self.network)

    def step(self, name: str, *numbers: Any) -> None:
        assert self._world
        try:
            with printed(self._world):
                self._world.do(name, *numbers)
        except BaseException:
            self._failed = True
            raise

    def teardown(self) -> None:
        if self._world and not self._failed:
            with printed(self._world):
                self._world.finish()

    @rule(tab=few, seat=few, way=few)
    def tap(self, tab: int, seat: int, way: int) -> None:
        self.step("wish", tab, "tap", seat, way)

    @rule(tab=few, way=few)
    def tap_again(self, tab: int, way: int) -> None:
        self.step("wish", tab, "tap", 0, way)

    @rule(tab=few, seat=few, n=few)
    def gain(self, tab: int, seat: int, n: int) -> None:
        self.step("wish", tab, "gain", seat, n)

    @rule(tab=few, seat=few, n=few)
    def pay(self, tab: int, seat: int, n: int) -> None:
        self.step("wish", tab, "pay", seat, n)

    @rule(tab=few)
    def undo(self, tab: int) -> None:
        self.step("wish", tab, "undo")

    @rule(tab=few, kind=st.sampled_from(KINDS), a=few, b=few, c=few)
    def wish(self, tab: int, kind: str, a: int, b: int, c: int) -> None:
        self.step("wish", tab, kind, a, b, c)

    @rule(tab=few, kind=st.sampled_from(KINDS), a=few, b=few, c=few)
    def wish_more(self, tab: int, kind: str, a: int, b: int, c: int) -> None:
        self.step("wish", tab, kind, a, b, c)

    @rule(tab=few, how=few, kind=kinds, a=few, b=few)
    def torn(self, tab: int, how: int, kind: str, a: int, b: int) -> None:
        self.step("torn", tab, how, kind, a, b)

    @rule(tab=few)
    def kill(self, tab: int) -> None:
        self.step("kill", tab)

    @rule(post=few, how=few)
    def die(self, post: int, how: int) -> None:
        self.step("die", post, how)

    @rule(phone=few, table=few, fresh=few)
    def open(self, phone: int, table: int, fresh: int) -> None:
        self.step("open", phone, table, fresh)

    @rule(phone=few)
    def clone(self, phone: int) -> None:
        self.step("clone", phone)

    @rule(phone=few)
    def start(self, phone: int) -> None:
        self.step("start", phone)

    @rule(tab=few, hide=st.booleans())
    def look(self, tab: int, hide: bool) -> None:
        self.step("hide" if hide else "wake", tab)

    @rule(n=few)
    def wait(self, n: int) -> None:
        self.step("wait", n)

    @rule(n=few)
    def wait_more(self, n: int) -> None:
        self.step("wait", n)

    @rule(phone=few, n=few)
    def clock(self, phone: int, n: int) -> None:
        self.step("clock", phone, n)

    @rule()
    def flow(self) -> None:
        self.step("flow")

    @rule(post=few)
    def deliver(self, post: int) -> None:
        self.step("deliver", post)

    @rule(post=few)
    def commit(self, post: int) -> None:
        self.step("commit", post)

    @rule(post=few)
    def drop(self, post: int) -> None:
        self.step("drop", post)

    @rule(post=few, how=few)
    def fail(self, post: int, how: int) -> None:
        self.step("fail", post, how)

    @rule(post=few)
    def echo(self, post: int) -> None:
        self.step("echo", post)

    @rule(n=few, most=few)
    def stream(self, n: int, most: int) -> None:
        self.step("stream", n, most)

    @rule(n=few)
    def cut(self, n: int) -> None:
        self.step("cut", n)

    @rule(phone=few, there=st.booleans())
    def connection(self, phone: int, there: bool) -> None:
        self.step("back" if there else "away", phone)

    @rule(phone=few, broken=st.booleans())
    def disk(self, phone: int, broken: bool) -> None:
        self.step("disk", phone, int(broken))

    @rule(again=st.booleans())
    def restore(self, again: bool) -> None:
        self.step("restore" if again else "backup")


def play(machine: type[Machine], schedules: int, number: int, **more: Any) -> None:
    """So many schedules, the same ones for the same number."""
    usual = {"phases": (Phase.generate, Phase.shrink), "print_blob": False}
    about = settings(
        max_examples=schedules, stateful_step_count=STEPS, deadline=None, database=None,
        suppress_health_check=SLOW, report_multiple_bugs=False, **(usual | more),
    )  # fmt: skip
    run_state_machine_as_test(seed(number)(type("Chunk", (machine,), {})), settings=about)


@pytest.mark.parametrize("number", range(SEED, SEED + -(-SCHEDULES // CHUNK)))
def test_whatever_happens_every_tap_counts_once_and_all_agree(
    number: int, host: Host, server: Server
):
    machine = type("Machine", (Machine,), {"host": host, "server": server})
    play(machine, min(CHUNK, SCHEDULES), number)
