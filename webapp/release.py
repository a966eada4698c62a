"""`python -m webapp.release` makes the static files of this release ready to be sent."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import rjsmin
from whitenoise.compress import Compressor

from webapp import ROOT, create_app, packs
from webapp.assets import Assets, read_assets
from webapp.making import forget_old, make_whole
from webapp.settings import Settings


def make(root: Path) -> Path:
    """
    Minify and compress what is below `root` into a folder of its own, and give that folder.

    A folder that is there is whole: it gets its name last. Nothing is made twice.
    """
    assets = read_assets(root)
    make_whole(assets.made, root, partial(_fill, assets))
    forget_old(assets.made, [packs.FOLDER])
    return assets.made


def _fill(assets: Assets, folder: Path) -> None:
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
