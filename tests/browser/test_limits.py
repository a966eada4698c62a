"""Whoever goes beyond a limit waits; nothing that was tapped is lost."""

import contextlib
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.browser.table import Table


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Server]:
    """A server as it is served, with limits; one worker, so that one counts."""
    server = Server(tmp_path)
    server.environment |= {"LIMITS": "on", "WEB_CONCURRENCY": "1"}
    server.prepare()
    server.start()
    yield server
    server.stop()


@contextlib.contextmanager
def flood(table: Table, author: str) -> Iterator[None]:
    """Somebody posts in the name of this phone as fast as it goes."""
    over = threading.Event()
    body = json.dumps({"v": 1, "client": author, "entries": []}).encode()
    headers = {
        "Content-Type": "application/json",
        "Cookie": f"author={author}",
        "Sec-Fetch-Site": "same-origin",
    }

    def post() -> None:
        while not over.is_set():
            request = urllib.request.Request(f"{table.address}{table.path}/entries", body, headers)
            with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request):
                pass

    threads = [threading.Thread(target=post) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_what_is_tapped_beyond_the_limit_is_sent_later_and_counts_once(phone, guarded: Server):
    table = Table(guarded.address, "Ana", "Ben")
    ana = phone(address=guarded.address)
    ana.expects("status of 429")
    ana.sit(table, "Ana")
    answers: list[int] = []
    ana.page.on("response", lambda r: answers.append(r.status) if "/entries" in r.url else None)
    author = ana.page.evaluate("() => fetch(location.href).then((page) => page.text())")
    author = author.split('data-author="')[1][:22]
    with flood(table, author):
        end = time.monotonic() + 20
        while 429 not in answers and time.monotonic() < end:
            ana.tap(table, "Ana", times=3)
            ana.page.wait_for_timeout(900)
        shown = int(ana.energy(table, "Ana").inner_text())
    assert 429 in answers
    table.comes_to(Ana=shown, within=90)
    ana.shows(table, Ana=shown)
