"""Files of others are exactly the ones that the README.md beside them names."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent / "static"
FOLDERS = [STATIC / "vendor", STATIC / "fonts"]
ROW = re.compile(r"^\| `(?P<file>[^`]+)` \|.*\| `(?P<sum>[A-Za-z0-9+/=]{64})` \|$", re.MULTILINE)
PAPERS = {"README.md", "LICENSE", "OFL.txt"}


def sums(folder: Path) -> dict[str, str]:
    """Read file name → SHA-384 from the README's table."""
    return {row["file"]: row["sum"] for row in ROW.finditer((folder / "README.md").read_text())}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_vendored_file_is_listed_and_nothing_else_is(folder: Path):
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert sums(folder) and set(sums(folder)) == there - PAPERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_vendored_file_has_the_sum_that_is_written_down(folder: Path):
    for name, expected in sums(folder).items():
        digest = hashlib.sha384((folder / name).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == expected, name
