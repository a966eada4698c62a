"""Folders of files made for one build: there whole or not at all, beside those of a few before."""

import os
import shutil
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

KEPT = 3  # builds: a page that was opened before an update still finds its files


def make_whole(folder: Path, within: Path, fill: Callable[[Path], None]) -> None:
    """
    Let `fill` write a folder, unless it is there: it gets its name last.

    Until then it is a hidden one in `within`, which has to be on the same disk. What `fill` raises
    is raised, and nothing stays.
    """
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(prefix=".making-", dir=within))
    try:
        fill(making)
        making.chmod(0o755)
        _name(making, folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def forget_old(folder: Path, beside: Collection[str] = ()) -> None:
    """Delete what stands next to a folder, but for the newest and what is named in `beside`."""
    if not folder.parent.is_dir():
        return
    stay = {folder.name, *beside}
    others = [other for other in folder.parent.iterdir() if other.name not in stay]
    newest_first = sorted(others, key=lambda other: other.stat().st_mtime, reverse=True)
    for other in newest_first[KEPT - 1 :]:
        shutil.rmtree(other, ignore_errors=True)


def _name(making: Path, folder: Path) -> None:
    try:
        os.rename(making, folder)
    except OSError:
        if not folder.is_dir():  # else another make was faster
            raise
