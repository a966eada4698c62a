"""Packs: one file per language with every page to read, the start page and an empty table."""

import gzip
import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import brotli
from flask import Flask, Response, abort, request, send_file

from webapp.assets import YEAR
from webapp.chinese import traditional
from webapp.domain.rulings import RULINGS
from webapp.i18n import LANGUAGES
from webapp.making import forget_old, make_whole
from webapp.pack_pages import Page, pages_of
from webapp.security import HEADERS

FOLDER = "packs"  # beside the releases
NAMES = "names"
FILES = (NAMES, *(language.slug for language in LANGUAGES))
ENCODINGS = {"br": ".br", "gzip": ".gz"}


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
                forget_old(self.own)
                _write(self.own, name, self.content(name))
        return self.own / f"{name}.json"

    def content(self, name: str) -> bytes:
        """A pack as JSON: the pages of a language, or the names of the cards in all of them."""
        if name == NAMES:
            return _json({"v": 1, "build": self.build, **_names(self.app)})
        language = next(language for language in LANGUAGES if language.slug == name)
        head = {"v": 2, "build": self.build, "language": language.slug, "headers": HEADERS}
        return _json({**head, **_chunked(pages_of(self.app, language))})


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

    def fill(folder: Path) -> None:
        for name, content in contents():
            _write(folder, name, content)

    # Not where they are served from: `made` is static/.made/packs/<build>.
    make_whole(packs.made, packs.made.parent.parent.parent, fill)
    forget_old(packs.made)


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


def _chunked(pages: Mapping[str, Page]) -> dict[str, Any]:
    """
    The pages with every line once: lines that always follow each other are one chunk.

    A page is the place of what stands below, then those of its own chunks.
    """
    families = {id(below): below for _, below in pages.values()}
    runs = [top for top, _ in pages.values()]
    runs += [lines for below in families.values() for lines in below.values()]
    places = _Places(runs)
    order = {one: place for place, one in enumerate(families)}
    return {
        "chunks": places.chunks,
        "below": [
            {query: places.of(lines) for query, lines in below.items()}
            for below in families.values()
        ],
        "pages": {
            address: [order[id(below)], *places.of(top)] for address, (top, below) in pages.items()
        },
    }


class _Places:
    """The chunks of some runs of lines, and where in them a run is."""

    def __init__(self, runs: Iterable[list[str]]):
        self.chunks: list[str] = []
        self._known: dict[str, int] = {}
        self._after: dict[str, set[str | None]] = {}
        self._before: dict[str, set[str | None]] = {}
        for lines in runs:
            for line, behind in pairwise([*lines, None]):
                self._after.setdefault(line, set()).add(behind)
            for ahead, line in pairwise([None, *lines]):
                self._before.setdefault(line, set()).add(ahead)

    def of(self, lines: list[str]) -> list[int]:
        found: list[list[str]] = []
        for ahead, line in pairwise([None, *lines]):
            if ahead is None or len(self._after[ahead]) > 1 or len(self._before[line]) > 1:
                found.append([])
            found[-1].append(line)
        return [self._place("\n".join(chunk)) for chunk in found]

    def _place(self, chunk: str) -> int:
        if chunk not in self._known:
            self._known[chunk] = len(self.chunks)
            self.chunks.append(chunk)
        return self._known[chunk]


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _write(folder: Path, name: str, content: bytes) -> None:
    """Write a pack and its compressed forms; the plain one, which is looked for, comes last."""
    folder.mkdir(parents=True, exist_ok=True)
    forms = {
        ".br": brotli.compress(content, quality=11, lgwin=22, lgblock=20),
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
