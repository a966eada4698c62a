"""The real server for the stories: gunicorn with two gevent workers, a port and data of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
OUTSIDE = ("DATABASE_URL", "SECRET_KEY", "PUBLIC_URL", "TRUSTED_PROXIES", "TABLE_DAYS")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A Reservoir that a story may start, kill and start again, with its data kept in `folder`."""

    def __init__(self, folder: Path, before: Sequence[str] = (), root: Path = ROOT) -> None:
        """`before` is what its commands begin with, `root` where the program lies."""
        self.before, self.root = before, root
        self.instance = folder / "instance"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.environment = {
            **{key: value for key, value in os.environ.items() if key not in OUTSIDE},
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "WEB_CONCURRENCY": "2",
            "LIMITS": "off",
            "RESERVOIR_INSTANCE": str(self.instance),
        }
        self.process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        assert self.flask("db", "upgrade") == 0, f"no database:\n{self.log.read_text()}"

    def start(self) -> None:
        self.spawn()
        self._wait_until_it_answers()

    def spawn(self) -> None:
        """Start it without waiting."""
        self.process = self._run("gunicorn", "-c", "python:webapp.serving", "wsgi:app")

    def flask(self, *arguments: str) -> int:
        """Run one of its commands, and give its status; what it says is in the log."""
        return self._run("flask", "--app", "wsgi", *arguments).wait(60)

    @property
    def workers(self) -> list[int]:
        """The process ids of its workers."""
        master = self.process.pid
        children = Path(f"/proc/{master}/task/{master}/children").read_text()
        return [int(id) for id in children.split()]

    def kill(self) -> None:
        """Power cut: nobody gets to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*self.before, sys.executable, "-m", *arguments],
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
        self.process = None

    def _wait_until_it_answers(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()}")
