"""A new version: it waits, is offered, comes once, and never mixes with the one before."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.installed import installed, kept, offline, online, wait_until_ready
from tests.browser.phone import Phone
from tests.browser.server import ROOT, Server
from tests.browser.table import Table

LOOK_FOR_UPDATE = "async () => (await navigator.serviceWorker.getRegistration()).update()"
WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).length"
NOTHING_LEFT = """async () => {
  const left = async () =>
    (await caches.keys()).length + (await navigator.serviceWorker.getRegistrations()).length;
  while (await left()) await new Promise((done) => setTimeout(done, 50));
}"""
MINUTE = 60_000


class Site(Server):
    """A server whose program the story may replace, as an operator does."""

    def __init__(self, folder: Path) -> None:
        root = folder / "program"
        for name in ("webapp", "templates", "static", "translations"):
            left_out = shutil.ignore_patterns(".made", ".making-*", "__pycache__")
            shutil.copytree(ROOT / name, root / name, ignore=left_out)
        shutil.copy(ROOT / "wsgi.py", root)
        super().__init__(folder, root=root)

    def deploy(self, **environment: str) -> None:
        """Put a new version in place: another script, so other addresses for all of them."""
        self.stop()
        with (self.root / "static/js/first.js").open("a") as script:
            script.write('document.documentElement.dataset.version = "next";\n')
        self.environment |= environment
        self.start()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    site.prepare()
    site.start()
    yield site
    site.stop()


@pytest.fixture
def app(phone, site: Site) -> Phone:
    return installed(phone(service_workers="allow", address=site.address), "en")


def is_new(phone: Phone) -> bool:
    return phone.page.evaluate("() => document.documentElement.dataset.version === 'next'")


def test_a_new_version_waits_to_be_asked_for_and_then_comes_once_with_every_tap_kept(app, site):
    table = Table(site.address, "Ana", "Ben")
    app.sit(table, "Ana")
    loads: list[str] = []
    app.page.on("load", lambda page: loads.append(page.url))
    site.deploy()
    app.tap(table, "Ana", times=3)
    app.page.evaluate(LOOK_FOR_UPDATE)
    line = app.page.locator("[data-update]")
    expect(line).to_contain_text("A new version is ready", timeout=2 * MINUTE)
    assert not is_new(app) and not loads
    line.get_by_role("button").click()
    app.page.wait_for_function("() => document.documentElement.dataset.version === 'next'")
    table.comes_to(Ana=3)
    app.shows(table, Ana=3)
    app.page.wait_for_load_state()
    assert len(loads) == 1
    assert len({name.split()[0] for name in kept(app) if name.startswith("static-")}) == 2


def test_a_network_that_comes_and_goes_while_a_new_version_waits_loads_no_page(app, site):
    table = Table(site.address, "Ana", "Ben")
    app.sit(table, "Ana")
    site.deploy()
    app.page.evaluate(LOOK_FOR_UPDATE)
    line = app.page.locator("[data-update]")
    expect(line).to_be_visible(timeout=2 * MINUTE)
    visits: list[str] = []
    app.page.on("framenavigated", lambda frame: visits.append(frame.url))
    for _ in range(5):
        offline(app)
        app.tap(table, "Ana")
        app.page.wait_for_timeout(300)
        online(app)
        app.page.wait_for_timeout(300)
    table.comes_to(Ana=5)
    app.shows(table, Ana=5)
    expect(line).to_have_count(1)
    assert not visits and not is_new(app)


def test_a_page_of_the_old_version_never_runs_new_scripts_also_without_a_network(app, site):
    missing: list[str] = []
    wait_until_ready(app, "de", "pt-br", "zh-hans")
    app.context.on("response", lambda answer: answer.status == 404 and missing.append(answer.url))
    site.deploy()
    app.page.evaluate(LOOK_FOR_UPDATE)
    expect(app.page.locator("[data-update]")).to_be_visible(timeout=2 * MINUTE)
    offline(app)
    app.open("/en/cards/thriving-rats")
    expect(app.page.get_by_role("heading", name="Thriving Rats")).to_be_visible()
    assert not is_new(app)
    online(app)
    app.open("/")
    scripts = app.page.evaluate("() => [...document.scripts].map(({ src }) => src)")
    releases = {found[1] for script in scripts if (found := re.search("/static/(\\w+)/", script))}
    assert len(releases) == 1 and is_new(app) and not missing


def test_switched_off_the_worker_goes_with_all_it_kept(app, site):
    site.deploy(SERVICE_WORKER="off")
    app.open("/")
    app.page.evaluate(NOTHING_LEFT)
    app.open("/en/cards/")
    expect(app.page.get_by_role("heading", name="Look up a card")).to_be_visible()
    assert app.page.evaluate(WORKERS) == 0
    app.page.wait_for_load_state()
    assert kept(app) == []
