"""What must work in every engine: a tap counts, and no network stops nobody."""

from collections.abc import Iterator

import pytest

from tests.browser.engines.engines import IDLE, Engine, until
from tests.browser.road import Road
from tests.browser.server import Server
from tests.browser.table import Table

READY = """(() => {
  const rows = [...document.querySelectorAll("offline-ready [data-language]")];
  return rows.length === 4 && rows.every(({ dataset }) => dataset.state === "ready");
})()"""
HEAR = """(addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  (window.broken ??= []).push(`${violatedDirective} ${blockedURI}`)), true)"""


def pad(table: Table, name: str, step: int = 1) -> str:
    return f'#seat-{table.seats[name]} [data-pad="{step}"]'


def shows(engine: Engine, table: Table, name: str, total: int) -> None:
    energy = f"#seat-{table.seats[name]} [data-energy]"
    until(engine, f"document.querySelector('{energy}').textContent.trim() === '{total}'")


def sit(engine: Engine, table: Table, name: str) -> None:
    seat = f"#seat-{table.seats[name]}"
    engine.visit(table.address + table.path)
    until(engine, "document.getElementById('status').dataset.state === 'live'")
    engine.click(f"{seat} form[data-entry]:has([value=seat_take]) button")
    until(engine, f"document.querySelector('{seat}').hasAttribute('data-mine')")


def test_a_tap_arrives_and_what_another_taps_shows(engine: Engine, table: Table):
    sit(engine, table, "Ana")
    engine.ask(HEAR)
    engine.click(pad(table, "Ana"))
    engine.click(pad(table, "Ana"))
    table.comes_to(Ana=2)
    table.gain("Ben", 3)
    shows(engine, table, "Ben", 3)
    shows(engine, table, "Ana", 2)
    assert engine.ask("window.broken ?? []") == []


def keep_all(engine: Engine, server: Server) -> None:
    """A first visit to home, until every language is there to be read without a connection."""
    engine.visit(f"{server.address}/")
    until(engine, READY, within=60)


def test_without_a_server_a_ruling_is_read_in_german_and_a_tap_waits_and_arrives_once(
    engine: Engine, table: Table, own_server: Server
):
    keep_all(engine, own_server)
    sit(engine, table, "Ana")
    engine.click(pad(table, "Ana"))
    table.comes_to(Ana=1)
    until(engine, "document.getElementById('status').dataset.state === 'live'")  # and so it is kept
    own_server.kill()
    engine.visit(f"{own_server.address}/de/rulings/energy-symbol")
    until(engine, "document.documentElement.lang === 'de'")
    until(engine, "document.querySelector('main').textContent.includes('Energiemarke')")
    engine.visit(table.address + table.path)
    shows(engine, table, "Ana", 1)
    engine.click(pad(table, "Ana"))
    shows(engine, table, "Ana", 2)
    own_server.start()
    table.comes_to(Ana=2)
    shows(engine, table, "Ana", 2)
    assert [row["n"] for row in table.rows("gain")] == [1, 1]


@pytest.fixture
def way(own_server: Server) -> Iterator[Road]:
    way = Road(own_server.port)
    yield way
    way.close()


def test_a_stream_goes_on_when_the_worker_has_ended(engine: Engine, way: Road):
    table = Table(way.address, "Ana", "Ben")
    engine.visit(f"{way.address}/")
    until(engine, "navigator.serviceWorker.controller !== null", within=60)
    sit(engine, table, "Ana")
    until(engine, "document.getElementById('status').dataset.state === 'live'")
    streams, later = way.streams, engine.ask("performance.now()") + 4 * IDLE
    until(engine, f"performance.now() > {later}")
    table.gain("Ben", 3)
    shows(engine, table, "Ben", 3)
    assert way.streams == streams
