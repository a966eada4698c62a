"""
Takes the pictures of the README, by hand after a change of the look:

    PYTHONPATH=. .venv/bin/python docs/screenshots/make.py

It needs a Chromium, Chinese fonts and pngquant, which makes the pictures small.
"""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.launch import ARGUMENTS, browser_path
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.table import Table

HERE = Path(__file__).parent
PORTRAIT = (360, 720)
MOST = 60_000  # bytes
SHRINK = ["pngquant", "128", "--speed", "1", "--nofs", "--strip", "--force"]


@contextmanager
def served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            server.prepare()
            server.start()
            yield server
        finally:
            server.stop()


def a_phone(browser: Browser, server: Server, language: str, theme: str) -> Phone:
    width, height = PORTRAIT
    context = browser.new_context(
        locale=language,
        color_scheme=theme,
        viewport={"width": width, "height": height},
        has_touch=True,
        reduced_motion="reduce",
    )
    return Phone(context, server.address)


def a_table(server: Server) -> Table:
    table = Table(server.address, "Ana", "Ben", "Cleo", "Dan")
    for name, n in {"Ana": 9, "Ben": 4, "Cleo": 11, "Dan": 2}.items():
        table.gain(name, n)
    return table


def own_seat(phone: Phone, server: Server) -> None:
    table = a_table(server)
    for name in ("Ben", "Cleo"):
        table.by_another().write(type="seat_take", seat=table.seats[name])
    phone.sit(table, "Ana")
    phone.tap(table, "Ana", times=3)
    phone.shows(table, Ana=12)


def one_phone(phone: Phone, server: Server) -> None:
    table = a_table(server)
    phone.open(table)
    phone.one_phone_for_all()
    expect(phone.page.locator("#seats")).to_have_attribute("data-layout", "tiles")


def refusal(phone: Phone, server: Server) -> None:
    table = a_table(server)
    phone.sit(table, "Dan")
    phone.type_amount(table, "Dan", 3, "pay")
    expect(phone.refusal.locator("blockquote")).to_be_visible()


def card(phone: Phone, server: Server) -> None:
    phone.open("/zh-hans/cards/aethersphere-harvester?with=en")
    phone.page.evaluate("document.querySelector('h1').scrollIntoView()")


PICTURES = {
    "own-seat": (own_seat, "en-GB", "dark"),
    "one-phone": (one_phone, "pt-BR", "dark"),
    "refusal": (refusal, "de-DE", "light"),
    "card": (card, "zh-CN", "light"),
}


def main() -> None:
    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        for name, (show, language, theme) in PICTURES.items():
            phone = a_phone(browser, server, language, theme)
            show(phone, server)
            file = HERE / f"{name}.png"
            phone.page.screenshot(path=file)
            subprocess.run([*SHRINK, "-o", file, file], check=True)
            assert file.stat().st_size < MOST, f"{file} has {file.stat().st_size} bytes"
        browser.close()


if __name__ == "__main__":
    main()
