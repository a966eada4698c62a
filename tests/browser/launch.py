"""How the browser is found and started, for stories, measurements and pictures."""

import os
import shutil

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def browser_path() -> str | None:
    """The browser that `make` found, else one on the path, else Playwright's own."""
    names = ["chromium", "chromium-browser", "google-chrome"]
    return os.environ.get("RESERVOIR_BROWSER") or next(filter(None, map(shutil.which, names)), None)
