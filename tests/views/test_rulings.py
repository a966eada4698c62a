"""Rulings in the reader's language: official where there is a translation, marked where not."""

import html
import re

import pytest

from webapp.domain.rulings import RULINGS

IDS = [ruling.id for ruling in RULINGS]
WORDS = {"en": "unofficial", "de": "unofficial", "pt-br": "unofficial", "zh-hans": "unofficial"}


def figure(reader, id, slug, **query):
    text = reader.get(f"/{slug}/rulings/{id}", query_string=query).text
    return text.split('<figure class="ruling"')[1].split("</figure>")[0]


def plain(markup):
    """The words of some markup, each drawn symbol as {E}."""
    drawn = re.sub(r'<span class="energy".*?</svg></span>', "{E}", markup, flags=re.S)
    text = html.unescape(re.sub(r"<[^>]+>", "", drawn))
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize("slug", ["en", "de", "pt-br", "zh-hans"])
def test_all_fifteen_are_listed_and_each_has_its_own_page(reader, slug):
    text = reader.get(f"/{slug}/rulings/").text
    assert re.findall(r'<figure class="ruling" id="([^"]+)"', text) == IDS
    for id in IDS:
        assert reader.get(f"/{slug}/rulings/{id}").status_code == 200


def test_an_official_text_is_shown_word_for_word(reader, shared_app):
    rulings = shared_app.extensions["rulings"]
    for id in IDS:
        for slug, tag in (("en", "en"), ("de", "de"), ("pt-br", "pt-BR"), ("zh-hans", "zh-Hans")):
            wording = rulings.wording(id, tag)
            if not wording.dice:
                assert wording.text in plain(figure(reader, id, slug))


@pytest.mark.parametrize(
    ("slug", "official"), [("en", 15), ("de", 9), ("pt-br", 9), ("zh-hans", 0)]
)
def test_our_own_translations_carry_a_mark_and_english_one_tap_away(reader, slug, official):
    marked = [id for id in IDS if "unofficial" in figure(reader, id, slug)]
    dice = ["energy-track-totals"] if slug in ("de", "pt-br") else []
    assert marked == sorted(
        dice + (IDS[9:] if official == 9 else [] if official else IDS), key=IDS.index
    )
    for id in marked:
        assert 'lang="en"' in figure(reader, id, slug)


@pytest.mark.parametrize("slug", ["de", "pt-br"])
def test_the_dice_sentence_is_ours_in_place_of_the_english_one_which_is_on_tap(reader, slug):
    shown, on_tap = figure(reader, "energy-track-totals", slug).split("<details", 1)
    english = "At higher levels of tournament play"
    assert english not in shown and "unofficial" in shown
    assert english in on_tap and 'lang="en"' in on_tap


@pytest.mark.parametrize(
    ("slug", "written"),
    [
        ("en", "7 June 2024"),
        ("de", "07.06.2024"),
        ("pt-br", "07/06/2024"),
        ("zh-hans", "2024年6月7日"),
    ],
)
def test_each_has_its_date_in_the_form_of_the_reader(reader, slug, written):
    assert f'<time datetime="2024-06-07">{written}</time>' in figure(reader, "energy-symbol", slug)


def test_vehicle_rulings_are_older(reader):
    assert "29 September 2017" in figure(reader, "vehicle-printed-pt", "en")


def test_no_brace_is_left_and_the_symbol_has_words(reader):
    text = reader.get("/de/rulings/?with=pt-br").text
    assert "{E}" not in text
    assert 'role="img"' in text and "aria-label=" in text


def test_a_symbol_stays_on_one_line_with_its_amount_and_the_stop_behind_it(reader):
    text = figure(reader, "energy-get-illegal-targets", "en")
    drawn = r'<span class="unbroken">any&nbsp;<span class="energy".*?</span>\.</span>'
    assert re.search(drawn, text)


def test_the_corrected_slip_has_a_note_wherever_the_english_text_is_shown(reader):
    for slug, query in (("en", {}), ("de", {"with": "en"}), ("zh-hans", {})):
        text = figure(reader, "energy-track-totals", slug, **query)
        assert "[sic]" in text and '<span lang="en">writing theme down</span>' in text
        assert "writing them down" in text
    assert "[sic]" not in figure(reader, "energy-track-totals", "de")
    assert "[sic]" not in figure(reader, "energy-symbol", "en")


def test_every_english_text_under_another_language_says_that_it_is_english(reader):
    text = reader.get("/zh-hans/rulings/").text.split("<main")[1].split("</main>")[0]
    for sentence in re.findall(r">([^<>]*\b(?:the|you|is)\b[^<>]*)<", text):
        at = text.index(sentence)
        opening = text.rindex("<p ", 0, at)
        assert 'lang="en"' in text[opening:at], sentence


