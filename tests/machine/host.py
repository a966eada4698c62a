"""The phones: one node process that runs the app's own JavaScript, spoken to by lines of JSON."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import orjson

HOST = Path(__file__).parent.parent / "js/machine/host.js"
Command = tuple[Any, ...]


class Host:
    """Starts with the first command; every schedule begins with `reset`."""

    def __init__(self) -> None:
        node = shutil.which("node")
        assert node, "node is needed to run the phones"
        pipe = subprocess.PIPE
        self._node = subprocess.Popen([node, str(HOST)], stdin=pipe, stdout=pipe)

    def run(self, *commands: Command) -> dict[str, Any]:
        """Do them in order → {answers, posts, gets, streams, closed, problems}."""
        assert self._node.stdin and self._node.stdout
        self._node.stdin.write(orjson.dumps(commands) + b"\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        assert line, "the host has ended"
        told: dict[str, Any] = orjson.loads(line)
        return told

    def close(self) -> None:
        assert self._node.stdin and self._node.stdout
        self._node.stdin.close()
        self._node.wait(10)
        self._node.stdout.close()
