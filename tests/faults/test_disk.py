"""The database fails: people are told, the operator is told, nothing is lost, and it goes on."""

import http.client
import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import Server
from tests.faults import disks
from tests.people import ANAS
from webapp.services.links import new_entry_id, new_table_id

pytestmark = pytest.mark.faults
GERMAN = {"Accept": "text/html", "Accept-Language": "de", "Sec-Fetch-Site": "same-origin"}
AT_ONCE = 8  # seconds: who waits for a turn waits five
LATER = 30  # seconds until everything must be well again


class Ana:
    """Ana's phone at a table that she opens."""

    def __init__(self, server: Server) -> None:
        self.server, self.table, self.client = server, new_table_id(), new_entry_id()
        self.sent: list[dict[str, Any]] = []
        self.told = [self.send("open", seats=[{"seat": ANAS}])]
        assert self.told[0][0] == 200

    @property
    def address(self) -> str:
        return f"/t/{self.table}"

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, Any, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=LATER)
        with closing(connection):
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    def send(self, type: str, **fields: Any) -> tuple[int, Any, Any]:
        """Make an entry and post everything so far, as a phone does that has lost its answers."""
        entry = {"id": new_entry_id(), "seq": len(self.sent) + 1, "type": type, **fields}
        self.sent.append(entry)
        return self.post()

    def gain(self) -> tuple[int, Any, Any]:
        return self.send("gain", seat=ANAS, kind="energy", n=1)

    def post(self) -> tuple[int, Any, Any]:
        body = json.dumps({"v": 1, "client": self.client, "entries": self.sent[-100:]})
        sent = {"Content_Type": "application/json"}
        status, headers, text = self.ask("POST", f"{self.address}/entries", body, **sent)
        return status, headers, json.loads(text)

    def form(self) -> tuple[int, Any, str]:
        """A plain form, in German."""
        fields = f"id={new_entry_id()}&type=gain&seat={ANAS}&kind=energy&n=1"
        sent = GERMAN | {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", f"{self.address}/entries", fields, **sent)

    def energy(self) -> int:
        _, _, text = self.ask("GET", f"{self.address}/state")
        return json.loads(text)["seats"][0]["counters"]["energy"]

    def healthy(self) -> bool:
        """Whether both workers say so, as far as a few questions tell."""
        return all(self.ask("GET", "/healthz")[0] == 200 for _ in range(4))

    def stream(self) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=LATER)
        connection.request("GET", f"{self.address}/events")
        return connection.getresponse()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, before=disks.AS_ANYBODY)
    server.instance.mkdir()
    with disks.small_disk(server.instance):
        server.prepare()
        server.start()
        yield server
        server.kill()


@pytest.fixture
def ana(server: Server) -> Ana:
    ana = Ana(server)
    assert ana.gain()[0] == 200
    return ana


def soon(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + LATER
    while not holds():
        assert time.monotonic() < end, "it did not get well again"
        time.sleep(0.2)


Fault = Callable[[Server], AbstractContextManager[None]]
WRITING: dict[str, tuple[Fault, str]] = {
    "a full disk": (disks.full_disk, "the disk is full"),
    "a limit on files": (disks.no_growth, "reading or writing failed"),
    "a file that may only be read": (disks.read_only, "can't be written"),
}


@pytest.mark.parametrize("fault", WRITING)
def test_what_can_not_be_written_is_told_and_sent_again(server: Server, ana: Ana, fault: str):
    if fault == "a full disk" and not server.instance.is_mount():
        fault = "a limit on files"  # only root can make a disk to fill
    broken, words = WRITING[fault]
    with broken(server):
        soon(lambda: answered_badly(ana))
        status, headers, answer = ana.gain()
        assert (status, answer) == (503, {"error": "database"})
        assert headers["Retry-After"] == "5"
        status, _, page = ana.form()
        assert status == 503 and "Der Server braucht Hilfe" in page and 'lang="de"' in page
        assert ana.ask("GET", ana.address)[0] == 200  # what can be read is still shown
        soon(lambda: not ana.healthy())
    soon(lambda: ana.post()[0] == 200)
    soon(ana.healthy)
    assert ana.energy() == len(ana.sent) - 1
    log = server.log.read_text()
    assert words in log and str(server.instance / disks.FILE) in log
    assert "Traceback" not in log and log.count(words) <= 8


def answered_badly(ana: Ana) -> bool:
    try:
        return ana.gain()[0] == 503
    except OSError:
        return False


def test_a_database_that_another_program_holds_is_waited_for_and_then_told(
    server: Server, ana: Ana
):
    with closing(ana.stream()) as stream:
        with disks.locked(server):
            began = time.monotonic()
            status, headers, answer = ana.gain()
            assert (status, answer) == (503, {"error": "busy"})
            assert headers["Retry-After"] == "1"
            assert time.monotonic() - began < AT_ONCE
            assert ana.ask("GET", ana.address)[0] == 200
            soon(lambda: not ana.healthy())
        assert ana.post()[0] == 200
        seq = len(ana.sent)
        while b"id: %d\n" % seq != stream.readline():
            pass
    assert ana.healthy() and ana.energy() == seq - 1
    assert "Traceback" not in server.log.read_text()


def test_a_damaged_database_is_told_and_a_backup_brings_everything_back(server: Server, ana: Ana):
    copy = server.instance.parent / "copy.sqlite3"
    assert server.flask("db", "backup", str(copy)) == 0
    assert ana.gain()[0] == 200  # the copy has it not
    disks.damage(server)
    soon(lambda: ana.gain()[0] == 503)
    assert ana.post()[2] == {"error": "database"}
    for method, path in [("GET", ana.address), ("GET", f"{ana.address}/ledger")]:
        status, _, page = ana.ask(method, path, **GERMAN)
        assert status == 503 and "Der Server braucht Hilfe" in page
    assert ana.ask("GET", f"{ana.address}/events")[0] == 503
    assert ana.ask("GET", "/de/cards/thriving-rats")[0] == 200
    soon(lambda: not ana.healthy())
    log = server.log.read_text()
    assert "is damaged. Stop the server and put the last backup" in log
    assert "Traceback" not in log and log.count("is damaged") <= 8

    server.kill()
    for beside in ("-wal", "-shm"):
        (server.instance / f"{disks.FILE}{beside}").unlink(missing_ok=True)
    shutil.copy(copy, server.instance / disks.FILE)
    assert server.flask("db", "restored") == 0
    server.start()
    assert ana.energy() == 1
    status, _, answer = ana.post()  # as phones do when they see another epoch
    assert status == 200 and answer["state"]["epoch"] != ana.told[0][2]["state"]["epoch"]
    assert ana.energy() == len(ana.sent) - 1
    assert ana.healthy()
