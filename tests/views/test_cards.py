"""Cards are found by any of their names, and shown with the rulings that apply."""

import json
import re
from itertools import cycle

import pytest

from webapp.domain.rulings import RULINGS

HX = {"HX-Request": "true"}


def found(reader, query, slug="en"):
    answer = reader.get(f"/{slug}/cards/", query_string={"q": query})
    assert answer.status_code == 200
    return re.findall(rf'href="/{slug}/cards/([^"/?]+)"', answer.text)


def listed(text):
    return re.findall(r'<figure class="ruling" id="([^"]+)"', text)


@pytest.mark.parametrize(
    ("query", "card"),
    [
        ("destruicao", "localized-destruction"),
        ("收", "aethersphere-harvester"),
        ("gedeihende ratten", "thriving-rats"),
        ("massgefertigter", "bespoke-battlewagon"),
        ("laezel", "laezel-vlaakiths-champion"),
        ("orderly plaza", "suppression-ray--orderly-plaza"),
        ("ＨＥＬＩＯＳ", "helios-one"),
    ],
)
@pytest.mark.parametrize("slug", ["en", "de", "pt-br", "zh-hans"])
def test_a_card_is_found_by_part_of_any_name_in_every_language(reader, query, card, slug):
    assert card in found(reader, query, slug)


def test_without_a_query_all_cards_are_listed(reader):
    assert len(found(reader, "")) == len(set(found(reader, "   "))) == 164


def test_the_part_that_was_found_is_marked(reader):
    text = reader.get("/de/cards/?q=ratten").text
    assert 'Gedeihende <mark class="found">Ratten</mark>' in text


def test_a_name_found_in_another_language_is_shown_beside_the_own_one(reader):
    text = reader.get("/de/cards/?q=强旺鼠").text
    assert "Gedeihende Ratten" in text
    assert '<span class="hit__other" lang="zh-Hans"><mark class="found">强旺鼠</mark>' in text


def rulings_found(text):
    return re.findall(r'<li id="found-([^"]+)"><a class="hit hit--ruling"', text)


@pytest.mark.parametrize(
    ("slug", "query", "id", "marked"),
    [
        ("en", "illegal target", "energy-may-pay-illegal-targets", "illegal target"),
        ("de", "may pay", "energy-may-pay-illegal-targets", "may pay"),
        ("de", "wuerfel", "energy-track-totals", "Würfel"),
        ("en", "Fahrzeug", "vehicle-crew-while-creature", "Fahrzeug"),
        ("zh-hans", "搭載", "vehicle-crew-while-creature", "搭载"),
    ],
)
@pytest.mark.parametrize("address", ["/{}/cards/", "/f/{}/cards"])
def test_a_ruling_is_found_by_its_words_which_are_marked_in_its_sentence(
    reader, slug, query, id, marked, address
):
    text = reader.get(address.format(slug), query_string={"q": query}).text
    assert rulings_found(text)[0] == id
    row = text.split(f'<li id="found-{id}">')[1].split("</li>")[0]
    assert f'href="/{slug}/rulings/{id}"' in row
    assert f'<mark class="found">{marked}</mark>' in row


def test_a_ruling_is_found_by_its_id_and_says_how_many_cards_it_concerns(reader):
    text = reader.get("/en/cards/?q=vehicle-crew-timing").text
    assert rulings_found(text) == ["vehicle-crew-timing"]
    assert "1 ruling found<" in text and "No card or ruling has “v" not in text
    for name in ("Aethersphere Harvester", "Bespoke Battlewagon", "Filigree Racer"):
        assert f"<span>{name}</span>" in text.split('id="found-vehicle-crew-timing"')[1]
    energy = reader.get("/en/cards/?q=energy-symbol").text
    assert "Concerns 145 cards" in energy.split('id="found-energy-symbol"')[1]


def test_a_found_ruling_in_our_own_words_is_marked_and_its_symbols_are_drawn(reader):
    row = reader.get("/zh-hans/cards/?q=支付{E}").text.split('id="found-energy-get-pay-lose"')[1]
    row = row.split("</li>")[0]
    assert "非官方译文" in row and "{E}" not in row and 'class="energy"' in row
    found = reader.get("/f/zh-hans/cards?q=illegal target").text
    assert rulings_found(found) and "非官方" not in found


