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


def test_a_ruling_is_turned_to_the_opponent_at_one_tap_in_the_language_they_choose(phone):
    ana = phone(language="de-DE")
    ana.open("/de/cards/thriving-rats?with=zh-hans")
    ana.page.locator("#energy-not-mana").get_by_role("link", name="Dem Gegner zeigen").click()
    told = ana.page.locator(".turned__told")
    expect(told).to_have_css("rotate", "180deg")
    expect(told).to_contain_text("能量指示物不是法术力")
    size = told.locator(".wording__text").evaluate(
        "(it) => parseFloat(getComputedStyle(it).fontSize)"
    )
    assert size >= 22
    ana.page.get_by_role("link", name="Português").click()
    expect(told).to_contain_text("Marcadores de energia não são mana")
    expect(ana.page.locator("html")).to_have_attribute("lang", "de")
    ana.page.get_by_role("link", name="Zurück zum Ruling").click()
    expect(ana.page).to_have_url(
        f"{ana.address}/de/cards/thriving-rats?with=zh-hans#energy-not-mana"
    )
    ana.open("/de/rulings/")
    ana.page.locator("#energy-symbol").get_by_role("link", name="Dem Gegner zeigen").click()
    expect(told).to_contain_text("é o símbolo de energia")  # the language chosen last
    ana.open("/de/rulings/energy-symbol/to/en")
    ana.page.get_by_role("link", name="Zurück zum Ruling").click()
    expect(ana.page).to_have_url(f"{ana.address}/de/rulings/energy-symbol")


def test_a_long_ruling_for_the_opponent_is_read_from_its_first_word(phone):
    ana = phone(viewport=(320, 568))
    ana.open("/en/rulings/vehicle-crew-timing/to/de")
    told = ana.page.locator(".turned__told")
    box, text = told.bounding_box(), told.locator(".wording__text").bounding_box()
    assert text["y"] + text["height"] <= box["y"] + box["height"]  # upside down: it begins there
    assert text["y"] < box["y"]
    told.evaluate("(it) => it.scrollTo(0, it.scrollHeight)")
    assert told.locator(".turned__day").bounding_box()["y"] >= box["y"]


def test_three_other_languages_stand_below_on_a_phone_and_beside_on_a_wide_screen(phone):
    for width, rows in ((390, 4), (1400, 1)):
        ana = phone(viewport=(width, 800))
        ana.open("/de/cards/thriving-rats")
        for name in ("English", "Português", "中文"):
            ana.page.locator(".beside").get_by_role("link", name=name).click()
        expect(ana.page).to_have_url(f"{ana.address}/de/cards/thriving-rats?with=en,pt-br,zh-hans")
        boxes = ana.page.locator("#energy-symbol > .wording").evaluate_all(
            "(all) => all.map((it) => Math.round(it.getBoundingClientRect().top))"
        )
        assert len(boxes) == 4 and len(set(boxes)) == rows


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
