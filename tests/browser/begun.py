"""A table that a phone has begun by itself, with no network."""

import re

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.table import Table

OWN_TABLE = re.compile(r"/t/([0-9A-HJKMNP-TV-Z]{26})$")
FIRST, SECOND, THIRD = "first", "second", "third"


class Begun(Table):
    """The table that a phone has just begun; its seats are called by their places."""

    def __init__(self, phone: Phone, seats: int) -> None:
        phone.page.locator(f'button[name="seats"][value="{seats}"]').click()
        expect(phone.page).to_have_url(OWN_TABLE)
        places = phone.page.locator("[data-seat]")
        expect(places).to_have_count(seats)
        self.address, self.id = phone.address, OWN_TABLE.search(phone.page.url)[1]
        self.path = f"/t/{self.id}"
        ids = places.evaluate_all("seats => seats.map((seat) => seat.dataset.seat)")
        self.seats = dict(zip((FIRST, SECOND, THIRD), ids, strict=False))
