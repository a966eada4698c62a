"""Names that run from right to left leave the sentence around them in its order."""

import re
from html.parser import HTMLParser

import pytest

from tests.markup import VOID
from tests.people import ANAS, BENS, FREE, Person

TABLE = "R1GHTT01EFTR1GHTT01EFT0000"
ANA, BEN, TABLES, REASON = "דנה 7", "بن!", "(שולחן)", "طاولة 3"
OURS = (ANA, BEN, TABLES, REASON)
STANDING = {"value", "placeholder"}  # of a field that is dir="auto" itself


class Isolation(HTMLParser):
    """Notes every text and attribute that has what a player wrote outside an isolate."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.loose: list[str] = []
        self.seen: set[str] = set()
        self._open: list[tuple[str, bool]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        isolates = tag == "bdi" or ("dir", "auto") in attrs
        for name, value in attrs:
            if not (isolates and name in STANDING):
                self._look(value or "", alone=False)
        if tag not in VOID:
            self._open.append((tag, isolates))

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._look(data.strip(), alone=any(isolates for _, isolates in self._open[-2:]))

    def _look(self, text: str, alone: bool) -> None:
        for name in OURS:
            if name in text:
                self.seen.add(name)
                is_alone = alone and text == name
                if not is_alone and text.count(f"\u2068{name}\u2069") != text.count(name):
                    self.loose.append(text)


@pytest.fixture
def pages(ana: Person, ben: Person) -> list[str]:
    """A table of such names at which everything has happened that names somebody."""
    seats = [{"seat": ANAS, "name": ANA}, {"seat": BENS, "name": BEN}]
    opening = ana.entry("open", name=TABLES, seats=seats)
    assert ana.post(opening, ana.entry("seat_take", seat=ANAS), table=TABLE).status_code == 200
    ben.post(ben.entry("seat_take", seat=BENS), table=TABLE)
    first = ana.gain(ANAS, 5)
    ana.post(
        first, ana.entry("seat_add", seat=FREE, name=ANA), ana.entry("seat_leave", seat=FREE),
        ana.entry("seat_return", seat=FREE), ana.entry("seat_rename", seat=FREE, name=BEN),
        ana.entry("seat_rename", seat=FREE, colour="rose"), table=TABLE,
    )  # fmt: skip
    seen = ana.state(f"/t/{TABLE}")["seq"]
    fix = {"seat": BENS, "kind": "energy", "from": 0, "to": 3, "reason": REASON}
    ana.post(ana.pay(ANAS, 4), ana.entry("correct", **fix), table=TABLE)
    ben.post(ben.pay(ANAS, 3, seen=seen), ben.entry("undo", entry=first["id"]), table=TABLE)
    last = ana.gain(BENS, 2)
    ana.post(last, table=TABLE)
    ana.post(ana.entry("undo", entry=last["id"]), ana.gain(BENS, 2), table=TABLE)
    (conflict, *_) = ana.state(f"/t/{TABLE}")["conflicts"]
    sheets = ["correct", "ledger", "menu", "order", "pay", "seat", f"pay?seat={BENS}"]
    sheets += [f"conflict?entry={conflict['entry']}", f"undo?entry={first['id']}"]
    (watch,) = set(re.findall("/w/([0-9A-Z]{26})", ana.web.get(f"/t/{TABLE}").text))
    played = ["", "?layout=tiles", "/ledger", *(f"/sheet/{sheet}" for sheet in sheets)]
    fragments = ["seats", "ledger", *(f"sheet/{sheet}" for sheet in sheets)]
    return [
        *(f"/t/{TABLE}{page}" for page in played), f"/w/{watch}", f"/w/{watch}/ledger",
        *(f"/f/t/{TABLE}/{fragment}" for fragment in fragments),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de", "pt-BR", "zh-Hans"])
def test_what_players_wrote_stands_in_an_isolate_of_its_own(
    ana: Person, dan: Person, pages: list[str], language: str
):
    seen: set[str] = set()
    for reader in (ana, dan):
        for address in pages:
            answer = reader.web.get(address, headers={"Accept-Language": language})
            assert answer.status_code == 200, address
            page = Isolation(answer.text)
            assert not page.loose, address
            seen |= page.seen
    assert seen == set(OURS)


def test_a_name_from_left_to_right_is_left_alone(ana: Person, at_table: None):
    ana.post(ana.gain(BENS, 2))
    assert not re.search("[\u2066-\u2069]", ana.web.get("/t/TAB1E0TAB1E0TAB1E0TAB1E000").text)