def test_a_page_with_cards_and_rulings_leads_from_the_count_to_the_rulings(reader):
    text = reader.get("/en/cards/?q=harvest energy").text
    assert not rulings_found(text)
    text = reader.get("/de/cards/?q=er").text
    assert rulings_found(text) and 'class="hit"' in text
    assert '<a href="#found-rulings">' in text and 'id="found-rulings"' in text


def test_nothing_found_says_so_and_offers_all_cards(reader):
    text = reader.get("/en/cards/?q=<b>xyzzy").text
    assert "&lt;b&gt;xyzzy" in text and "<b>xyzzy" not in text
    assert 'class="hit"' not in text and 'href="/en/cards/"' in text


@pytest.mark.parametrize("query", ["a" * 5000, "{E}", "%", "\x00", "'\"<>&", "(?:", "😀" * 300])
def test_long_and_hostile_queries_are_answered(reader, query):
    found(reader, query)


def test_a_query_that_is_not_utf8_is_answered(reader):
    assert reader.get("/en/cards/?q=%ff%fe").status_code == 200


def test_while_typing_only_the_results_are_sent_and_the_address_follows(reader):
    answer = reader.get("/f/de/cards?q=ratten&x=1", headers=HX)
    assert "<html" not in answer.text and "Ratten" in answer.text
    assert answer.headers["HX-Replace-Url"] == "/de/cards/?q=ratten"
    assert answer.headers["Cache-Control"] == "no-store"
    assert reader.get("/f/de/cards?q=", headers=HX).headers["HX-Replace-Url"] == "/de/cards/"


def test_the_fragment_and_the_page_show_the_same_results(reader):
    fragment = reader.get("/f/de/cards?q=ather", headers=HX).text
    assert fragment.strip() in reader.get("/de/cards/?q=ather").text


def test_a_card_shows_all_its_names_each_in_its_language(reader):
    text = reader.get("/de/cards/thriving-rats").text
    assert "<h1>Gedeihende Ratten</h1>" in text
    for tag, name in (("en", "Thriving Rats"), ("pt-BR", "Ratos Vigorosos"), ("zh-Hans", "强旺鼠")):
        assert f'<span lang="{tag}">{name}</span>' in text


def test_a_card_without_a_name_in_the_language_shows_its_english_one_as_english(reader):
    assert '<h1 lang="en">Longtusk Stalker</h1>' in reader.get("/de/cards/longtusk-stalker").text


@pytest.mark.parametrize(
    ("card", "count"),
    [("thriving-rats", 9), ("localized-destruction", 9), ("aethersphere-harvester", 15)],
)
def test_the_three_cards_with_a_page_keep_its_list_and_order(reader, shared_app, card, count):
    page = shared_app.extensions["rulings"].pages[card]
    text = reader.get(f"/zh-hans/cards/{card}").text
    assert listed(text) == list(page)
    assert len(page) == count
    assert text.count("ruling__mark ") + text.count('ruling__mark"') == count


def test_the_harvester_says_which_rulings_of_its_page_apply(reader):
    text = reader.get("/en/cards/aethersphere-harvester").text
    applying = [
        id
        for id, rest in re.findall(r'<figure class="ruling" id="([^"]+)"(.*?)</figure>', text, re.S)
        if "ruling__mark--applies" in rest
    ]
    general = {"energy-get-illegal-targets", "energy-may-pay-illegal-targets",
               "energy-may-pay-once", "energy-if-when-you-do"}  # fmt: skip
    assert set(applying) == {r.id for r in RULINGS} - general


def test_any_other_card_has_its_own_rulings_before_those_on_energy_in_general(reader):
    text = reader.get("/en/cards/harnessed-lightning").text
    own, general = text.split('id="general"')
    assert "energy-get-illegal-targets" in listed(own)
    assert listed(general) == ["energy-may-pay-once", "energy-if-when-you-do"]
    assert not [id for id in listed(text) if id.startswith("vehicle")]


def test_every_card_has_a_page(reader, shared_app):
    languages = cycle(("en", "de", "pt-br", "zh-hans"))
    for slug in shared_app.extensions["cards"].by_slug:
        assert reader.get(f"/{next(languages)}/cards/{slug}").status_code == 200


