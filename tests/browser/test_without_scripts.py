"""Without JavaScript: forms, a new page for each answer, and everything but live updates."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LANDSCAPE
from tests.browser.phone import Phone
from tests.browser.table import Table

IN_GERMAN = "Du kannst nicht mehr Energiemarken bezahlen, als du hast."
ONLY_SCRIPTS = "[data-share], [data-copy], [data-close], button[data-dismiss]"


@pytest.fixture
def plain(phone):
    """Makes phones whose browser runs no script."""
    return lambda **options: phone(java_script_enabled=False, **options)


def sit(ana: Phone, table: Table, name: str) -> None:
    ana.open(table)
    ana.form("seat_take", seat=table.seats[name]).locator("button").first.click()
    expect(ana.seat(table, name)).to_have_attribute("data-mine", "")
    if ana.sheet.is_visible():  # a new table's, half open
        ana.sheet.locator("form[method=dialog] button").click()


def form(page: Page, kind: str, **fields: str) -> Locator:
    """The visible form of a page that makes this entry."""
    pairs = [("type", kind), *fields.items()]
    having = "".join(f':has([name="{key}"][value="{value}"])' for key, value in pairs)
    return page.locator(f"form{having}").locator("visible=true").first


def send(ana: Phone, kind: str, **fields: str) -> None:
    form(ana.page, kind, **fields).locator("button").last.click()


def sheet(ana: Phone, *ways: str) -> None:
    """Follow links to sheets, one after the other, as a player does."""
    for way in ways:
        ana.page.locator(f'[href*="/sheet/{way}"]').locator("visible=true").first.click()
        expect(ana.page).to_have_url(re.compile(rf"/sheet/{re.escape(way)}"))


def test_a_table_is_made_and_joined_by_its_code(plain):
    ana, ben = plain(), plain(language="de-DE")
    ana.open("/")
    ana.page.locator('[name="seats"][value="3"]').click()
    expect(ana.page.locator("[data-mine]")).to_have_count(1)
    code = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}", ana.sheet.inner_text()).group()
    ana.sheet.get_by_role("button", name="Close").click()
    expect(ana.sheet).to_be_hidden()
    ben.open("/")
    ben.page.locator('[name="code"]').fill(code.lower())
    ben.page.locator('[name="code"]').press("Enter")
    expect(ben.page).to_have_url(ana.page.url)
    expect(ben.page.locator("#seats")).to_have_attribute("data-layout", "pick")


def test_more_players_than_four_are_behind_one_word(plain):
    ana = plain()
    ana.open("/")
    ana.page.locator(".numbers__more summary").click()
    ana.page.locator('[name="seats"][value="6"]').click()
    expect(ana.page.locator("[data-seat]")).to_have_count(6)


def test_a_seat_is_kept_over_reloads_and_until_the_next_visit(plain, table):
    ana = plain()
    sit(ana, table, "Ana")
    ana.page.reload()
    expect(ana.seat(table, "Ana")).to_have_attribute("data-mine", "")
    next_week = plain(storage_state=ana.context.storage_state())
    next_week.open(table)
    expect(next_week.seat(table, "Ana")).to_have_attribute("data-mine", "")
    expect(next_week.seat(table, "Ben")).not_to_have_attribute("data-mine", "")


def test_pads_count_one_by_one_and_undo_takes_the_own_last_step_back(plain, table):
    ana, ben = plain(), plain()
    sit(ana, table, "Ana")
    sit(ben, table, "Ben")
    for _ in range(3):
        ana.pad(table, "Ana").click()
    ana.pad(table, "Ana", -1).click()
    ana.shows(table, Ana=2)
    ben.pad(table, "Ben").click()
    ben.shows(table, Ana=2, Ben=1)
    ana.undo.click()
    ana.shows(table, Ana=3, Ben=1)
    expect(ana.undo).to_contain_text("+1")


def test_amounts_are_typed(plain, table):
    ana = plain()
    sit(ana, table, "Ana")
    for kind, n in (("gain", "12"), ("pay", "5")):
        sheet(ana, "pay")
        ana.page.locator('[name="n"]').fill(n)
        ana.page.locator(f'button[value="{kind}"]').click()
    ana.shows(table, Ana=7)
    sheet(ana, "seat?seat=" + table.seats["Ben"], "pay?seat=" + table.seats["Ben"])
    ana.page.locator('[name="n"]').fill("4")
    ana.page.locator('button[value="gain"]').click()
    ana.shows(table, Ana=7, Ben=4)


@pytest.mark.parametrize(
    "language, words, mark",
    [
        ("de-DE", IN_GERMAN, "07.06.2024"),
        ("zh-CN", "能量指示物", "非官方"),
        ("pt-BR", "não pode pagar", "07/06/2024"),
    ],
)
def test_a_refusal_is_a_message_with_its_ruling_in_the_players_language(
    plain, table, language, words, mark
):
    ana = plain(language=language)
    sit(ana, table, "Ana")
    ana.pad(table, "Ana", -1).click()
    expect(ana.refusal).to_contain_text(words)
    expect(ana.refusal).to_contain_text(mark)
    ana.refusal.locator(".refusal__close").click()
    expect(ana.refusal).to_be_hidden()
    assert table.energy("Ana") == 0


def test_any_row_is_undone_by_name_with_the_payments_that_need_it(plain, table):
    table.gain("Ben", 4)
    table.pay("Ben", 3)
    table.gain("Ana", 2)
    gain, other = table.rows("gain")
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "menu", "ledger")
    send(ana, "undo", entry=other["id"])
    ana.shows(table, Ana=0, Ben=1)
    sheet(ana, "menu", "ledger", f"undo?entry={gain['id']}")
    expect(ana.page.locator("main")).to_contain_text("pays 3")
    send(ana, "undo", entry=gain["id"])
    ana.shows(table, Ben=0)
    assert table.rows("pay")[0]["undone"]


def test_an_own_step_that_was_spent_leads_to_its_undo_with_the_payment(plain, table):
    ana = plain()
    sit(ana, table, "Ana")
    ana.pad(table, "Ana").click()
    table.pay("Ana", 1)
    ana.undo.click()
    ana.refusal.locator('[href*="/sheet/undo"]').click()
    send(ana, "undo", entry=table.rows("gain")[0]["id"])
    ana.shows(table, Ana=0)
    assert table.rows("pay")[0]["undone"]


def test_a_total_is_corrected_with_a_reason(plain, table):
    table.gain("Ana", 4)
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "menu", "correct")
    ana.page.locator('[name="to"]').fill("6")
    ana.page.locator('[name="reason"]').fill("forgot one")
    send(ana, "correct", seat=table.seats["Ana"])
    ana.shows(table, Ana=6)
    ana.open(f"{table.path}/ledger")
    expect(ana.page.locator("#ledger")).to_contain_text("forgot one")


def test_two_who_correct_the_same_slip_correct_it_once(plain, table):
    table.gain("Ana", 4)
    ana, ben = plain(), plain()
    for each, name in ((ana, "Ana"), (ben, "Ben")):
        sit(each, table, name)
        sheet(each, "menu", "correct")
        each.page.goto(f"{each.address}{table.path}/sheet/correct?seat={table.seats['Ana']}")
        each.page.locator('[name="to"]').fill("5")
    send(ana, "correct", seat=table.seats["Ana"])
    send(ben, "correct", seat=table.seats["Ana"])
    ben.shows(table, Ana=5)
    expect(ben.refusal).to_contain_text("counts once")


def test_a_correction_that_came_too_late_says_what_became_of_it(plain, table):
    ana, ben = plain(), plain()
    for each, to in ((ana, "5"), (ben, "6")):
        each.open(f"{table.path}/sheet/correct?seat={table.seats['Ana']}")
        each.page.locator('[name="to"]').fill(to)
    send(ana, "correct", seat=table.seats["Ana"])
    send(ben, "correct", seat=table.seats["Ana"])
    ben.shows(table, Ana=5)
    expect(ben.refusal).to_contain_text("overtaken by another correction")


def test_names_colours_and_shapes_are_changed(plain, table):
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "seat?seat=" + table.seats["Ana"])
    ana.page.locator('[name="name"]').fill("Ana <b>")
    ana.page.locator('label:has([name="colour"][value="ember"])').click()
    send(ana, "seat_rename", seat=table.seats["Ana"])
    expect(ana.seat(table, "Ana")).to_contain_text("Ana <b>")
    expect(ana.seat(table, "Ana")).to_have_attribute("data-colour", "ember")


def test_a_player_leaves_and_comes_back(plain, table):
    table.gain("Ana", 3)
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "seat?seat=" + table.seats["Ana"])
    send(ana, "seat_leave", seat=table.seats["Ana"])
    expect(ana.seat(table, "Ana")).to_have_attribute("data-status", "left")
    send(ana, "seat_return", seat=table.seats["Ana"])
    send(ana, "seat_take", seat=table.seats["Ana"])
    expect(ana.seat(table, "Ana")).to_have_attribute("data-mine", "")
    ana.shows(table, Ana=3)


def test_a_held_seat_is_taken_over_after_asking(plain, table):
    ana, ben = plain(), plain()
    ben.open(table)
    sit(ana, table, "Ana")
    send(ben, "seat_take", seat=table.seats["Ana"])
    expect(ben.refusal).to_be_visible()
    ben.refusal.locator('[href*="/sheet/seat"]').click()
    send(ben, "seat_take", seat=table.seats["Ana"], over="true")
    expect(ben.seat(table, "Ana")).to_have_attribute("data-mine", "")
    ana.page.reload()
    expect(ana.page.locator("#seats")).to_have_attribute("data-layout", "pick")


def test_seats_are_added_and_ordered(plain, table):
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "menu", "add-seat")
    ana.page.locator('[name="name"]').fill("Cleo")
    send(ana, "seat_add")
    expect(ana.page.locator("[data-seat]")).to_have_count(3)
    sheet(ana, "menu", "order")
    ana.page.get_by_role("button", name="Cleo: one place up").click()
    names = [seat["name"] for seat in table.state()["seats"]]
    assert names == ["Ana", "Cleo", "Ben"]


def test_a_new_game_asks_first_and_is_undone_until_someone_plays(plain, table):
    table.gain("Ben", 2)
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "menu", "new-game")
    ana.page.get_by_role("link", name="Keep playing").click()
    ana.shows(table, Ben=2)
    sheet(ana, "menu", "new-game")
    send(ana, "new_game")
    ana.shows(table, Ana=0, Ben=0)
    ana.undo.click()
    ana.shows(table, Ben=2)


def late_payment(table: Table) -> None:
    """Of 5 energy, 4 are paid; a phone that had not seen it pays 3."""
    seen = table.gain("Ana", 5)["seq"]
    table.pay("Ana", 4)
    other = Table.__new__(Table)
    other.__dict__.update(table.__dict__, _client="late-".ljust(22, "x"), _seq=0)
    assert (
        other.write(type="pay", seat=table.seats["Ana"], kind="energy", n=3, seen=seen)["outcome"]
        == "conflict"
    )


@pytest.mark.parametrize("answer, total", [("twin", 1), ("drop", 1), ("retry", 2), ("total", 9)])
def test_a_conflict_is_settled_by_each_of_its_answers(plain, table, answer, total):
    late_payment(table)
    ana, ben = plain(), plain()
    for each, name in ((ana, "Ana"), (ben, "Ben")):
        sit(each, table, name)
    sheet(ana, "conflict")
    if answer == "total":
        form(ana.page, "settle", answer="total").locator('[name="to"]').fill("9")
    send(ana, "settle", answer=answer)
    expect(ana.page.locator("[data-conflict]")).to_have_count(0)
    ana.shows(table, Ana=total)
    sheet(ben, "conflict")
    expect(ben.page.locator("main")).to_contain_text("settled already")


def test_a_form_sent_again_after_back_counts_once_and_the_next_one_counts(plain, table):
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "pay")
    ana.page.locator('[name="n"]').fill("2")
    ana.page.locator('button[value="gain"]').click()
    ana.shows(table, Ana=2)
    ana.page.go_back()
    ana.page.locator('[name="n"]').fill("2")
    ana.page.locator('button[value="gain"]').click()
    expect(ana.refusal).to_contain_text("Already recorded")
    ana.shows(table, Ana=2)
    ana.pad(table, "Ana").click()
    ana.shows(table, Ana=3)
    expect(ana.refusal).to_be_hidden()


def test_the_ledger_tells_all_of_it_page_by_page(plain, table):
    for n in range(1, 61):
        table.gain("Ben", n)
    ana = plain()
    ana.open(f"{table.path}/ledger")
    expect(ana.page.locator("#ledger .row")).to_have_count(50)
    ana.page.get_by_role("link", name="Older entries").click()
    expect(ana.page.locator("#ledger")).to_contain_text("Ben gets 1 energy")


def test_cards_and_rulings_are_found_and_read_in_two_languages(plain):
    ana = plain(language="de-DE")
    ana.open("/")
    ana.page.locator('[name="q"]').fill("ather")
    ana.page.locator('[name="q"]').press("Enter")
    ana.page.locator(".hit").first.click()
    ana.page.locator(".beside__choice", has_text="English").click()
    expect(ana.page.locator(".wording--beside").first).to_be_visible()
    ana.page.locator(".ruling__link").first.click()
    expect(ana.page.locator(".ruling .wording").first).to_have_text(re.compile("Energie|Fähigkeit"))
    expect(ana.page.locator(".ruling .wording--beside")).to_be_visible()
    ana.page.get_by_role("link", name="Dem Gegner zeigen").click()
    expect(ana.page.locator(".turned__told .wording__text")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("place", ["", "/ledger", "/sheet/menu"])
def test_the_language_is_changed_where_one_is(plain, table, place):
    ana = plain()
    ana.open(table.path + place)
    ana.page.locator('[name="lang"][value="zh-hans"]').locator("visible=true").first.click()
    expect(ana.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    ana.open("/")
    expect(ana.page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_the_language_is_changed_after_a_wrong_code(plain):
    ana = plain()
    ana.expects("404")
    ana.open("/")
    ana.page.locator('[name="code"]').fill("AAAA-0000")
    ana.page.locator('[name="code"]').press("Enter")
    ana.page.locator('[name="lang"][value="de"]').click()
    expect(ana.page.get_by_role("heading", name="Karte nachschlagen")).to_be_visible()


def test_a_watcher_sees_the_table_and_asks_for_it_again(plain, table):
    ana, cleo = plain(), plain(language="de-DE")
    sit(ana, table, "Ana")
    sheet(ana, "share")
    cleo.page.goto(ana.page.locator("#watch-link").input_value())
    expect(cleo.page.locator("form, [data-pad]")).to_have_count(0)
    table.gain("Ana", 3)
    cleo.page.get_by_role("link", name="Aktualisieren").click()
    cleo.shows(table, Ana=3)


def test_a_new_code_voids_the_old_one(plain, table):
    ana = plain()
    sit(ana, table, "Ana")
    sheet(ana, "share")
    before = ana.page.locator(".share__digits").inner_text()
    ana.page.get_by_role("button", name="New code").click()
    expect(ana.page.locator(".share__digits")).not_to_have_text(before)


def test_one_phone_for_all_stays_so_from_tap_to_tap(plain, table):
    ana = plain(viewport=LANDSCAPE)
    ana.open(table)
    sheet(ana, "menu") if not ana.page.locator("[data-take-all]").is_visible() else None
    ana.page.locator("[data-take-all] button").click()
    for name in ("Ana", "Ben"):
        ana.pad(table, name).click()
    ana.shows(table, Ana=1, Ben=1)


SHEETS = ("add-seat", "correct", "ledger", "menu", "new-game", "order", "pay", "seat", "share")


def test_nothing_is_in_sight_that_only_scripts_could_serve(plain, table):
    late_payment(table)
    ana = plain()
    ana.open("/")
    ana.page.locator('[name="seats"][value="2"]').click()
    new = ana.page.url.removeprefix(ana.address)
    sit(ana, table, "Ana")
    places = [table.path, new, f"{table.path}/share", f"{table.path}/ledger", "/", "/en/cards/"]
    places += [f"{table.path}/sheet/{name}" for name in SHEETS]
    for place in places:
        ana.open(place)
        dead = ana.page.locator(ONLY_SCRIPTS).locator("visible=true")
        assert not dead.evaluate_all("all => all.map(one => one.outerHTML)"), place
        assert not ana.page.locator('[href="#"]').count(), place
        buttons = ana.page.locator("button:not([disabled])").locator("visible=true")
        formless = "all => all.filter(one => !one.form).map(one => one.outerHTML)"
        assert not buttons.evaluate_all(formless), place
