"""The server as `make run` starts it: two gevent workers."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from webapp.settings import Settings

ROOT = Path(__file__).parent.parent
LONG = 60  # seconds; everything here is there much sooner


def test_the_master_loads_nothing_that_its_workers_must_patch_first():
    program = "import webapp.serving, sys; print({'flask', 'sqlalchemy'} & set(sys.modules))"
    environment = os.environ | {"PORT": "8000"}
    found = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, env=environment)
    assert found.strip() == b"set()"


class Server:
    """A running server, its port and its log."""

    def __init__(self, settings: Settings, log: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = log
        self._file = log.open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", "python:webapp.serving", "wsgi:app"],
            cwd=ROOT,
            stdout=self._file,
            stderr=self._file,
            env=os.environ
            | {
                "HOST": "127.0.0.1",
                "PORT": str(self.port),
                "RESERVOIR_INSTANCE": str(settings.instance),
            },
        )

    @contextmanager
    def ask(
        self, path: str, method: str = "GET", body: str = ""
    ) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        with closing(connection):
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                yield answer

    def post(self, path: str, body: str) -> str:
        """Where a form leads."""
        with self.ask(path, "POST", body) as answer:
            assert answer.status == 303
            return str(answer.getheader("Location"))

    def wait(self) -> None:
        end = time.monotonic() + LONG
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with self.ask("/healthz") as answer:
                    assert answer.status == 200
                    return
            except ConnectionError:
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LONG)
        self._file.close()


@pytest.fixture
def server(settings: Settings, tmp_path: Path) -> Iterator[Server]:
    server = Server(settings, tmp_path / "server.log")
    server.wait()
    yield server
    server.stop()


def test_a_stream_hears_every_worker_and_ends_when_the_server_stops(server: Server):
    table = server.post("/tables", "seats=2")
    with server.ask(f"{table}/events") as stream:
        assert stream.readline() == b"retry: 2000\n"
        for n in range(1, 9):  # through one worker or the other
            server.post(f"{table}/entries", f"id={n:022}&type=new_game")
        seen = b""
        while b"id: 10\n" not in seen:
            seen = stream.readline()
        server.process.send_signal(signal.SIGTERM)
        assert stream.read().endswith(b"\n\n")
    assert server.process.wait(LONG) == 0
    log = server.log.read_text()
    assert "Worker graceful timeout" not in log
    assert "MonkeyPatchWarning" not in log and "Traceback" not in log
    assert table.removeprefix("/t/") not in log
