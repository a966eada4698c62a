"""What must work in every engine: a tap counts, and no network stops nobody."""

from tests.browser.engines.engines import Engine, until
from tests.browser.table import Table

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
    until(engine, "document.querySelector('live-table[data-outbox]') !== null")
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
