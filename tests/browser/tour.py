"""Every page and state a player comes by, one after the other, for tests that look at each."""

import contextlib
import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from playwright.sync_api import expect

from tests.browser.phone import GONE, NO_NETWORK, Phone
from tests.browser.road import Road
from tests.browser.table import Table
from tests.browser.tour_of_rules import a_table_by_the_rules, by_the_rules

NAMES = [
    *["Maximiliane von Hohenzollern-S", "Ben", "Wolfeschlegelsteinhausen-Berg", "王小明"],
    *["Ευγενία", "Dan", "Ana Luísa", "Cleo"],
]
OWN, HELD, FREE, LEFT = NAMES[0], "Ben", NAMES[2], "Dan"
SHEETS = ("menu", "share", "ledger", "links", "new-game", "order", "correct", "forget")
LOCALES = {"en": "en-GB", "de": "de-DE", "pt-br": "pt-BR", "zh-hans": "zh-CN"}

PUT_ASIDE = """async ([table, name]) => {
  const here = document.querySelector('script[src*="/js/"]').src.replace(/\\/js\\/.*/, "/js/");
  const { database } = await import(`${here}offline/database.js`);
  await database().write(["tables", "parked"], async (tx) => {
    const at = Date.now();
    tx.put("tables", { table, name, at, joined: true, ended: [] });
    for (const reason of ["gone", "unread", "unreadable"])
      tx.put("parked", { id: reason, table, entry: { id: reason, type: "gain" }, reason, at });
  });
}"""
"""What could not be sent to a table that this phone was at, for each reason that there is."""

Tour = Iterator[tuple[str, Phone]]
"""What is to be seen, and the phone that shows it now."""


def reading(ana: Phone, lang: str) -> Tour:
    """Home, the search, a card and the rulings; the line that only plain http shows."""
    ana.expects(r"status of 404")
    ana.open(f"/{lang}/")
    yield "home", ana
    ana.page.locator(".numbers__more > summary").click()
    ana.page.evaluate("document.documentElement.dataset.scripts = 'on share plain-http'")
    yield "home by plain http, with more players", ana
    ana.page.evaluate(PUT_ASIDE, ["0" * 26, OWN])
    ana.page.reload()
    expect(ana.page.locator("[data-parked]")).to_be_visible()
    ana.page.locator("[data-parked] summary").click()
    ana.page.evaluate("document.querySelector('.languages [role=alert]').hidden = false")
    yield "home with what was not sent, without the language that was asked for", ana
    ana.page.locator('[name="code"]').fill("0000-0000")
    ana.page.locator('[name="code"]').press("Enter")
    expect(ana.page.locator("[aria-invalid]")).to_be_visible()
    yield "wrong code", ana
    other = "zh-hans" if lang != "zh-hans" else "de"
    pages = {
        "search": "cards/?q=收",
        "rulings found": "cards/?q=支付{E}",
        "empty search": "cards/?q=zzz",
        "card": f"cards/thriving-rats?with={other}",
        "card with an official page": "cards/aethersphere-harvester",
        "rulings": "rulings/",
        "ruling": f"rulings/energy-get-pay-lose?with={other}",
        "ruling in four languages": "rulings/energy-track-totals?with=en,de,pt-br,zh-hans",
        "ruling for the opponent": f"rulings/vehicle-crew-timing/to/{other}",
    }
    for name, address in pages.items():
        ana.open(f"/{lang}/{address}")
        ana.page.evaluate("for (const it of document.querySelectorAll('details')) it.open = true")
        yield name, ana


def a_full_table(address: str) -> Table:
    """Eight seats with long names: one is held elsewhere, one has left, two have energy."""
    table = Table(address, *NAMES)
    table.gain(OWN, 12)
    table.gain(HELD, 1_048)
    table.write(type="seat_take", seat=table.seats[HELD])
    table.write(type="seat_leave", seat=table.seats[LEFT])
    return table


def playing(ana: Phone, table: Table, road: Road) -> Tour:
    """A table from picking a seat to losing it. `ana` comes by `road`."""
    ana.expects(GONE, *NO_NETWORK)
    ana.open(table)
    yield "pick a seat", ana
    ana.take(table, OWN)
    ana.tap(table, OWN, times=2)
    yield "own seat", ana
    ana.type_amount(table, OWN, 9_999, "pay")
    expect(ana.refusal.locator("blockquote").first).to_be_visible()
    yield "refusal", ana
    ana.refusal.locator("[data-dismiss]").click()
    yield from sheets(ana, table)
    yield from settling(ana, table)
    yield from cut_off(ana, table, road)
    table.write(type="seat_take", seat=table.seats[OWN], over=True)
    expect(ana.page.locator("[data-ousted]")).to_be_visible()
    yield "ousted", ana
    ana.page.evaluate("document.querySelector('[data-stuck]').hidden = false")
    yield "not sent for long", ana


