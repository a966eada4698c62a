"""Behind deploy/Caddyfile, with Debian's Caddy: HTTP/2, events at once, and the right addresses."""

import http.client
import io
import os
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import segno
from playwright.sync_api import expect

from tests.browser.server import ROOT, Server, free_port
from tests.browser.table import Table

FOR_TESTS = """{{
    admin off
    local_certs
    skip_install_trust
    auto_https disable_redirects
    storage file_system {folder}
}}
import {root}/deploy/Caddyfile
"""
SOON = 10  # seconds; what is held back would come with the end of the stream, after minutes


class Proxy:
    """Caddy in front of a server; `authority` signs its certificate."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.port = free_port()
        self.address = f"https://localhost:{self.port}"
        self.authority = folder / "pki/authorities/local/root.crt"
        file = folder / "Caddyfile"
        file.write_text(FOR_TESTS.format(folder=folder, root=ROOT))
        environment = os.environ | {
            "RESERVOIR_SITE": f"localhost:{self.port}",
            "RESERVOIR_SERVER": f"127.0.0.1:{server.port}",
            "HOME": str(folder),
        }
        self.log = folder / "caddy.log"
        with self.log.open("wb") as log:
            command = [caddy_path(), "run", "--config", file, "--adapter", "caddyfile"]
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def wait(self) -> None:
        end = time.monotonic() + 30
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with self.ask("/healthz") as answer:
                    assert answer.status == 200
                    return
            except (OSError, ssl.SSLError):
                time.sleep(0.1)
        raise AssertionError(f"Caddy did not start:\n{self.log.read_text()}")

    @contextmanager
    def ask(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> Iterator[http.client.HTTPResponse]:
        trust = ssl.create_default_context(cafile=self.authority)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        to = http.client.HTTPSConnection("localhost", self.port, timeout=SOON, context=trust)
        with closing(to):
            to.request(method, path, body, named)
            with to.getresponse() as answer:
                yield answer

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


def caddy_path() -> str:
    """What `make test` found, else what the same script finds, brings, or says to bring."""
    given = os.environ.get("RESERVOIR_CADDY")
    return given or subprocess.check_output([ROOT / ".ci/setup-caddy"], text=True).strip()


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("proxy")
    server = Server(folder)
    server.environment["TRUSTED_PROXIES"] = "1"
    server.prepare()
    server.start()
    proxy = Proxy(folder, server)
    proxy.wait()
    yield proxy
    proxy.stop()
    server.stop()


@pytest.fixture
def table(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table made through the proxy, by a program that trusts its authority."""
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
    return Table(proxy.address, "Ana", "Ben")


def test_players_see_each_other_over_http_2(phone, proxy, table):
    ana, ben = (phone(address=proxy.address, ignore_https_errors=True) for _ in range(2))
    ana.sit(table, "Ana")
    ben.sit(table, "Ben")
    protocol = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
    assert ana.page.evaluate(protocol) == "h2"
    ana.tap(table, "Ana", times=3)
    ben.shows(table, Ana=3)
    ben.tap(table, "Ben", times=2)
    ana.shows(table, Ben=2)


def test_events_come_at_once_and_as_they_are(proxy, table):
    with proxy.ask(f"{table.path}/events", Accept_Encoding="gzip, zstd, br") as stream:
        assert stream.getheader("Content-Encoding") is None
        assert stream.readline() == b"retry: 2000\n"
        for n in range(1, 6):
            table.gain("Ana", 1)
            seen = b""
            while b'"energy":%d' % n not in seen:
                seen = stream.readline()


def test_pages_and_data_are_compressed(proxy, table):
    for path in ("/en/cards/", f"{table.path}/state?after=0"):
        with proxy.ask(path, Accept_Encoding="gzip") as answer:
            assert answer.getheader("Content-Encoding") == "gzip", path


def test_links_and_the_qr_code_name_the_address_that_players_use(phone, proxy, table):
    ana = phone(address=proxy.address, ignore_https_errors=True)
    ana.sit(table, "Ana")
    ana.open(f"{table.path}/share")
    link = proxy.address + table.path
    expect(ana.page.locator("#share-link")).to_have_value(link)
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", border=4, scale=4)
    with urllib.request.urlopen(f"{link}/qr.svg") as answer:
        assert answer.read() == drawn.getvalue()


def test_a_form_leads_back_to_the_same_scheme_and_host(phone, proxy):
    ana = phone(address=proxy.address, ignore_https_errors=True, java_script_enabled=False)
    ana.open("/")
    ana.page.locator('[name="seats"][value="2"]').click()
    expect(ana.page.locator("[data-mine]")).to_have_count(1)
    assert ana.page.url.startswith(f"{proxy.address}/t/")


@pytest.mark.parametrize("scheme, status", [("https", 303), ("http", 403)])
def test_only_our_own_origin_is_let_in(proxy, scheme, status):
    headers = {
        "Origin": f"{scheme}://localhost:{proxy.port}",
        "Cookie": "author=abcdefghijklmnopqrstuv",
        "Content_Type": "application/x-www-form-urlencoded",
    }
    with proxy.ask("/tables", "POST", "seats=2", **headers) as answer:
        assert answer.status == status
