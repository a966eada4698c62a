"""A server of its own for every fault, how often each is brought about, and what came of it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server

ROUNDS = int(os.environ.get("ROUNDS", "2"))
"""Twice in `make test`, ten times in `make faults`."""

Note = Callable[[str], None]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.prepare()
    server.start()
    yield server
    server.kill()


@pytest.fixture
def note(record_property: Callable[[str, object], None]) -> Note:
    """Say a line of figures; it is shown at the end."""
    return lambda line: record_property("figures", line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the figures, also those of a test that failed."""
    reports = [
        report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)
    ]
    lines = [
        line
        for report in reports
        if report.when == "call"
        for name, line in report.user_properties
        if name == "figures"
    ]
    if lines:
        terminalreporter.section("faults")
        for line in lines:
            terminalreporter.line(line)
