"""The server as `make run` starts it: two gevent workers."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from tests.browser.server import Server
from webapp.services.tables import Tables
from webapp.settings import Settings
from webapp.store.bell import Bell
from webapp.store.engine import Database
from webapp.store.ledger import SqlLedger

ROOT = Path(__file__).parent.parent
SOON = 5  # seconds
LONG = 60  # seconds; everything here is there much sooner
POST = (
    "POST {table}/entries HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n"
)
NO_REQUESTS = [
    "", "\n\n", "\x16\x03\x01\x00\xa5", "GET / HTTP/9\n\n", "GET / HTTP/3.0\nHost: x\n\n",
    "G@T / HTTP/1.1\nHost: x\n\n", "GET * HTTP/1.1\nHost: x\n\n", "GET /\x00 HTTP/1.1\nHost: x\n\n",
    "GET /\xff HTTP/1.1\nHost: x\n\n", f"GET /{'a' * 9000} HTTP/1.1\nHost: x\n\n",
    "GET / HTTP/1.1\nHost: a\nHost: b\n\n", "GET / HTTP/1.1\nHost: x\nX: a\n b\n\n",
    "GET / HTTP/1.1\nHost: x\nX : a\n\n", "GET / HTTP/1.1\nHost: x\nX: a\x00b\n\n",
    "GET / HTTP/1.1\nHost: x\n" + "X: 1\n" * 300 + "\n",
    "POST /join HTTP/1.1\nHost: x\nContent-Length: 1\nContent-Length: 2\n\nab",
    "POST /join HTTP/1.1\nHost: x\nContent-Length: -3\n\n",
    "POST /join HTTP/1.1\nHost: x\nContent-Length: x\n\n",
    "POST /join HTTP/1.1\nHost: x\nContent-Length: 99999999999\nConnection: close\n\nx",
    "POST /join HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nConnection: close\n\n0\n\n",
    "POST /join HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nContent-Length: 5\n\n0\n\n",
    "POST /join HTTP/1.1\nHost: x\nExpect: tea\nContent-Length: 0\n\n",
    "PRI * HTTP/2.0\n\nSM\n\n",
]  # fmt: skip


def printed_by(program: str, instance: Path) -> str:
    """What a program prints that runs in a process of its own."""
    environment = os.environ | {"PORT": "8000", "RESERVOIR_INSTANCE": str(instance)}
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.check_output(command, cwd=ROOT, env=environment, text=True).strip()


def test_the_standard_library_is_patched_before_the_application_is_loaded(tmp_path: Path):
    program = """
