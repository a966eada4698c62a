"""The phones of these tests wait as the app waits."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.faults.phone import back_off

MODULE = Path(__file__).parents[2] / "static/js/offline/clockwork.js"
PROGRAM = """
import { backOff } from "%s";
console.log(JSON.stringify([...Array(30).keys()].map((tries) => backOff(tries, () => 0.9))));
"""


def test_phones_back_off_as_the_app_does():
    command = ["node", "--input-type=module", "--eval", PROGRAM % MODULE.as_uri()]
    waits = json.loads(subprocess.check_output(command))  # ms
    assert waits[1] < waits[-1] == 27_000  # far enough to have grown to the longest
    assert [1000 * back_off(n, lambda: 0.9) for n in range(30)] == pytest.approx(waits)
