"""One browser of each kind for all stories; each has a server of its own, to stop."""

from collections.abc import Iterator

import pytest

from tests.browser.engines.engines import DRIVEN, Chromium, Engine
from tests.browser.server import Server
from tests.browser.table import Table


@pytest.fixture(scope="session", params=["chromium", *DRIVEN])
def running(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if request.param in DRIVEN:
        with DRIVEN[request.param]() as engine:
            yield engine
    else:
        page = request.getfixturevalue("browser").new_page(locale="en-GB")
        yield Chromium(page)
        page.close()


@pytest.fixture
def engine(running: Engine, own_server: Server) -> Engine:
    running.visit(f"{own_server.address}/healthz")
    running.forget()
    return running


@pytest.fixture
def table(own_server: Server) -> Table:
    return Table(own_server.address, "Ana", "Ben")
