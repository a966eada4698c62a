"""The name of a build: whatever goes into a page or a script changes it."""

import hashlib
from pathlib import Path

from webapp.settings import Settings

SOURCES = ("webapp/**/*.py", "webapp/data/*.json", "templates/**/*.html", "translations/**/*.mo")


def build_id(root: Path, release: str, settings: Settings) -> str:
    """A short hash over the static release, all that pages are made of, and what they tell."""
    told = (release, settings.table_days, settings.public_url, settings.own_https)
    digest = hashlib.sha256(repr(told).encode())
    for pattern in SOURCES:
        for file in sorted(root.glob(pattern)):
            digest.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:10]
