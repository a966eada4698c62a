"""Vendored files are exactly the ones that `static/vendor/README.md` names."""

import base64
import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "static" / "vendor"
ROW = re.compile(r"^\| `(?P<file>[^`]+)` \|.*\| `(?P<sum>[A-Za-z0-9+/=]{64})` \|$", re.MULTILINE)


def sums() -> dict[str, str]:
    """Read file name → SHA-384 from the README's table."""
    return {row["file"]: row["sum"] for row in ROW.finditer((VENDOR / "README.md").read_text())}


def test_every_vendored_script_is_listed_and_nothing_else_is():
    assert set(sums()) == {path.name for path in VENDOR.glob("*.js")}


def test_every_vendored_script_has_the_sum_that_is_written_down():
    for name, expected in sums().items():
        digest = hashlib.sha384((VENDOR / name).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == expected, name
