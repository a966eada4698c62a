"""One process of phones and one server for all schedules of a module."""

from collections.abc import Iterator

import pytest

from tests.machine.host import Host
from tests.machine.replay import Replay
from tests.machine.server import Server
from webapp.store import engine


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    host = Host()
    yield host
    host.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is quick rather than safe: nobody pulls this machine's plug."""
    with pytest.MonkeyPatch.context() as patch:
        quick = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = OFF", *engine.SETTINGS[2:])
        patch.setattr(engine, "SETTINGS", quick)
        server = Server(tmp_path_factory.mktemp("machine"), lambda: 0)
        yield server
        server.close()


@pytest.fixture
def replay(host: Host, server: Server) -> Replay:
    """Play one schedule, as the machine prints it."""
    return Replay(host, server)
