"""Plain http by the address that `make run` gives to phones; and https with its own certificate."""

import re
import socket

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NO_NETWORK
from tests.browser.server import Server
from tests.browser.table import Table
from webapp import certificate
from webapp.welcome import lan_addresses

MISSING = ["crypto.randomUUID", "navigator.serviceWorker", "navigator.locks", "navigator.share",
           "navigator.clipboard", "navigator.wakeLock"]  # fmt: skip
WHY = {
    "en-GB": "need an https address",
    "de-DE": "nur unter einer https-Adresse",
    "pt-BR": "só funciona em um endereço https",
    "zh-CN": "需要 https 地址",
}


def served(folder, scheme: str, **settings: str):
    """A server that listens on every address; 0.0.0.0 leads here too, and is no secure one."""
    server = Server(folder)
    server.environment |= {"HOST": "0.0.0.0", **settings}
    server.address = f"{scheme}://127.0.0.1:{server.port}"
    server.prepare()
    server.start()
    server.address = f"{scheme}://{next(iter(lan_addresses()), '0.0.0.0')}:{server.port}"
    yield server
    server.stop()


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    yield from served(tmp_path_factory.mktemp("plain"), "http")


@pytest.fixture
def home(plain) -> Table:
    return Table(plain.address, "Ana", "Ben")


@pytest.fixture
def guest(phone, plain):
    """Makes phones that came by the machine's own address, and are no secure context there."""

    def make(**options):
        ana = phone(address=plain.address, **options)
        ana.expects("Cross-Origin-Opener-Policy header has been ignored")
        return ana

    return make


def test_the_browser_really_holds_back_what_needs_https(guest, home):
    ana = guest()
    ana.open("/")
    assert ana.page.evaluate("isSecureContext") is False
    there = [name for name in MISSING if ana.page.evaluate(f"{name} !== undefined")]
    assert not there


def test_two_phones_play_live(guest, home):
    ana, ben = guest(), guest(language="de-DE")
    ana.sit(home, "Ana")
    ben.sit(home, "Ben")
    ana.tap(home, "Ana", times=4)
    ben.tap(home, "Ben", times=2)
    for each in (ana, ben):
        each.shows(home, Ana=4, Ben=2)
    ana.type_amount(home, "Ana", 3, "pay")
    ben.shows(home, Ana=1)
    ana.undo.click()
    ben.shows(home, Ana=4)
    ben.type_amount(home, "Ben", 9, "pay")
    expect(ben.refusal).to_contain_text("Du kannst nicht mehr Energiemarken bezahlen, als du hast.")
    ana.page.reload()
    expect(ana.seat(home, "Ana")).to_have_attribute("data-mine", "")
    ana.shows(home, Ana=4, Ben=2)


def test_what_was_tapped_without_a_connection_is_sent_once(guest, home):
    ana = guest()
    ana.expects(*NO_NETWORK)
    ana.sit(home, "Ana")
    ana.context.set_offline(True)
    ana.tap(home, "Ana", times=3)
    ana.shows(home, Ana=3)
    ana.context.set_offline(False)
    home.comes_to(Ana=3)


def test_a_link_is_copied_and_nothing_offers_what_is_missing(guest, home):
    ana = guest()
    ana.sit(home, "Ana")
    sheet = ana.open_sheet("share")
    expect(sheet.locator("[data-share]")).to_be_hidden()
    copy = sheet.locator(f'[data-copy="{home.address}{home.path}"]')
    copy.click()
    expect(copy).to_have_text("Copied")


def test_the_language_a_table_and_its_watch_link(guest, plain):
    ana, cleo = guest(), guest()
    ana.open("/")
    ana.change_language("pt-br")
    expect(ana.page.locator("html")).to_have_attribute("lang", "pt-BR")
    ana.page.locator('[name="seats"][value="2"]').first.click()
    expect(ana.page).to_have_url(re.compile(re.escape(plain.address) + "/t/[0-9A-Z]{26}"))
    ana.page.locator("[data-mine] [data-pad='1']").tap()
    watch = ana.open_sheet("share").locator("#watch-link").input_value()
    cleo.page.goto(watch)
    expect(cleo.page.locator("[data-energy]").first).to_have_text("1")


@pytest.mark.parametrize("language", WHY)
def test_one_calm_line_says_why_not_and_only_there(guest, phone, home, server, language):
    ana = guest(language=language)
    ana.open("/")
    line = ana.page.locator(".plain-http").locator("visible=true")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(WHY[language])
    ana.sit(home, "Ana")
    expect(line).to_have_count(0)
    ana.open_sheet("menu")
    expect(line).to_have_count(1)
    secure = phone(language=language)
    secure.open("/")
    expect(secure.page.locator(".plain-http")).to_be_hidden()


def test_https_of_its_own_is_a_secure_place_with_everything(phone, tmp_path, monkeypatch):
    folder = tmp_path / "instance/https"
    certificate.ensure(folder, socket.gethostname(), lan_addresses())
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "authority.crt"))  # for who uses no browser
    for server in served(tmp_path, "https", HTTPS="1"):
        home = Table(server.address, "Ana", "Ben")
        ana = phone(address=server.address, ignore_https_errors=True)
        ana.sit(home, "Ana")
        assert ana.page.evaluate("isSecureContext")
        ana.tap(home, "Ana", times=3)
        home.comes_to(Ana=3)
        home.gain("Ben", 2)
        ana.shows(home, Ana=3, Ben=2)
        link = ana.open_sheet("share").locator("#share-link").input_value()
        assert link == server.address + home.path
        authority = ana.page.request.get(f"{server.address}/authority.crt")
        assert authority.headers["content-type"] == "application/x-x509-ca-cert"
        assert authority.body() == (folder / "authority.crt").read_bytes()
