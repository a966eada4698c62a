"""A phone's browser, and a table with players for it to look at."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from bench.client import Player, open_tables

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PIXEL = {"viewport": {"width": 412, "height": 839}, "has_touch": True, "is_mobile": True}
CARD = "/en/cards/aethersphere-harvester"


def browser_path() -> str | None:
    """The browser that `make bench` found, else one on the path."""
    names = ["chromium", "chromium-browser", "google-chrome"]
    return os.environ.get("RESERVOIR_BROWSER") or next(filter(None, map(shutil.which, names)), None)


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
