"""`python -m webapp.release` makes the static files of this release ready to be sent."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import rjsmin
from whitenoise.compress import Compressor

from webapp import ROOT, create_app, packs
from webapp.assets import Assets, read_assets
from webapp.settings import Settings

KEPT = 3  # releases: a page that was opened before an update still finds its files


def make(root: Path) -> Path:
    """
    Minify and compress what is below `root` into a folder of its own, and give that folder.

    A folder that is there is whole: it gets its name last. Nothing is made twice.
    """
    assets = read_assets(root)
    if not assets.made.is_dir():
        assets.made.parent.mkdir(exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".making-", dir=root))
        try:
            _fill(making, assets)
            making.chmod(0o755)
            _name(making, assets.made)
        finally:
            shutil.rmtree(making, ignore_errors=True)
    _forget_old(assets)
    return assets.made


def _fill(folder: Path, assets: Assets) -> None:
    compressor = Compressor(quiet=True)
    for path, content in [("app.css", assets.css), *((path, None) for path in assets.paths)]:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(_minified(assets.root / path) if content is None else content)
        if compressor.should_compress(path):
            compressor.compress(str(target))


def _minified(file: Path) -> bytes:
    """Our own modules without comments and indentation; everything else as it is."""
    content = file.read_bytes()
    ours = file.suffix == ".js" and "vendor" not in file.parts
    return rjsmin.jsmin(content.decode()).encode() if ours else content


def _name(folder: Path, name: Path) -> None:
    try:
        os.rename(folder, name)
    except OSError:
        if not name.is_dir():  # else another make was faster
            raise


def _forget_old(assets: Assets) -> None:
    stay = (assets.made, assets.made.parent / packs.FOLDER)
    others = [folder for folder in assets.made.parent.iterdir() if folder not in stay]
    newest_first = sorted(others, key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in newest_first[KEPT - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def packs_here() -> packs.Packs:
    """The packs of a server with this environment; its instance is not touched."""
    settings = replace(Settings.from_env(), instance=Path("/nowhere"), secret_key="of no use")
    found: packs.Packs = create_app(settings).extensions["packs"]
    return found


def pack_of(name: str) -> tuple[str, bytes]:
    """The content of a pack, made by a process of its own: each takes seconds."""
    return name, packs_here().content(name)


def all_packs() -> Iterator[tuple[str, bytes]]:
    """The content of all packs, as many at a time as there are processors."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from pool.map(pack_of, packs.FILES)


if __name__ == "__main__":
    make(ROOT / "static")
    packs.make(packs_here(), all_packs)