def sheets(ana: Phone, table: Table) -> Tour:
    """Each sheet over the table."""
    seats = {name: f"seat?seat={table.seats[name]}" for name in (OWN, HELD, FREE, LEFT)}
    for name, address in (*seats.items(), *((name, name) for name in SHEETS)):
        ana.open_sheet(address)
        yield f"sheet {name}", ana
        close(ana)
    for way in ("pay", "correct"):
        ana.open_sheet(seats[OWN])
        ana.open_sheet(f"{way}?seat={table.seats[OWN]}")
        yield f"sheet {way} of a seat", ana
        close(ana)


def settling(ana: Phone, table: Table) -> Tour:
    """A payment that comes late, what shall count, and an undo with later payments."""
    seen = table.state()["seq"]
    table.pay(OWN, 13)
    table.by_another().write(type="pay", seat=table.seats[OWN], kind="energy", n=12, seen=seen)
    expect(ana.page.locator("[data-conflict]")).to_be_visible()
    yield "conflict", ana
    ana.open_sheet("conflict?entry=")
    yield "sheet conflict", ana
    close(ana)
    ana.open_sheet("ledger")
    ana.page.locator("#ledger a.row__undo").last.click()
    expect(ana.sheet.locator(".sheet__quote").first).to_be_visible()
    yield "sheet undo", ana
    close(ana)
    ana.open_sheet("conflict?entry=")
    ana.sheet.locator('form:has([value="drop"]) button').click()
    expect(ana.page.locator("[data-conflict]")).to_have_count(0)


def cut_off(ana: Phone, table: Table, road: Road) -> Tour:
    """Without a connection, with a tap that waits."""
    with no_connection(road):
        ana.tap(table, OWN)
        expect(ana.status).to_have_attribute("data-state", "waiting")
        yield "offline", ana
    expect(ana.status).to_have_attribute("data-state", "live")


@contextlib.contextmanager
def no_connection(road: Road) -> Iterator[None]:
    road.open = False
    road.cut()
    yield
    road.open = True


def close(ana: Phone) -> None:
    ana.page.keyboard.press("Escape")
    expect(ana.sheet).to_be_hidden()


def around(ana: Phone, table: Table) -> Tour:
    """Watching, one phone for all, the pages of a table, and a link that ends."""
    ana.expects(GONE, *NO_NETWORK)
    ana.open(f"{table.path}/share")
    watch = ana.page.locator("#watch-link").input_value()
    yield "share", ana
    for page in ("ledger", "ledger?before=1", "sheet/menu", f"sheet/seat?seat={table.seats[OWN]}"):
        ana.open(f"{table.path}/{page}")
        yield page.split("=")[0], ana
    ana.page.goto(watch)
    ana.shows(table, Ben=1_048)
    yield "watch", ana
    ana.open(table)
    ana.one_phone_for_all()
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "tiles")
    yield "one phone for all", ana
    ana.page.goto(watch)
    table.make_new_link("watch")
    expect(ana.page.locator("[data-gone]")).to_be_visible()
    yield "gone", ana


def beginning(ana: Phone) -> Tour:
    """A new table, half of it an invitation."""
    ana.open("/")
    ana.page.locator('[name="seats"]').first.click()
    expect(ana.page).to_have_url(re.compile(r"/t/\w{26}$"))
    expect(ana.status).to_have_attribute("data-state", "live")
    yield "new table", ana


def whole(
    make: Callable[..., Phone],
    server: str,
    road: Road,
    languages: Sequence[str] = ("de",),
    **options: object,
) -> Tour:
    """All of it, by phones with these options; each part in the next of the languages."""
    turn = itertools.cycle(languages)

    def visitor(lang: str, **more: object) -> Phone:
        return make(language=LOCALES[lang], **options, **more)

    lang = next(turn)
    yield from reading(visitor(lang), lang)
    yield from playing(visitor(next(turn), address=road.address), a_full_table(server), road)
    yield from around(visitor(next(turn)), a_full_table(server))
    yield from by_the_rules(visitor(next(turn)), a_table_by_the_rules(server))
    yield from beginning(visitor(next(turn)))
