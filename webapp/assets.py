"""The static files of one release: their addresses, their order in a page, how they are served."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, send_from_directory

YEAR = 31_536_000
ENTRY_MODULE = "js/app.js"
# By name, because the table of the operating system differs from machine to machine.
MIMETYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".txt": "text/plain",
}
IMPORT = re.compile(r"""^\s*(?:import|export)\b[^"';]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


@dataclass(frozen=True)
class Assets:
    """
    One release.

    `release` is a short hash over every static file; `stylesheets` are the files joined into `css`;
    `modules` are the entry module and all it imports, in that order, as paths below `static/`.
    """

    root: Path
    release: str
    stylesheets: tuple[str, ...]
    modules: tuple[str, ...]
    css: bytes

    def url(self, path: str) -> str:
        """The address of a static file in this release, for ever the same bytes."""
        return f"/static/{self.release}/{path}"

    @property
    def files(self) -> tuple[str, ...]:
        """What a page needs, in the order of its head: the joined styles, then the modules."""
        return ("app.css", *self.modules)


def read_assets(root: Path) -> Assets:
    """Read the folder of static files once; later changes need a new start."""
    stylesheets = tuple(sorted(f"css/{file.name}" for file in (root / "css").glob("*.css")))
    return Assets(
        root=root,
        release=_release(root),
        stylesheets=stylesheets,
        modules=_modules(root),
        css=_join(root, stylesheets),
    )


def init_app(app: Flask, root: Path) -> None:
    """Serve the files below `root` and give templates `asset(path)` and `assets`."""
    assets = read_assets(root)
    app.extensions["assets"] = assets
    app.jinja_env.globals.update(asset=assets.url, assets=assets)

    @app.get("/static/<release>/<path:path>")
    def static_file(release: str, path: str) -> Response:
        if release != assets.release:
            abort(404)
        return _immutable(_answer(assets, path))


def _answer(assets: Assets, path: str) -> Response:
    if path == "app.css":
        return Response(assets.css, mimetype="text/css")
    mimetype = MIMETYPES.get(Path(path).suffix)
    if mimetype is None:
        abort(404)
    return send_from_directory(assets.root, path, mimetype=mimetype)


def _immutable(response: Response) -> Response:
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _release(root: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(path for path in root.rglob("*") if path.is_file()):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:10]


def _join(root: Path, stylesheets: tuple[str, ...]) -> bytes:
    """One file for one request; it stands a folder higher than its parts."""
    text = "\n".join((root / path).read_text("utf-8") for path in stylesheets)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,]) ?", r"\1", text).replace(": ", ":").replace(";}", "}")
    text = re.sub(r"(?<![\d.\w#-])0\.(?=\d)", ".", text)
    return text.replace('url("../', 'url("').strip().encode()


def _modules(root: Path) -> tuple[str, ...]:
    """Follow the imports from the entry module, nearest first, each file once."""
    found: list[str] = [ENTRY_MODULE] if (root / ENTRY_MODULE).is_file() else []
    for path in found:
        text = (root / path).read_text("utf-8")
        for relative in IMPORT.findall(text):
            target = (root / path).parent.joinpath(relative).resolve()
            name = target.relative_to(root.resolve()).as_posix()
            if name not in found:
                found.append(name)
    return tuple(found)
