"""The page reader takes the official pages as they are, and refuses what it can't read."""

import unicodedata
from datetime import date
from pathlib import Path

import pytest

from webapp.importers.gatherer import PageError, read_page
from webapp.importers.wordings import DICE

PAGES = Path(__file__).parent.parent / "pages"
GERMAN, PORTUGUESE, CHINESE = (
    "thriving-rats.de.txt",
    "localized-destruction.pt-BR.txt",
    "aethersphere-harvester.zh-Hans.txt",
)
TITLES = {
    "Gedeihende Ratten": ("thriving-rats", "de"),
    "Destruição Localizada": ("localized-destruction", "pt-BR"),
    "乙太层收集机": ("aethersphere-harvester", "zh-Hans"),
}


TODAY = date(2026, 11, 30)


def read(name, content):
    return read_page(name, content, TITLES, TODAY)


def page(name):
    return read(name, (PAGES / name).read_bytes())


def changed(name, old, new):
    """The page with one text in place of another."""
    text = (PAGES / name).read_text("utf-8")
    assert old in text
    return read(name, text.replace(old, new, 1).encode())


def ruling(page, id):
    return next(r for r in page.rulings if r.id == id)


@pytest.mark.parametrize("name", [GERMAN, PORTUGUESE, CHINESE])
def test_each_page_has_the_nine_rulings_on_energy(name):
    assert len({r.id for r in page(name).rulings if r.id.startswith("energy")}) == 9


def test_the_chinese_page_has_six_rulings_on_vehicles():
    found = [r.id for r in page(CHINESE).rulings if r.id.startswith("vehicle")]
    assert len(found) == len(set(found)) == 6
    assert not [r for name in (GERMAN, PORTUGUESE) for r in page(name).rulings if r.id in found]


def test_the_card_and_the_language_of_a_page_follow_from_its_title():
    assert [(page(n).card, page(n).language) for n in (GERMAN, PORTUGUESE, CHINESE)] == [
        ("thriving-rats", "de"),
        ("localized-destruction", "pt-BR"),
        ("aethersphere-harvester", "zh-Hans"),
    ]


def test_rulings_keep_the_order_of_their_page():
    german, portuguese = page(GERMAN), page(PORTUGUESE)
    assert [r.id for r in german.rulings] == [r.id for r in portuguese.rulings]
    assert [r.id for r in page(CHINESE).rulings][:4] == [
        "energy-get-illegal-targets",
        "energy-symbol",
        "energy-kind-of-counter",
        "energy-track-totals",
    ]


def test_a_day_comes_before_its_month():
    assert {r.date for name in (GERMAN, PORTUGUESE) for r in page(name).rulings} == {"2024-06-07"}
    later = changed(GERMAN, "07/06/2024", "13/06/2024")
    assert later.rulings[0].date == "2024-06-13"


def test_the_chinese_page_writes_year_month_day_after_each_ruling():
    dates = [r.date for r in page(CHINESE).rulings]
    assert dates == ["2024-06-07"] * 9 + ["2017-09-29"] * 6


def test_the_rulings_of_the_chinese_page_are_english():
    assert {r.language for r in page(CHINESE).rulings} == {"en"}
    assert {r.language for r in page(GERMAN).rulings} == {"de"}


def test_exactly_ten_lost_symbols_are_put_back():
    rulings = page(CHINESE).rulings
    assert [r.restored for r in rulings] == [2, 1, 0, 0, 2, 0, 2, 1, 2, 0, 0, 0, 0, 0, 0]
    assert sum(r.text.count("{E}") for r in rulings) == 10
    assert sum(r.restored for n in (GERMAN, PORTUGUESE) for r in page(n).rulings) == 0


def test_every_language_shows_the_symbol_as_often_in_each_ruling():
    def symbols(name):
        return {r.id: r.text.count("{E}") for r in page(name).rulings if r.id.startswith("energy")}

    assert symbols(CHINESE) == symbols(GERMAN) == symbols(PORTUGUESE)


