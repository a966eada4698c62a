"""docs/translations.md lines up our own translations with the English, and says what is true."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/translations.md").read_text("utf-8")
FOLDERS = {"de": "de", "pt-BR": "pt_BR", "zh-Hans": "zh_Hans"}


def catalog(tag):
    path = ROOT / f"translations/{FOLDERS[tag]}/LC_MESSAGES/courtesy.po"
    with path.open("rb") as file:
        return {m.context: (m.id, m.string) for m in read_po(file) if m.id}


CATALOGS = {tag: catalog(tag) for tag in FOLDERS}


def tables():
    """Each table of the page: the ruling, its columns, its rows."""
    for id, table in re.findall(r"^## ((?:energy|vehicle)-\S+)\n((?:\|.*\n)+)", PAGE, re.M):
        head, _, *rows = [
            [cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()
        ]
        yield id, head[1:], rows


@pytest.mark.parametrize(("id", "tags", "rows"), list(tables()), ids=lambda value: str(value)[:40])
def test_every_term_of_the_table_stands_in_its_text(id, tags, rows):
    assert len(rows) >= 3
    for english, *terms in rows:
        for tag, term in zip(tags, terms, strict=True):
            source, translation = CATALOGS[tag][id]
            assert english.casefold() in source.casefold(), english
            assert term.casefold() in translation.casefold(), (tag, term)


@pytest.mark.parametrize("tag", FOLDERS)
def test_every_translation_of_ours_is_in_the_table(tag):
    assert {id for id, tags, _ in tables() if tag in tags} == set(CATALOGS[tag])


#: A game term, and what stands for it wherever it stands; a trigger is never a condition.
TERMS = {
    "de": {
        "crew": "Bemannen",
        "artifact creature": "Artefaktkreatur",
        "toughness": "Widerstandskraft",
    },
    "pt-BR": {
        "crew": "tripular",
        "artifact creature": "criatura artefato",
        "toughness": "resistência",
    },
    "zh-Hans": {
        "crew": "搭载",
        "artifact creature": "神器生物",
        "toughness": "防御力",
        "energy": "能量|{E}",
        "triggered abilit": "触发式异能",
        "illegal target": "不合法的目标",
        "may pay": "可以支付",
        "player": "牌手",
        "spell": "咒语",
        "mana ": "法术力",
        "Vehicle": "载具",
        "counter": "指示物",
    },
}


@pytest.mark.parametrize("tag", TERMS)
def test_a_game_term_is_the_same_everywhere(tag):
    for id, (source, translation) in CATALOGS[tag].items():
        for english, term in TERMS[tag].items():
            if english in source:
                assert re.search(term, translation), (id, english, term)
            if "{E}" in source:
                assert translation.count("{E}") == source.count("{E}"), id
