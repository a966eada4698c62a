"""The static files of one release: their addresses, their order in a page, how they are served."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, send_from_directory
from whitenoise import WhiteNoise

YEAR = 31_536_000
#: The modules that a page may begin with: every page, beside it a table, and one without a table;
#: and those that a page puts off, and may name all the same.
ENTRIES = (
    "js/app.js", "js/table.js", "js/elements/live-table.js", "js/ledger/index.js",
    "js/elements/plays.js", "js/kit/sheets.js", "js/kit/pins.js", "js/kit/shell.js",
    "js/offline/ahead.js", "js/home/index.js",
)  # fmt: skip
#: Where `webapp.release` puts what it made, a folder for each release.
MADE = ".made"
# By name, because the table of the operating system differs from machine to machine.
MIMETYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".txt": "text/plain",
}
IMPORT = re.compile(r"""^\s*(?:import|export)\b[^"'(;]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


@dataclass(frozen=True)
class Assets:
    """
    One release.

    `release` is a short hash over every file that is served; `stylesheets` are the files joined
    into `css`; `imports` gives for each entry module itself and all it imports, in that order. All
    are paths below `static/`.
    """

    root: Path
    release: str
    paths: tuple[str, ...]
    stylesheets: tuple[str, ...]
    imports: Mapping[str, tuple[str, ...]]
    css: bytes

    def url(self, path: str) -> str:
        """The address of a static file in this release, for ever the same bytes."""
        return f"/static/{self.release}/{path}"

    def modules(self, *entries: str) -> tuple[str, ...]:
        """What a page that begins with these modules runs before it is ready, each once."""
        return tuple(dict.fromkeys(path for entry in entries for path in self.imports[entry]))

    @property
    def kept(self) -> tuple[str, ...]:
        """What a phone keeps to work without a connection: scripts, styles and the font."""
        wanted = re.compile(
            r"(js/(?!offline/worker/).*|vendor/.*)\.js|fonts/.*\.woff2|icons/favicon.svg"
        )
        return ("app.css", *(path for path in self.paths if wanted.fullmatch(path)))

    @property
    def made(self) -> Path:
        """The folder of this release, minified and compressed, once `webapp.release` has run."""
        return self.root / MADE / self.release


def read_assets(root: Path) -> Assets:
    """Read the folder of static files once; later changes need a new start."""
    paths = _served(root)
    stylesheets = tuple(path for path in paths if re.fullmatch(r"css/\w+\.css", path))
    return Assets(
        root=root,
        release=_release(root, paths),
        paths=paths,
        stylesheets=stylesheets,
        imports={entry: _imports(root, entry) for entry in ENTRIES if entry in paths},
        css=_join(root, stylesheets),
    )


def init_app(app: Flask, root: Path) -> None:
    """
    Serve the files below `root`; give templates `asset(path)` and `assets`.

    What was made for this or an earlier release is sent as it was made; the rest as it stands.
    """
    assets = read_assets(root)
    app.extensions["assets"] = assets
    app.jinja_env.globals.update(asset=assets.url, assets=assets)
    if assets.made.parent.is_dir():
        app.wsgi_app = _made_files(app, assets)

    @app.get("/static/<release>/<path:path>")
    def static_file(release: str, path: str) -> Response:
        if release != assets.release:
            abort(404)
        return _immutable(_answer(assets, path))


def _made_files(app: Flask, assets: Assets) -> WhiteNoise:
    return WhiteNoise(
        app.wsgi_app,
        root=assets.made.parent,
        prefix="static",
        mimetypes=MIMETYPES,
        allow_all_origins=False,
        immutable_file_test=lambda _path, _url: True,
    )


def _answer(assets: Assets, path: str) -> Response:
    if path == "app.css":
        return Response(assets.css, mimetype="text/css")
    if path not in assets.paths:
        abort(404)
    return send_from_directory(assets.root, path, mimetype=MIMETYPES[Path(path).suffix])


def _immutable(response: Response) -> Response:
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _served(root: Path) -> tuple[str, ...]:
    """Every file that may be asked for: of a known kind, and in no hidden folder."""
    files = (file.relative_to(root) for file in root.rglob("*") if file.suffix in MIMETYPES)
    return tuple(
        sorted(file.as_posix() for file in files if not any(part[0] == "." for part in file.parts))
    )


def _release(root: Path, paths: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.encode() + b"\0" + (root / path).read_bytes())
    return digest.hexdigest()[:10]


def _join(root: Path, stylesheets: tuple[str, ...]) -> bytes:
    """One file for one request; it stands a folder higher than its parts."""
    text = "\n".join((root / path).read_text("utf-8") for path in stylesheets)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,]) ?", r"\1", text).replace(": ", ":").replace(";}", "}")
    text = re.sub(r"(?<![\d.\w#-])0\.(?=\d)", ".", text)
    return text.replace('url("../', 'url("').strip().encode()


def _imports(root: Path, entry: str) -> tuple[str, ...]:
    """Follow the imports from a module, nearest first, each file once; not what it puts off."""
    found = [entry]
    for path in found:
        text = (root / path).read_text("utf-8")
        for relative in IMPORT.findall(text):
            target = (root / path).parent.joinpath(relative).resolve()
            name = target.relative_to(root.resolve()).as_posix()
            if name not in found:
                found.append(name)
    return tuple(found)