def test_the_symbols_stand_where_they_were_lost():
    chinese = page(CHINESE)
    assert ruling(chinese, "energy-symbol").text == (
        "{E} is the energy symbol. It represents one energy counter."
    )
    assert ruling(chinese, "energy-get-illegal-targets").text.startswith(
        "Some spells and abilities that give you {E} may require targets."
    )
    assert ruling(chinese, "energy-get-illegal-targets").text.endswith("You won't get any {E}.")
    assert ruling(chinese, "energy-may-pay-illegal-targets").text.endswith(
        "You can't pay any {E} even if you want to."
    )


def test_nothing_but_the_ten_symbols_and_one_slip_differs_from_the_page():
    source = (PAGES / CHINESE).read_text("utf-8")
    for r in page(CHINESE).rulings:
        text = r.text.replace("writing them down", "writing theme down")
        assert " ".join(text.replace("{E}", "").replace("{", "").split()).replace(
            " .", "."
        ).replace(" ,", ",") in source.replace(" .", ".").replace(" ,", ","), r.id


def test_german_and_portuguese_texts_are_kept_letter_by_letter():
    for name in (GERMAN, PORTUGUESE):
        lines = (PAGES / name).read_text("utf-8").split("\n")
        assert [r.text for r in page(name).rulings] == lines[4::4]


def test_the_slip_is_shown_corrected_and_kept():
    found = ruling(page(CHINESE), "energy-track-totals")
    assert "writing them down" in found.text and "theme" not in found.text
    assert found.slip == "writing theme down"


def test_the_sentence_left_in_english_is_marked():
    for name in (GERMAN, PORTUGUESE):
        marked = [r.id for r in page(name).rulings if r.dice]
        assert marked == ["energy-track-totals"]
        assert DICE in ruling(page(name), "energy-track-totals").text
    assert not any(r.dice for r in page(CHINESE).rulings)


def test_texts_are_known_by_their_words_not_by_their_place():
    lines = (PAGES / GERMAN).read_text("utf-8").split("\n\n")
    title, pairs = lines[0], list(zip(lines[1::2], lines[2::2], strict=True))
    turned = "\n\n".join([title, *(part for pair in reversed(pairs) for part in pair)])
    found = read(GERMAN, turned.encode())
    assert {r.id: r.text for r in found.rulings} == {r.id: r.text for r in page(GERMAN).rulings}
    assert [r.id for r in found.rulings] == [r.id for r in reversed(page(GERMAN).rulings)]


def test_an_english_page_that_kept_its_symbols_needs_no_repair():
    text = "\n\n".join(
        f"• {r.text}\n\n  {r.date}" for r in page(CHINESE).rulings if r.id == "energy-symbol"
    )
    found = read("x", f"乙太层收集机\n\n{text}".encode())
    assert found.rulings[0].restored == 0


@pytest.mark.parametrize("form", ["crlf", "bom", "nfd", "blank lines", "end of line at the end"])
def test_other_ways_to_save_the_same_page_read_the_same(form):
    text = (PAGES / PORTUGUESE).read_text("utf-8")
    content = {
        "crlf": text.replace("\n", "\r\n").encode(),
        "bom": b"\xef\xbb\xbf" + text.encode(),
        "nfd": unicodedata.normalize("NFD", text).encode(),
        "blank lines": text.replace("\n\n", "\n\n\n \n").encode(),
        "end of line at the end": (text + "\n").encode(),
    }[form]
    found = read(PORTUGUESE, content)
    assert [(r.id, r.date, r.text) for r in found.rulings] == [
        (r.id, r.date, r.text) for r in page(PORTUGUESE).rulings
    ]


