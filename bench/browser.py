"""A phone's browser, and a table with players for it to look at."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from bench.client import Player, open_tables
from tests.browser.launch import ARGUMENTS, browser_path

PIXEL = {"viewport": {"width": 412, "height": 839}, "has_touch": True, "is_mobile": True}
CARD = "/en/cards/aethersphere-harvester"


@contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        yield browser
        browser.close()


def a_table(port: int, seats: int) -> list[Player]:
    """A table where everybody sits, as one who comes later finds it."""
    return in_thread(open_tables(port, 1, seats))


def in_thread(work):
    """Run a coroutine beside Playwright, which has a loop of its own in this thread."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
