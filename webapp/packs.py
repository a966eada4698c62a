"""Packs: one file per language with every page to read, the start page and an empty table."""

import gzip
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import brotli
from flask import Flask, Response, abort, request, send_file

from webapp.assets import YEAR
from webapp.chinese import traditional
from webapp.domain.cards import Card
from webapp.domain.rulings import RULINGS
from webapp.i18n import LANGUAGES, Language
from webapp.security import HEADERS

#: What `pages` says in place of a page's own path, which stands in it again and again.
OWN_PATH = "\x1a"
FOLDER = "packs"  # beside the releases
KEPT = 3  # builds: a phone that begins to fetch one before an update still gets it whole
NAMES = "names"
FILES = (NAMES, *(language.slug for language in LANGUAGES))
ENCODINGS = {"br": ".br", "gzip": ".gz"}
#: The addresses of the other languages are for search engines, and name the host.
_FOR_ENGINES = '<link rel="alternate"'


@dataclass(frozen=True)
class Packs:
    """
    The packs of one build.

    `build` names everything that goes into a page; `made` is the folder that `webapp.release`
    fills, `own` the one for what is made at first need.
    """

    app: Flask
    build: str
    made: Path
    own: Path
    lock: threading.Lock

    def url(self, name: str) -> str:
        """The address of a pack, for ever the same bytes."""
        return f"/static/{FOLDER}/{self.build}/{name}.json"

    def file(self, name: str) -> Path:
        """The file of a pack; it is made where there is none yet, which takes seconds."""
        for folder in (self.made, self.own):
            if (folder / f"{name}.json").is_file():
                return folder / f"{name}.json"
        with self.lock:
            if not (self.own / f"{name}.json").is_file():
                _forget_old(self.own)
                _write(self.own, name, self.content(name))
        return self.own / f"{name}.json"

    def content(self, name: str) -> bytes:
        """A pack as JSON: the pages of a language, or the names of the cards in all of them."""
        if name == NAMES:
            return _json({"v": 1, "build": self.build, **_names(self.app)})
        language = next(language for language in LANGUAGES if language.slug == name)
        chunks, pages = _chunked(_pages(self.app, language))
        head = {"v": 1, "build": self.build, "language": language.slug, "headers": HEADERS}
        return _json({**head, "chunks": chunks, "pages": pages})


def init_app(app: Flask, build: str, own: Path) -> None:
    """Serve the packs of this build, under the addresses at which a finished release has them."""
    made = app.extensions["assets"].made.parent / FOLDER / build
    packs = Packs(app, build, made, own / FOLDER / build, threading.Lock())
    app.extensions["packs"] = packs

    @app.get("/static/packs/<build>/<name>.json")
    def pack(build: str, name: str) -> Response:
        if build != packs.build or name not in FILES:
            abort(404)
        return _sent(packs.file(name))


def make(packs: Packs, contents: Callable[[], Iterable[tuple[str, bytes]]]) -> None:
    """Write all packs of a build, whole or not at all, if it has none; forget those of old ones."""
    if not packs.made.is_dir():
        packs.made.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".making-", dir=packs.made.parent.parent.parent))
        try:
            for name, content in contents():
                _write(making, name, content)
            making.chmod(0o755)
            if not packs.made.is_dir():
                os.rename(making, packs.made)
        finally:
            shutil.rmtree(making, ignore_errors=True)
    _forget_old(packs.made)


def _pages(app: Flask, language: Language) -> dict[str, list[str]]:
    """Every page of a language, as lines, as the views make it for a phone they know nothing of."""
    home = f"/{language.slug}/"
    own = [home, f"{home}offline", f"{home}shell", f"{home}cards/", f"/f{home}cards"]
    own.append(f"/f{home}cards/actions")
    pages = {address: _page(app, address) for address in own}
    for address in (f"{home}rulings/", *(f"{home}rulings/{ruling.id}" for ruling in RULINGS)):
        for query in ("", *_beside(language)):
            pages[address + query] = _page(app, address + query)
    below: dict[tuple[object, str], list[str]] = {}
    for card in app.extensions["cards"].by_slug.values():
        address = f"{home}cards/{card.slug}"
        pages[address] = _page(app, address)
        top = _top(pages[address])
        for query in _beside(language):
            alike = (_rulings(app, card, language), query)
            if alike not in below:
                page = _page(app, address + query)
                below[alike] = page[_top(page) :]
            pages[address + query] = pages[address][:top] + below[alike]
    return pages