SYMBOL = "{E} ist das Energiesymbol. Es steht für eine Energiemarke."
COUNTER = "Energiemarken sind eine Art von Marken, die ein Spieler haben kann."
TITLE = "Gedeihende Ratten"


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", 1, "empty"),
        (b" \n\n\t\n", 1, "empty"),
        (TITLE.encode(), 1, "no rulings"),
        (f"Ratten\n\n07/06/2024\n\n{SYMBOL}".encode(), 1, "no name of a card"),
        (f"{TITLE}\n\n{SYMBOL}".encode(), 3, "no date"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL}\n\n{COUNTER}".encode(), 7, "no date"),
        (f"{TITLE}\n\n{COUNTER}\n\n07/06/2024\n\n{SYMBOL}".encode(), 3, "no date"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL}\n\n07/06/2024".encode(), 7, "no ruling for this"),
        (f"{TITLE}\n\n07/06/2024\n\n07/06/2024\n\n{SYMBOL}".encode(), 3, "no ruling for this"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL}\n\n2024-06-07\n\n{COUNTER}".encode(), 7, "mixed"),
        (f"{TITLE}\n\n06/13/2024\n\n{SYMBOL}".encode(), 3, "no day 06/13/2024"),
        (f"{TITLE}\n\n31/02/2024\n\n{SYMBOL}".encode(), 3, "no day"),
        (f"{TITLE}\n\n07.06.2024\n\n{SYMBOL}".encode(), 3, "no form of date"),
        (f"{TITLE}\n\n07/06/٢٠٢٤\n\n{SYMBOL}".encode(), 3, "no form of date"),
        (f"{TITLE}\n\n04/08/1993\n\n{SYMBOL}".encode(), 3, "before the game's first day"),
        (f"{TITLE}\n\n{SYMBOL}\n\n0024-06-07".encode(), 5, "before the game's first day"),
        (f"{TITLE}\n\n01/12/2026\n\n{SYMBOL}".encode(), 3, "still to come: today is 2026-11-30"),
        (f"{TITLE}\n\n{SYMBOL}\n\n5024-06-07".encode(), 5, "5024-06-07 is still to come"),
        (f"{TITLE}\n\n07/06/2024\n\nRatten sind nett.".encode(), 5, "no ruling that we know"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL} {COUNTER}".encode(), 5, "more than one"),
        (
            f"{TITLE}\n\n07/06/2024\n\n{SYMBOL}\n\n07/06/2024\n\n{SYMBOL}".encode(),
            9,
            "same ruling as in line 5",
        ),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL[4:]}".encode(), 5, "energy symbol is missing"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL[:-5]}".encode(), 5, "middle of a sentence"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL}".encode("latin-1"), 5, "not UTF-8"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL}".encode("utf-16"), 1, "not UTF-8"),
        (f"{TITLE}\n\n07/06/2024\n\n{SYMBOL}\x00".encode(), 5, "character"),
    ],
)
def test_a_page_that_is_not_understood_is_refused_with_file_line_and_reason(content, line, reason):
    with pytest.raises(PageError) as refusal:
        read("rats.txt", content)
    assert str(refusal.value).startswith(f"rats.txt, line {line}: ")
    assert reason in str(refusal.value)


@pytest.mark.parametrize("day, iso", [("05/08/1993", "1993-08-05"), ("30/11/2026", "2026-11-30")])
def test_a_ruling_can_be_from_any_day_of_the_game_until_today(day, iso):
    found = read("rats.txt", f"{TITLE}\n\n{day}\n\n{SYMBOL}".encode())
    assert [ruling.date for ruling in found.rulings] == [iso]


def test_a_symbol_lost_at_an_unknown_place_is_no_guess():
    with pytest.raises(PageError, match="energy symbol is missing"):
        changed(CHINESE, "You won't get any .", "You won't get even one .")
    with pytest.raises(PageError, match="energy symbol is missing"):
        changed(GERMAN, "Du erhältst kein {E}.", "Du erhältst kein .")