@pytest.mark.parametrize(("card", "half"), [("aether-chaser", 0), ("guide-of-souls", 1)])
def test_only_the_half_that_fits_is_shown_and_the_rest_on_tap(reader, card, half):
    text = reader.get(f"/en/cards/{card}").text
    figure = text.split('id="energy-if-when-you-do"')[1].split("</figure>")[0]
    shown, rest = figure.split("<details")
    first, second = "no player may take actions", "reflexive triggered ability"
    assert ((first in shown), (second in shown)) == ((half == 0), (half == 1))
    assert ((first in rest), (second in rest)) == ((half == 1), (half == 0))


def test_a_second_language_stands_beside_the_first_ruling_by_ruling(reader):
    text = reader.get("/de/cards/aether-chaser?with=zh-hans").text
    for figure in text.split('<figure class="ruling"')[1:]:
        assert '<p class="wording__text" lang="de">' in figure
        assert '<p class="wording__text" lang="zh-Hans">' in figure


def test_the_own_language_beside_itself_is_left_out(reader):
    assert "wording--beside" not in reader.get("/de/cards/aether-chaser?with=de").text


@pytest.mark.parametrize(
    "address",
    [
        "/de/cards/no-such-card",
        "/de/cards/Thriving-Rats",
        "/de/cards/thriving-rats?with=xx",
        "/de/cards/thriving-rats/more",
        "/de/rulings/no-such-ruling",
        "/de/rulings/energy-symbol?with=klingon",
    ],
)
def test_what_does_not_exist_is_not_found_in_the_language_of_the_address(reader, address):
    answer = reader.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert '<html lang="de">' in answer.text


def test_an_address_in_english_may_be_shared_its_title_names_the_card(reader):
    text = reader.get("/en/cards/thriving-rats").text
    assert "<title>Thriving Rats · Rulings · Reservoir</title>" in text
    assert "The official rulings on energy that apply to Thriving Rats." in text


def test_search_engines_learn_of_the_same_page_in_the_other_languages(reader):
    text = reader.get("/de/cards/thriving-rats?with=en").text
    found = dict(re.findall(r'hreflang="([^"]+)" href="http://localhost([^"]+)"', text))
    assert found == {
        "en": "/en/cards/thriving-rats",
        "de": "/de/cards/thriving-rats",
        "pt-BR": "/pt-br/cards/thriving-rats",
        "zh-Hans": "/zh-hans/cards/thriving-rats",
        "x-default": "/en/cards/thriving-rats",
    }


PUBLIC = ("cards/", "cards/thriving-rats", "rulings/", "rulings/energy-get-pay-lose")


@pytest.mark.parametrize("place", PUBLIC)
@pytest.mark.parametrize(
    ("slug", "locale"),
    [("en", "en_GB"), ("de", "de_DE"), ("pt-br", "pt_BR"), ("zh-hans", "zh_CN")],
)
def test_a_link_to_what_everybody_may_read_is_shown_with_words_and_a_picture_in_its_language(
    reader, place, slug, locale
):
    text = reader.get(f"/{slug}/{place}?with=de,en").text
    told = dict(re.findall(r'<meta property="og:([^"]+)" content="([^"]+)">', text))
    assert told["locale"] == locale and told["url"] == f"http://localhost/{slug}/{place}"
    assert f'<link rel="canonical" href="{told["url"]}">' in text
    assert f"<title>{told['title']} · Reservoir</title>" in text
    assert f'<meta name="description" content="{told["description"]}">' in text
    path = told["image"].removeprefix("http://localhost")
    with reader.get(path) as picture:
        assert picture.mimetype == "image/png" and picture.data[:4] == b"\x89PNG"
        assert picture.data[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    assert path.endswith(f"preview-{slug}.png") and "noindex" not in text


@pytest.mark.parametrize(("slug", "attacks"), [("en", "attacks"), ("de", "greift an")])
def test_a_phone_gets_what_every_card_does_and_says_in_its_language(reader, slug, attacks):
    text = reader.get(f"/f/{slug}/cards/actions").text
    (told,) = re.findall(r'<script type="application/json" id="card-actions">(.*)</script>', text)
    found = json.loads(told)
    assert len(found["cards"]) == 164
    assert found["cards"]["thriving-rats"]["actions"][0] == {"when": "enters", "do": [{"get": 2}]}
    assert found["words"]["when.attacks"] == attacks
    assert "{n}" in found["words"]["deed.may"]
