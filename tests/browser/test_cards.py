"""Any energy card by any of its names, with the rulings that apply, in two languages if wanted."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize(
    "language, typed, slug",
    [
        ("pt-br", "destruicao", "localized-destruction"),
        ("zh-hans", "收", "aethersphere-harvester"),
        ("de", "gedeihende rat", "thriving-rats"),
        ("en", "AETHERSPHERE", "aethersphere-harvester"),
    ],
)
def test_a_card_is_found_by_what_a_player_types(phone, language, typed, slug):
    ana = phone()
    ana.open(f"/{language}/cards/")
    ana.page.locator('[name="q"]').press_sequentially(typed)
    hit = ana.page.locator(f'a[href*="/{language}/cards/{slug}"]').first
    hit.click()
    expect(ana.page).to_have_url(f"{ana.address}/{language}/cards/{slug}")
    expect(ana.page.locator("main")).to_contain_text("2024")


def test_home_leads_to_the_search(phone):
    ana = phone(language="pt-BR")
    ana.open("/")
    ana.page.locator('[name="q"]').fill("destruicao")
    ana.page.locator('[name="q"]').press("Enter")
    hit = ana.page.locator('a[href*="/pt-br/cards/localized-destruction"]').first
    expect(hit).to_contain_text("Destruição Localizada")


def test_a_second_language_stands_beside_the_first(phone):
    ana = phone()
    ana.open("/pt-br/cards/localized-destruction")
    ana.page.locator('a[href*="with=de"], [name="with"][value="de"]').first.click()
    main = ana.page.locator("main")
    expect(main).to_contain_text("Du kannst nicht mehr Energiemarken bezahlen, als du hast.")
    expect(main).to_contain_text("marcadores de energia")
    expect(main.locator('[lang="de"]').first).to_be_visible()


def test_a_chinese_ruling_shows_the_official_english_as_english_and_ours_as_unofficial(phone):
    ana = phone()
    ana.open("/zh-hans/cards/aethersphere-harvester")
    main = ana.page.locator("main")
    expect(main).to_contain_text("非官方")
    expect(main.locator('.wording [lang="en"]').first).to_contain_text("Some spells and abilities")


def test_all_rulings_can_be_read(phone):
    ana = phone(language="de-DE")
    ana.open("/de/rulings/")
    assert ana.page.locator("main a[href*='/de/rulings/']").count() >= 15
    ana.page.locator("main a[href*='/de/rulings/energy-get-pay-lose']").first.click()
    expect(ana.page.locator("main")).to_contain_text("als du hast")


def test_the_language_can_be_changed_anywhere_and_a_table_keeps_its_link(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.change_language("de")
    expect(ana.page.locator("html")).to_have_attribute("lang", "de")
    assert ana.page.url.startswith(ana.address + table.path)
    ana.open("/en/rulings/energy-get-pay-lose")
    ana.change_language("zh-hans")
    expect(ana.page).to_have_url(f"{ana.address}/zh-hans/rulings/energy-get-pay-lose")
    ana.open("/")
    expect(ana.page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_a_player_who_looked_up_a_card_gets_back_to_the_table(phone, table):
    ana = phone()
    ana.sit(table, "Ana")
    ana.page.locator(".acts__rulings").click()
    ana.page.locator('[name="q"]').press_sequentially("rats")
    ana.page.locator('a[href*="/cards/thriving-rats"]').first.click()
    ana.page.locator("[data-to-table]").click()
    expect(ana.seat(table, "Ana")).to_have_attribute("data-mine", "")


def test_whoever_comes_from_nowhere_is_led_back_to_no_table(phone):
    ana = phone()
    ana.open("/en/cards/")
    expect(ana.page.locator("[data-to-table]")).to_be_hidden()
