"""A phone with the app on it, at a table of two."""

from playwright.sync_api import Browser, expect

from bench.browser import PIXEL
from tests.browser.installed import installed
from tests.browser.phone import Phone
from tests.browser.table import Table

MINE, OTHER = "Ana", "Ben"
SLOWER = 4
expect.set_options(timeout=60_000)


def phone_at_table(browser: Browser, address: str, rows: int = 0) -> tuple[Phone, Table]:
    """The phone sits, and looks at the table, which has so many rows beside the first two."""
    table = Table(address, MINE, OTHER)
    for _ in range(rows):
        table.gain(OTHER, 1)
    phone = Phone(browser.new_context(locale="en-GB", **PIXEL), address)
    installed(phone, "en")
    phone.sit(table, MINE)
    expect(phone.status).to_have_attribute("data-state", "live")
    return phone, table


def slow_down(phone: Phone) -> None:
    """The page at hand, from now on and in whatever process it goes on."""
    devtools = phone.context.new_cdp_session(phone.page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
