"""The catalogs: complete, alike in all languages, fresh, and in the words of the game."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from flask_babel import force_locale, gettext, ngettext

from webapp import i18n

ROOT = Path(__file__).parent.parent
TRANSLATIONS = ROOT / "translations"
DIRECTORIES = ["en", "de", "pt_BR", "zh_Hans"]
DOMAINS = ["messages", "rulings", "courtesy"]
EVERY = [(directory, domain) for directory in DIRECTORIES for domain in DOMAINS]
IDS = [r["id"] for r in json.loads((ROOT / "webapp/data/rulings.json").read_text())["rulings"]]
ENGLISH = {
    r["id"]: r["english"]
    for r in json.loads((ROOT / "webapp/data/rulings.json").read_text())["rulings"]
}


def file_of(directory, domain, kind="po"):
    return TRANSLATIONS / directory / "LC_MESSAGES" / f"{domain}.{kind}"


def catalog(directory, domain):
    with file_of(directory, domain).open("rb") as file:
        return read_po(file, locale=directory, domain=domain)


def messages(directory, domain="messages"):
    return [message for message in catalog(directory, domain) if message.id]


def by_context(directory, domain):
    return {message.context: message.string for message in messages(directory, domain)}


def texts(value):
    return list(value) if isinstance(value, (tuple, list)) else [value]


def placeholders(text):
    return set(re.findall(r"%\(\w+\)s|%\w|\{\w+\}", text))


@pytest.mark.parametrize("directory, domain", EVERY)
def test_a_catalog_has_no_doubtful_and_no_old_entries(directory, domain):
    found = catalog(directory, domain)
    assert not found.fuzzy
    assert not [message.id for message in found if message.fuzzy]
    assert not found.obsolete


@pytest.mark.parametrize("directory, domain", EVERY)
def test_plural_forms_are_those_of_babel(directory, domain):
    plural = get_plural(directory)
    head = file_of(directory, domain).read_text("utf-8").split("\n\n")[0].replace('"\n"', "")
    assert f"Plural-Forms: {plural.plural_forms}" in head
    assert plural.num_plurals == {"en": 2, "de": 2, "pt_BR": 3, "zh_Hans": 1}[directory]


@pytest.mark.parametrize("directory", ["de", "pt_BR", "zh_Hans"])
def test_the_interface_is_wholly_translated(directory):
    assert not [m.id for m in messages(directory) if not all(texts(m.string))]


def test_every_language_has_the_same_messages():
    keys = [{(m.context, m.id) for m in messages(directory)} for directory in DIRECTORIES]
    assert keys[0] == keys[1] == keys[2] == keys[3]
    assert len(keys[0]) > 50


@pytest.mark.parametrize("directory, domain", EVERY)
def test_a_translation_has_the_placeholders_of_its_message(directory, domain):
    for message in messages(directory, domain):
        wanted = [placeholders(text) for text in texts(message.id)]
        for form in filter(None, texts(message.string)):
            assert placeholders(form) in wanted, (message.id, form)


@pytest.mark.parametrize(
    ("directory", "official", "courtesy"),
    [("en", 15, 0), ("de", 9, 6), ("pt_BR", 9, 6), ("zh_Hans", 0, 15)],
)
def test_each_ruling_is_there_once_officially_or_in_our_words(directory, official, courtesy):
    theirs, ours = by_context(directory, "rulings"), by_context(directory, "courtesy")
    dice = {id for id in ours if id.endswith("#dice")}
    assert (len(theirs), len(ours) - len(dice)) == (official, courtesy)
    assert set(theirs).isdisjoint(ours)
    assert set(theirs) | (set(ours) - dice) == set(IDS)
    assert dice == ({"energy-track-totals#dice"} if directory in ("de", "pt_BR") else set())
    assert all([*theirs.values(), *ours.values()])


@pytest.mark.parametrize("directory", DIRECTORIES)
def test_the_key_of_a_ruling_is_its_english_text(directory):
    for message in [*messages(directory, "rulings"), *messages(directory, "courtesy")]:
        if "#" not in message.context:
            assert message.id == ENGLISH[message.context]
            assert message.string.count("{E}") == message.id.count("{E}")


def test_the_english_catalog_of_rulings_says_what_its_keys_say():
    assert all(message.string == message.id for message in messages("en", "rulings"))


@pytest.mark.parametrize("directory", ["de", "pt_BR"])
def test_the_sentence_to_replace_stands_in_the_official_text(directory):
    (dice,) = (m for m in messages(directory, "courtesy") if "#" in m.context)
    assert dice.id in by_context(directory, "rulings")["energy-track-totals"]


GLOSSARY = {
    "zh_Hans": {
        r"energy counters?": "能量指示物",
        r"\bmana\b": "法术力",
        r"\bresolves?\b": "结算",
        r"\btargets?\b": "目标",
        r"permanents?": "永久物",
        r"Vehicles?": "载具",
        r"\bcrew\b": "搭载",
        r"triggered abilit": "触发式异能",
        r"reflexive triggered ability": "反身触发式异能",
        r"beginning of combat step": "战斗开始步骤",
        r"declare attackers step": "宣告攻击者步骤",
        r"declare blockers step": "宣告阻挡者步骤",
        r"artifact creature": "神器生物",
        r"power and toughness": "力量与防御力",
        r"\bspells?\b": "咒语",
        r"\bplayers?\b": "牌手",
        r"\b(an|that) effect\b": "效应",
    },
    "de": {
        r"energy counters?": "Energiemarke",
        r"permanents?": "bleibende Karte",
        r"\bresolves\b": "verrechnet",
        r"Vehicles?": "Fahrzeug",
        r"crew ability": "Bemannen-Fähigkeit",
        r"beginning of combat step": "Segment „Beginn des Kampfes“",
        r"declare attackers step": "Segment „Angreifer deklarieren“",
        r"artifact creature": "Artefaktkreatur",
        r"power and toughness": "Stärke und Widerstandskraft",
    },
    "pt_BR": {
        r"energy counters?": "marcador",
        r"permanents?": "permanente",
        r"Vehicles?": "Veículo",
        r"crew ability": "habilidade de tripular",
        r"beginning of combat step": "etapa de início de combate",
        r"declare attackers step": "etapa de declaração de atacantes",
        r"declare blockers step": "etapa de declaração de bloqueadores",
        r"artifact creature": "criatura artefato",
    },
}


@pytest.mark.parametrize("directory", GLOSSARY)
def test_our_translations_use_the_printed_terms_of_the_game(directory):
    for message in messages(directory, "courtesy"):
        for english, term in GLOSSARY[directory].items():
            if re.search(english, message.id):
                # German declines: „Segments“ is „Segment“ too
                said = message.string.replace("Segments „", "Segment „")
                assert term in said, (message.context, english)


def test_chinese_has_no_terms_of_other_games():
    for domain in ("messages", "courtesy"):
        for message in messages("zh_Hans", domain):
            assert not re.search(
                r"法力|计数器|计数物|能源|玩家|桌面|载体", "".join(texts(message.string))
            )


@pytest.mark.parametrize("directory, domain", EVERY)
def test_what_is_compiled_is_what_is_written(directory, domain):
    made = io.BytesIO()
    write_mo(made, catalog(directory, domain))
    made.seek(0)
    with file_of(directory, domain, "mo").open("rb") as compiled:
        assert entries(compiled) == entries(made), "run `make catalogs`"


def entries(compiled):
    return {str(m.id): texts(m.string) for m in read_mo(compiled) if m.id}


def test_nothing_compiled_is_kept():
    kept = subprocess.run(
        ["git", "ls-files", "*.mo"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert kept.stdout == ""


CANARIES = {
    "en": ("Undo", "energy counter", None),
    "de": ("Rückgängig", "Energiemarke", "Fahrzeug"),
    "pt_BR": ("Desfazer", "marcador de energia", "Veículo"),
    "zh_Hans": ("撤销", None, "载具"),
}


@pytest.mark.parametrize("directory", DIRECTORIES)
def test_each_catalog_is_found_by_the_running_program(app, directory):
    tag = directory.replace("_", "-")
    word, official, courtesy = CANARIES[directory]
    with app.test_request_context(), force_locale(directory):
        assert gettext("Undo") == word
    for domain, id, wanted in (
        ("rulings", "energy-symbol", official),
        ("courtesy", "vehicle-printed-pt", courtesy),
    ):
        found = i18n.look_up(domain, tag, id, ENGLISH[id])
        assert (wanted in found) if wanted else found is None


@pytest.mark.parametrize(
    ("directory", "one", "two", "million"),
    [
        ("en", "1 card found", "2 cards found", "1000000 cards found"),
        ("de", "1 Karte gefunden", "2 Karten gefunden", "1000000 Karten gefunden"),
        ("pt_BR", "1 card encontrado", "2 cards encontrados", "1000000 cards encontrados"),
        ("zh_Hans", "找到 1 张牌", "找到 2 张牌", "找到 1000000 张牌"),
    ],
)
def test_numbers_take_the_forms_of_their_language(app, directory, one, two, million):
    def found(n):
        return ngettext("%(num)s card found", "%(num)s cards found", n)

    with app.test_request_context(), force_locale(directory):
        assert (found(1), found(2), found(1_000_000)) == (one, two, million)


def babel(*arguments):
    command = [sys.executable, "-m", "babel.messages.frontend", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_catalogs_are_up_to_date_with_the_sources(tmp_path):
    fresh = tmp_path / "fresh.pot"
    made = babel("extract", "-F", "pyproject.toml", "--no-location", "-o", str(fresh), ".")
    assert made.returncode == 0, made.stderr
    checked = babel(
        *("update", "--check", "--no-fuzzy-matching", "--ignore-pot-creation-date"),
        *("-i", str(fresh), "-d", "translations", "-D", "messages"),
    )
    assert checked.returncode == 0, checked.stderr + "\nrun `make messages`"
    assert keys(fresh) == keys(TRANSLATIONS / "messages.pot"), "run `make messages`"


def keys(template):
    with template.open("rb") as file:
        found: Catalog = read_po(file)
    return {(message.context, message.id) for message in found if message.id}