def _beside(language: Language) -> list[str]:
    return [f"?with={other.slug}" for other in LANGUAGES if other != language]


def _rulings(app: Flask, card: Card, language: Language) -> object:
    """What cards have in common whose pages are the same from the choice of a language on."""
    rulings = app.extensions["rulings"]
    listed = rulings.of_card(card, language.tag)
    return card.slug in rulings.pages, tuple((r.ruling.id, r.applies, r.part) for r in listed)


def _top(page: list[str]) -> int:
    """How many lines a page of a card has above the choice of a second language."""
    return next(i for i, line in enumerate(page) if line.startswith('<nav class="beside"'))


def _page(app: Flask, address: str) -> list[str]:
    """A page in lines, most of which come back in other pages."""
    time.sleep(0)  # whoever is served beside it waits for one page at most
    client = app.test_client(use_cookies=False)
    with client.get(address, environ_base={"REMOTE_ADDR": "0.0.0.0"}) as answer:
        if answer.status_code != 200:
            raise LookupError(f"{address}: {answer.status}")
        text = answer.get_data(as_text=True)
    path = address.partition("?")[0]
    lines = map(str.strip, text.replace(f'"{path}', f'"{OWN_PATH}').splitlines())
    return [line for line in lines if line and not line.startswith(_FOR_ENGINES)]


def _names(app: Flask) -> dict[str, object]:
    """What a phone searches: names, texts of rulings, and what Traditional characters stand for."""
    cards = app.extensions["cards"].by_slug.values()
    texts = app.extensions["rulings"].texts()
    written = {(text.id, text.language): text.text for text in texts}
    tags = [language.tag for language in LANGUAGES]
    names = [[card.slug, *(card.names[tag] for tag in tags)] for card in cards]
    rulings = [[ruling.id, *(written.get((ruling.id, tag)) for tag in tags)] for ruling in RULINGS]
    chinese = "".join(str(text) for *_, text in [*names, *rulings])
    return {"names": names, "texts": rulings, "traditional": traditional(chinese)}


def _chunked(pages: Mapping[str, list[str]]) -> tuple[list[str], dict[str, list[int]]]:
    """Chunks, and each page as their places: lines that always follow each other are one chunk."""
    after: dict[str, set[str | None]] = {}
    before: dict[str, set[str | None]] = {}
    for lines in pages.values():
        for line, behind in pairwise([*lines, None]):
            after.setdefault(line, set()).add(behind)
        for ahead, line in pairwise([None, *lines]):
            before.setdefault(line, set()).add(ahead)
    chunks: dict[str, int] = {}
    places: dict[str, list[int]] = {}
    for address, lines in pages.items():
        cuts = (len(after[a]) > 1 or len(before[b]) > 1 for a, b in pairwise(lines))
        whole = lines[0] + "".join(
            ("\0" if cut else "\n") + b for cut, b in zip(cuts, lines[1:], strict=True)
        )
        places[address] = [chunks.setdefault(chunk, len(chunks)) for chunk in whole.split("\0")]
    return list(chunks), places


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _write(folder: Path, name: str, content: bytes) -> None:
    """Write a pack and its compressed forms; the plain one, which is looked for, comes last."""
    folder.mkdir(parents=True, exist_ok=True)
    forms = {
        ".br": brotli.compress(content, quality=11, lgwin=22),
        ".gz": gzip.compress(content, 9, mtime=0),
        "": content,
    }
    for ending, form in forms.items():
        handle, making = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(form)
        os.chmod(making, 0o644)
        os.replace(making, folder / f"{name}.json{ending}")


def _sent(file: Path) -> Response:
    encoding = request.accept_encodings.best_match(list(ENCODINGS))
    path = Path(f"{file}{ENCODINGS[encoding]}") if encoding else file
    response = send_file(path, mimetype="application/json")
    if encoding:
        response.headers["Content-Encoding"] = encoding
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    response.vary.add("Accept-Encoding")
    return response


def _forget_old(folder: Path) -> None:
    """Delete what stands beside a build, but for the newest."""
    if not folder.parent.is_dir():
        return
    others = [other for other in folder.parent.iterdir() if other != folder]
    newest_first = sorted(others, key=lambda other: other.stat().st_mtime, reverse=True)
    for other in newest_first[KEPT - 1 :]:
        shutil.rmtree(other, ignore_errors=True)