import sys
from gevent import monkey
patch = monkey.patch_all
monkey.patch_all = lambda: print({"flask", "sqlalchemy"} & set(sys.modules), patch())
import webapp.serving
print(monkey.is_module_patched("threading"))"""
    assert printed_by(program, tmp_path) == "set() True\nTrue"


def test_the_application_loads_nothing_that_only_its_commands_need(tmp_path: Path):
    program = "import sys, wsgi; print({'alembic', 'webapp.importers.seed'} & set(sys.modules))"
    assert printed_by(program, tmp_path) == "set()"


class Asked(Server):
    """A server with this instance and limits, and the plain requests that it is asked."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        super().__init__(folder)
        self.environment |= {"RESERVOIR_INSTANCE": str(settings.instance)}
        del self.environment["LIMITS"]

    @contextmanager
    def ask(
        self, path: str, method: str = "GET", body: str = "", **headers: str
    ) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(connection):
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                yield answer

    def post(self, path: str, body: str) -> str:
        """Where a form leads."""
        with self.ask(path, "POST", body) as answer:
            assert answer.status == 303
            return str(answer.getheader("Location"))

    def say(self, request: str) -> bytes:
        """Send these very characters, as Latin-1, then no more: the answer, if there is one."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=LONG) as connection:
            connection.sendall(request.encode("latin-1"))
            with suppress(OSError):  # hung up before it was all read
                connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(4096):
                    answer += part
        return answer

    def first_seat(self, table: str) -> str:
        with self.ask(f"{table}/state") as answer:
            return str(json.load(answer)["seats"][0]["id"])

    def seated(self) -> tuple[str, str]:
        """A new table, and the author who sits at it."""
        with self.ask("/tables", "POST", "seats=2") as made:
            cookies = str(made.headers.get_all("Set-Cookie"))
            author = re.search(r"author=([\w-]{22})", cookies)
            assert author
            return str(made.getheader("Location")), author[1]


@pytest.fixture
def server(settings: Settings, tmp_path: Path) -> Iterator[Asked]:
    server = Asked(settings, tmp_path)
    server.start()
    yield server
    server.kill()


def test_the_master_has_loaded_the_application_and_opened_no_database(server: Asked):
    master = Path(f"/proc/{server.process.pid}")
    opened = [os.readlink(file) for file in (master / "fd").iterdir()]
    assert "/sqlalchemy/" in (master / "maps").read_text()
    assert opened and not [name for name in opened if ".sqlite3" in name]


def test_a_stream_hears_every_worker_and_ends_when_the_server_stops(server: Asked):
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


def test_ctrl_c_ends_it_at_once_and_without_a_word_of_a_fault(server: Asked):
    """A terminal sends it to the master and to every worker."""
    table = server.post("/tables", "seats=2")
    with ExitStack() as stack:
        streams = [stack.enter_context(server.ask(f"{table}/events")) for _ in range(6)]
        for stream in streams:
            assert stream.readline() == b"retry: 2000\n"
        begun = time.monotonic()
        os.killpg(server.process.pid, signal.SIGINT)
        assert all(stream.read().endswith(b"\n\n") for stream in streams)
        assert server.process.wait(LONG) == 0
    assert time.monotonic() - begun < SOON
    assert not re.search("Traceback|SystemExit|Exception|WARNING|ERROR", server.log.read_text())


def test_a_new_link_is_told_to_seats_through_every_worker_and_to_nobody_else(server: Asked):
    table, author = server.seated()
    with ExitStack() as stack:
        streams = [
            [stack.enter_context(server.ask(f"{table}/events{asked}")) for _ in range(6)]
            for asked in (f"?c={author}", "")
        ]
        for stream in [*streams[0], *streams[1]]:
            assert stream.readline() == b"retry: 2000\n"
        share = server.post(f"{table}/rotate", "which=play")
        new = share.removeprefix("/t/").removesuffix("/share").encode()
        assert all(new in stream.read() for stream in streams[0])
        assert not any(new in stream.read() for stream in streams[1])


def test_a_forgotten_table_ends_its_streams_in_every_worker(server: Asked):
    table, author = server.seated()
    with ExitStack() as stack:
        streams = [stack.enter_context(server.ask(f"{table}/events?c={author}")) for _ in range(6)]
        for stream in streams:
            assert stream.readline() == b"retry: 2000\n"
        server.post(f"{table}/forget", "")
        assert not any(b"moved" in stream.read() for stream in streams)
    with server.ask(f"{table}/events") as answer:
        assert answer.status == 410


def test_no_fault_writes_a_table_or_a_phone_into_the_log(server: Asked, database: Database):
    table, author = server.seated()
    id = table.removeprefix("/t/")
    with server.ask(f"{table}/events?c={author}") as stream:
        assert stream.readline() == b"retry: 2000\n"
        with database.writing() as connection:
            connection.exec_driver_sql("ALTER TABLE clients RENAME TO lost")
            connection.exec_driver_sql("INSERT INTO gone (hash, why) VALUES ('x', 'idle')")
        with pytest.raises(http.client.HTTPException):
            stream.read()
    with server.ask(f"{table}/state?c={author}") as answer:
        assert answer.status == 500
    log = server.log.read_text()
    assert "A stream has failed" in log  # by gunicorn's logger
    assert "Exception on /t/…/state [GET]" in log  # ours
    assert log.count("no such table: clients") >= 2
    assert id not in log and author not in log


@pytest.fixture
def old_table(database: Database) -> str:
    """A table that nobody has used for a month."""
    tables = Tables(SqlLedger(database), Bell(database), "a key of no other server")
    made = tables.open_new(None, 2, "a" * 22, now=int((time.time() - 31 * 86_400) * 1000))
    assert isinstance(made, str)
    return made


def test_idle_tables_are_deleted_from_the_start(old_table: str, server: Asked):
    end = time.monotonic() + LONG
    status = 200
    while status != 410 and time.monotonic() < end:
        time.sleep(0.05)
        with server.ask(f"/t/{old_table}") as answer:
            status = answer.status
    assert status == 410


def test_a_form_that_was_cut_off_on_its_way_is_refused_and_not_recorded(server: Asked):
    table, _ = server.seated()
    form = f"id={'f' * 22}&type=correct&seat={server.first_seat(table)}&kind=energy&from=0&to=12"
    for length in range(1, len(form), 12):
        answer = server.say(POST.format(table=table, length=len(form)) + form[:length])
        assert answer.startswith(b"HTTP/1.1 400 ")
    answer = server.say(POST.format(table=table, length=len(form)) + form[:-1])  # from=0&to=1
    assert answer.startswith(b"HTTP/1.1 400 ")
    answer = server.say(POST.format(table=table, length=len(form)) + form)
    assert answer.startswith(b"HTTP/1.1 303 ") and b"already" not in answer


def test_what_is_no_proper_request_is_refused_and_is_no_fault(server: Asked):
    for said in NO_REQUESTS:
        answer = server.say(said.replace("\n", "\r\n"))
        assert re.match(rb"HTTP/1\.1 4\d\d |\Z", answer), said
    assert "Traceback" not in server.log.read_text()
    with server.ask("/") as answer:
        assert answer.status == 200


def test_without_trusted_proxies_no_scheme_is_taken_from_a_header(server: Asked):
    table, _ = server.seated()
    told = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "x.example", "X_Forwarded_Ssl": "on"}
    with server.ask(f"{table}/share", **told) as answer:
        page = answer.read().decode()
    assert f'value="http://127.0.0.1:{server.port}{table}"' in page
