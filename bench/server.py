"""Servers to measure: what `make run` starts, on a port and with data of their own."""

import os
import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.server import Server

RESERVOIR = ("python:webapp.serving", "wsgi:app")
BARE = ("python:bench.bare_serving", "bench.bare:app")


class Measured(Server):
    """Like the server of the stories, without limits: all phones here share one address."""

    def __init__(self, folder: Path, what: tuple[str, str], workers: int) -> None:
        super().__init__(folder)
        self._what = what
        self.folder = folder
        self.environment |= {"WEB_CONCURRENCY": str(workers)}

    def spawn(self) -> None:
        config, application = self._what
        self.process = self._run("gunicorn", "-c", config, application)

    def memory(self) -> int:
        """What the workers alone use, in bytes: their share of every page (PSS)."""
        return 1024 * sum(_pss(Path(f"/proc/{worker}/smaps_rollup")) for worker in self.workers)


def _pss(file: Path) -> int:
    line = next(line for line in file.read_text().splitlines() if line.startswith("Pss:"))
    return int(line.split()[1])


@contextmanager
def serving(what: tuple[str, str] = RESERVOIR, workers: int = 2) -> Iterator[Measured]:
    """A running server; its folder goes when it stops."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="reservoir-bench-", dir=os.environ.get("TMPDIR")) as to:
        server = Measured(Path(to), what, workers)
        server.prepare()
        try:
            server.start()
            yield server
        finally:
            server.stop()
