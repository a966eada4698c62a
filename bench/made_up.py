"""Made-up dumps as large as the real ones: cards with names in four languages, and rulings."""

import json
import random
import uuid
from collections.abc import Iterator
from pathlib import Path

CARDS, RULINGS = 30_000, 75_000
LANGUAGES = ("en", "de", "pt", "zhs")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_SYLLABLES = {
    "en": _words(
        """ae ther sphere har vest er thriv ing rat blade storm grim wood fire ash elder dra gon
        keep mist vale sun moon shard rune wight hollow thorn wild song"""
    ),
    "de": _words(
        """äther sphä ren ernte ma schine ge dei hen de rat ten klin sturm grimm wald feuer asche
        dra chen hort nebel tal son nen mond scher be run en dorn"""
    ),
    "pt": _words(
        """é ter es fe ra cei fa dor vi go ro so ra to lâ mi na tem pes ta de bos que fo cin zas
        dra gão né voa sol lu a ru nas pi nho can ção"""
    ),
}
_HAN = "乙太层收集机强旺鼠定向击灭能量指示物法术力神器生物载具搭载火焰灰烬龙迷雾山谷烈日明月碎片"
SAID = _words(
    """If a spell or ability with one or more targets states that you may pay some amount of mana
    and each permanent it targets has become an illegal target the spell or ability won't resolve
    each player who controls creature enters the battlefield triggers only once counters are put
    on attacking blocking creatures until end of turn effect resolves before combat damage"""
)


def write(folder: Path, cards: int = CARDS, rulings: int = RULINGS) -> list[Path]:
    """Write the two files as Scryfall does: one record on a line. The same for the same numbers."""
    chance = random.Random(cards)
    ids = [str(uuid.UUID(int=chance.getrandbits(128), version=4)) for _ in range(cards)]
    files = [folder / "all-cards-20261101.json", folder / "rulings-20261101.json"]
    _lines(files[0], (card for id in ids for card in _card(chance, id)))
    _lines(files[1], (_ruling(chance, chance.choice(ids)) for _ in range(rulings)))
    return files


def _card(chance: random.Random, id: str) -> Iterator[dict[str, object]]:
    english = name(chance, "en")
    for language in LANGUAGES:
        yield {
            "object": "card", "oracle_id": id, "name": english, "lang": language,
            "printed_name": None if language == "en" else name(chance, language),
            "released_at": "2024-06-07", "layout": "normal", "type_line": "Creature — Rat",
            "mana_cost": "{1}{B}", "digital": False, "oracle_text": "x" * 200,
        }  # fmt: skip


def name(chance: random.Random, language: str) -> str:
    """A name as one of the game might be."""
    if language == "zhs":
        return "".join(chance.choices(_HAN, k=chance.randint(2, 8)))
    words = (
        "".join(chance.choices(_SYLLABLES[language], k=chance.randint(2, 4))).capitalize()
        for _ in range(chance.randint(1, 3))
    )
    return " ".join(words)


def _ruling(chance: random.Random, id: str) -> dict[str, object]:
    text = " ".join(chance.choices(SAID, k=chance.randint(12, 50))) + "."
    return {
        "object": "ruling", "oracle_id": id, "source": "wotc", "published_at": "2024-06-07",
        "comment": text.capitalize(),
    }  # fmt: skip


def _lines(file: Path, records: Iterator[dict[str, object]]) -> None:
    with file.open("w") as out:
        out.write("[\n")
        before = ""
        for record in records:
            out.write(before + json.dumps(record, ensure_ascii=False))
            before = ",\n"
        out.write("\n]\n")