def test_a_ruling_names_the_cards_it_concerns(reader):
    text = reader.get("/de/rulings/vehicle-printed-pt").text
    cards = re.findall(r'href="/de/cards/([^"]+)#vehicle-printed-pt"', text)
    assert sorted(cards) == ["aethersphere-harvester", "bespoke-battlewagon", "filigree-racer"]
    assert "Äthersphären-Erntemaschine" in text


def test_a_second_language_goes_along_to_the_ruling_itself(reader):
    text = reader.get("/de/cards/thriving-rats?with=en").text
    assert 'href="/de/rulings/energy-symbol?with=en"' in text


def test_two_to_four_languages_stand_beside_each_other_ruling_by_ruling(reader):
    text = reader.get("/de/cards/thriving-rats?with=zh-hans,en&with=pt-br").text
    figures = [f.split("</figure>")[0] for f in text.split('<figure class="ruling"')[1:]]
    assert len(figures) == 9
    for shown in figures:
        tags = re.findall(r'<p class="wording__text" lang="([^"]+)">', shown)
        assert tags == ["de", "en", "pt-BR", "zh-Hans"] and 'data-languages="4"' in shown
        assert "Offizieller Text auf Englisch" not in shown
    assert 'href="/de/rulings/energy-symbol?with=en,pt-br,zh-hans"' in text


def test_each_language_is_laid_beside_or_taken_away_by_itself(reader):
    text = reader.get("/de/rulings/?with=en,zh-hans").text
    offered = re.findall(r'class="beside__choice" href="/de/rulings/([^"]*)"', text)
    assert offered == ["?with=zh-hans", "?with=en,pt-br,zh-hans", "?with=en"]
    text = reader.get("/de/rulings/?with=de,,").text
    assert 'class="wording wording--beside"' not in text


def turned(reader, id, slug, other):
    text = reader.get(f"/{slug}/rulings/{id}/to/{other}").text
    return text.split('<div class="turned__told"')[1].split("<nav")[0], text


def test_a_ruling_is_shown_to_the_opponent_in_their_language(reader):
    told, page = turned(reader, "energy-symbol", "de", "pt-br")
    assert "{E}" not in told and "é o símbolo de energia" in plain(told)
    assert '<time datetime="2024-06-07">07/06/2024</time>' in told
    assert 'aria-label="marcador de energia"' in told and told.startswith(' lang="pt-BR"')
    assert '<html lang="de">' in page and "Dem Gegner zeigen" in page
    assert '<meta name="robots" content="noindex">' in page


def test_the_opponent_reads_that_a_translation_is_ours_and_has_the_english_on_tap(reader):
    told, _ = turned(reader, "energy-not-mana", "de", "zh-hans")
    assert "非官方译文" in told and "官方英文原文" in told and "Energy counters aren" in told
    assert "inoffiziell" not in told


@pytest.mark.parametrize("slug", ["en", "de", "pt-br", "zh-hans"])
def test_every_ruling_leads_to_what_the_opponent_sees_in_each_of_four_languages(reader, slug):
    for id, address in (
        ("energy-symbol", f"/{slug}/rulings/"),
        (IDS[14], f"/{slug}/rulings/{IDS[14]}"),
    ):
        assert f'href="/{slug}/rulings/{id}/to/en"' in reader.get(address).text
    beside = reader.get(f"/{slug}/cards/thriving-rats?with=en,de,pt-br,zh-hans").text
    first = "de" if slug == "en" else "en"
    assert f'href="/{slug}/rulings/energy-symbol/to/{first}"' in beside
    page = reader.get(f"/{slug}/rulings/energy-symbol/to/de").text
    for other in WORDS:
        assert f'href="/{slug}/rulings/energy-symbol/to/{other}"' in page


@pytest.mark.parametrize("place", ["no-such/to/de", "energy-symbol/to/fr", "energy-symbol/to/"])
def test_what_can_t_be_shown_to_anybody_is_not_found(reader, place):
    assert reader.get(f"/de/rulings/{place}").status_code == 404


@pytest.mark.parametrize(
    ("tag", "first", "second"),
    [
        ("en", '"If you do."', '"When you do,"'),
        ("de", "„Falls du dies tust.“", "„Wenn du dies tust“"),
        ("pt-BR", '"Se fizer isso."', '"Quando fizer isso,"'),
        ("zh-Hans", "“若你如此作”", "“当你如此作时”"),
    ],
)
def test_the_two_halves_part_in_the_same_place_in_every_language(shared_app, tag, first, second):
    wording = shared_app.extensions["rulings"].wording("energy-if-when-you-do", tag)
    a, b = wording.half("a")
    assert first in a and second not in a
    assert second in b and first not in b
