"""Searching 30,000 made-up cards with 75,000 rulings on the server, and the 164 on a phone."""

import json
import os
import random
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import made_up
from bench.figures import Figure, percentile
from tests.quality import mean_reciprocal_rank
from webapp import create_app
from webapp.chinese import simplified
from webapp.domain.search import Hit
from webapp.services.cards import load_cards
from webapp.services.library import Library
from webapp.settings import Settings

ROOT = Path(__file__).parent.parent
QUERIES = 600
SLOWER = 4  # the phone


def measure() -> Iterator[Figure]:
    """Build the index, then ask: names whole, in part, letter by letter, with slips; texts."""
    with tempfile.TemporaryDirectory() as folder:
        library, figures = built(Path(folder))
        yield from figures
        yield from asked(library, names_in(Path(folder)))
        yield quality("among 30,000 cards", library.find)
    yield quality("of the 164 cards", load_cards(ROOT / "webapp/data/cards.json").find)
    yield from on_the_phone()


def built(folder: Path) -> tuple[Library, list[Figure]]:
    """The large book, imported by a process of its own, whose peak memory is told."""
    files = made_up.write(folder)
    begun = time.perf_counter()
    command = [".venv/bin/python", "-m", "flask", "--app", "wsgi", "rulings", "import", *files]
    child = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"RESERVOIR_INSTANCE": str(folder)}
    )
    _, status, used = os.wait4(child.pid, 0)
    assert not status, "the import failed"
    figures = [
        Figure("import 30,000 cards, 75,000 rulings", time.perf_counter() - begun, "s", 180),
        Figure("its processor time", used.ru_utime + used.ru_stime, "s"),
        Figure("its memory at most", used.ru_maxrss / 1024, "MB", 500),
        Figure("the book", (folder / "book.sqlite3").stat().st_size / 1e6, "MB"),
    ]
    return library_in(folder), figures


def library_in(folder: Path) -> Library:
    settings = Settings.from_env({"RESERVOIR_INSTANCE": str(folder), "SECRET_KEY": "x" * 16})
    library: Library = create_app(settings).extensions["library"]
    return library


def names_in(folder: Path) -> list[tuple[str, str]]:
    """Names of the book, each with its language."""
    db = sqlite3.connect(folder / "book.sqlite3")
    found = db.execute("SELECT text, language FROM found WHERE id % 100 = 0").fetchall()
    db.close()
    return found


def asked(library: Library, names: list[tuple[str, str]]) -> Iterator[Figure]:
    """Times of answers, each with all that the server does before it draws the page."""
    chance = random.Random(1)
    for what, query in (("names", name_query), ("texts of rulings", text_query)):
        find = library.find if query is name_query else library.found_rulings
        queries = [query(chance, names) for _ in range(QUERIES)]
        for asked, language in queries[:20]:
            find(asked, language)  # warm
        times, used = [], []
        for asked, language in queries:
            begun, cpu = time.perf_counter(), time.process_time()
            find(asked, language)
            times.append(1000 * (time.perf_counter() - begun))
            used.append(1000 * (time.process_time() - cpu))
        yield Figure(f"find {what} among 30,000 cards, p50", percentile(times, 0.5), "ms")
        yield Figure(f"find {what} among 30,000 cards, p99", percentile(times, 0.99), "ms", 20)
        yield Figure(f"its processor time for {what}, p99", percentile(used, 0.99), "ms")


def name_query(chance: random.Random, names: list[tuple[str, str]]) -> tuple[str, str]:
    """A name as one types it: some of its letters, all of them, or with a slip."""
    name, language = chance.choice(names)
    sort = chance.random()
    if sort < 0.6:
        name = name[: chance.randint(1, len(name))]
    elif sort < 0.8 and len(name) > 4:
        at = chance.randrange(len(name))
        name = name[:at] + chance.choice(["", "x", name[at] * 2]) + name[at + 1 :]
    return name, language


def text_query(chance: random.Random, _names: object) -> tuple[str, str]:
    """Some words of rulings."""
    words = chance.choices(made_up.SAID, k=chance.randint(1, 4))
    return " ".join(words)[: chance.randint(2, 40)], "en"


def quality(where: str, find: Callable[[str, str], tuple[Hit, ...]]) -> Figure:
    """The mean reciprocal rank over tests/quality.json; what does not come first is printed."""
    rank, failures = mean_reciprocal_rank(
        lambda query, language: [hit.card.slug for hit in find(simplified(query), language)]
    )
    for failure in failures:
        print(f"   {failure}", flush=True)
    return Figure(f"mean reciprocal rank {where}", rank, at_least=0.95)


def on_the_phone() -> Iterator[Figure]:
    """Every beginning of 60 queries over the shipped names and texts, in the phone's language."""
    command = ["node", ROOT / "bench/search.js", ROOT]
    names = json.loads((ROOT / "webapp/data/cards.json").read_text())["cards"]
    rows = [[card["slug"], *card["names"].values()] for card in names]
    answer = subprocess.run(
        command, input=json.dumps(rows), capture_output=True, text=True, check=True
    )
    times = json.loads(answer.stdout)
    yield Figure(
        f"a keystroke on the phone at {SLOWER}x, p99", SLOWER * percentile(times, 0.99), "ms", 16
    )
