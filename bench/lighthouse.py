"""Lighthouse 12.8 as a mid-range phone on slow 4G, simulated."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.browser import CARD, a_table
from bench.figures import Figure
from bench.server import serving
from tests.browser.launch import ARGUMENTS, browser_path

HERE = Path(__file__).parent
PROGRAM = HERE / "node_modules/lighthouse/cli/index.js"
ALL = ("performance", "accessibility", "best-practices", "seo")
TABLE = ALL[:3]  # a table must not be found by search engines
TIMES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
RUNS = 3


def measure() -> Iterator[Figure]:
    """The median of three runs for each page and category."""
    if not PROGRAM.is_file():
        quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(["npm", "ci", "--ignore-scripts", *quiet], cwd=HERE, check=True)
    with serving() as server:
        table = a_table(server.port, 4)[0].table
        pages = ("home", "/", ALL), ("card", CARD, ALL), ("table", f"/t/{table}", TABLE)
        for name, path, judged in pages:
            runs = [_run(f"http://localhost:{server.port}{path}") for _ in range(RUNS)]
            for category in judged:
                scores = [run["categories"][category]["score"] for run in runs]
                yield Figure(f"{name}: {category}", 100 * median(scores), "", None, 100)
            for audit in TIMES:
                times = [run["audits"][audit]["numericValue"] for run in runs]
                yield Figure(f"{name}: {audit}", median(times), "ms")
            _tell_faults(runs[0], judged)


def _run(address: str) -> dict:
    flags = " ".join(["--headless=new", *ARGUMENTS])
    command = ["node", PROGRAM, address, "--output=json", "--quiet", f"--chrome-flags={flags}"]
    environment = os.environ | {"CHROME_PATH": browser_path() or ""}
    found = subprocess.run(command, capture_output=True, env=environment, timeout=120, check=True)
    return json.loads(found.stdout)


def _tell_faults(run: dict, judged: tuple[str, ...]) -> None:
    """What costs points in the categories that count."""
    for category in judged:
        for part in run["categories"][category]["auditRefs"]:
            audit = run["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                print(f"      {category}: {audit['title']} {audit.get('displayValue', '')}")
