"""A server of its own for every fault, and how often each is brought about."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server

ROUNDS = int(os.environ.get("ROUNDS", "2"))
"""Twice in `make test`, ten times in `make faults`."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.prepare()
    server.start()
    yield server
    server.kill()
