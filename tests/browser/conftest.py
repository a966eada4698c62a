"""Phones, a server and a browser for the stories."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.launch import ARGUMENTS, browser_path
from tests.browser.phone import Phone
from tests.browser.road import Road
from tests.browser.server import Server
from tests.browser.table import Table

PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=ARGUMENTS, timeout=120_000
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the stories that leave it standing."""
    yield from serving(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of the story's own, to kill."""
    yield from serving(tmp_path)


def serving(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        server.prepare()
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
def road(server: Server) -> Iterator[Road]:
    """A road to the server that the story can make slow or cut."""
    road = Road(server.port)
    yield road
    road.close()


@pytest.fixture
def table(server: Server) -> Table:
    """Ana and Ben have a table; nobody has sat down yet."""
    return Table(server.address, "Ana", "Ben")


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes phones, each with storage of its own. No story may leave an unexpected error behind."""
    phones: list[Phone] = []

    def make(
        language: str = "en-GB",
        viewport: tuple[int, int] = PORTRAIT,
        address: str = server.address,
        **options: Any,
    ) -> Phone:
        width, height = viewport
        options = {"service_workers": "block", **options}  # what they keep has stories of its own
        context = browser.new_context(
            locale=language,
            viewport={"width": width, "height": height},
            has_touch=True,
            **options,
        )
        phones.append(Phone(context, address))
        return phones[-1]

    yield make
    problems = [problem for phone in phones for problem in phone.problems]
    for phone in phones:
        phone.context.close()
    assert not problems
