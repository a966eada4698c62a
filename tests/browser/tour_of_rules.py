"""What few tables show: cards, effects, other counters, turns, teams, tournaments and why."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.phone import ANOTHER_SHEET, Phone
from tests.browser.table import Table, entry_id

NAMES = ["Maximiliane von Hohenzollern-S", "Ben", "Wolfeschlegelsteinhausen-Berg", "王小明"]
OWN, HELD = NAMES[:2]
CARDS = ("thriving-rats", "harnessed-lightning", "aethersphere-harvester", "card-of-tomorrow")
EFFECTS = ("winding-constrictor", "aether-refinery", "vorinclex-monstrous-raider")
COUNTERS = {"poison": 10, "rad": 3, "ticket": 2, "custom:charge": 5}
SHEETS = (
    "seat?seat={0}", "counter?seat={0}", "counter?seat={0}&kind=poison",
    "counter?seat={0}&kind=rad", "correct?seat={0}&kind=rad",
    "effects", "proliferate", "turn", "teams", "tournament", "crew?seat={0}",
    "order-of-effects?type=gain&seat={0}&kind=energy&n=2", "order-of-effects?type=gain",
    "pin?seat={0}", "card?seat={0}", "card?seat={0}&card=aethersphere-harvester",
    "card?seat={0}&card=card-of-tomorrow", "card?seat={0}&card=harnessed-lightning&button=spell",
    "card?seat={0}&card=price-of-betrayal&button=spell", "ledger",
    *(f"why?of={topic}&seat={{0}}" for topic in ("energy", "pay", "targets", "once", "order")),
)  # fmt: skip
LAY = """(sheet) => {
  const link = document.querySelector('[data-hx-get$="/sheet/menu"]').cloneNode(true);
  delete link.dataset.htmxPowered;
  link.dataset.hxGet = link.dataset.hxGet.replace("menu", sheet);
  document.querySelector("live-table").append(link);
  link.click();
  link.remove();
}"""

Tour = Iterator[tuple[str, Phone]]


def a_table_by_the_rules(address: str) -> Table:
    """Four seats with long names, and all that the rules can lay on a table."""
    table = Table(address, *NAMES)
    own = table.seats[OWN]
    table.write(type="kind_add", kind="custom:charge", name="Aufladungsmarken der Werkbank")
    table.gain(OWN, 12)
    table.gain(HELD, 1_048)
    for kind, n in COUNTERS.items():
        table.write(type="gain", seat=own, kind=kind, n=n)
    for card in CARDS:
        table.write(type="pin", seat=own, card=card)
    for card in EFFECTS:
        table.write(type="effect_on", effect=entry_id(), card=card, controller=own)
    table.write(type="turn", seat=own)
    table.pay(OWN, 2)
    table.write(
        type="resolution_open", resolution=entry_id(), seat=own, card="galvanic-discharge",
        targets="legal", min=1,
    )  # fmt: skip
    return table


def by_the_rules(ana: Phone, table: Table) -> Tour:
    """The own seat, each sheet, a tournament, Two-Headed Giant, one phone for all, watching."""
    ana.sit(table, OWN)
    expect(ana.page.locator(".resolution, [data-dying], .pins, [data-pass]")).to_have_count(4)
    yield "own seat by the rules", ana
    for sheet in SHEETS:
        lay(ana, sheet.format(table.seats[OWN]))
        ana.page.evaluate("for (const it of document.querySelectorAll('details')) it.open = true")
        yield f"sheet {sheet}", ana
        close(ana)
    lay(ana, f"pin?seat={table.seats[OWN]}")
    ana.sheet.get_by_role("searchbox").fill("thriv")
    expect(ana.sheet.locator("#pin-hits li").first).to_be_visible()
    yield "cards found", ana
    close(ana)
    yield from other_modes(ana, table)


def other_modes(ana: Phone, table: Table) -> Tour:
    table.write(type="mode", mode="tournament", variant="2hg")
    for team, name in enumerate(NAMES):
        table.write(type="team", seat=table.seats[name], team=team // 2 + 1)
    expect(ana.page.locator("[data-tournament]")).to_be_visible()
    ana.pad(table, OWN).tap()
    expect(ana.seat(table, OWN).locator("[data-done]")).to_be_visible()
    yield "an amount in a tournament", ana
    for sheet in ("teams", "tournament", f"pay?seat={table.seats[OWN]}&n=2"):
        lay(ana, sheet)
        yield f"sheet {sheet.partition('?')[0]} in a tournament", ana
        close(ana)
    ana.one_phone_for_all()
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "tiles")
    yield "one phone for all by the rules", ana


def lay(ana: Phone, sheet: str) -> None:
    """Open a sheet, wherever the way to it stands."""
    before = ana.sheet.evaluate_handle("(sheet) => sheet.querySelector('.sheet__head')")
    ana.page.evaluate(LAY, sheet)
    ana.page.wait_for_function(ANOTHER_SHEET, arg=before)


def close(ana: Phone) -> None:
    ana.page.evaluate("document.getElementById('sheet').close()")  # Escape empties a search first
    expect(ana.sheet).to_be_hidden()
