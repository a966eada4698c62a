"""`make run HTTPS=1`: an authority of one's own, and a certificate that phones can check."""

import socket
import ssl
import stat
import subprocess
import threading
from pathlib import Path

import pytest

from webapp import certificate
from webapp.settings import Settings, SettingsError

HOST, LAN = "kitchen.lan", ["192.168.7.20", "2001:db8::7"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "https"
    certificate.ensure(folder, HOST, LAN)
    return folder


def accepted(folder: Path, name: str) -> bool:
    """Whether a phone that trusts the authority accepts the server under this name."""
    phone = ssl.create_default_context(cafile=folder / "authority.crt")
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "server.crt", folder / "server.key")
    ours, theirs = socket.socketpair()

    def serve() -> None:
        try:
            server.wrap_socket(theirs, server_side=True).close()
        except (ssl.SSLError, OSError):
            theirs.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        phone.wrap_socket(ours, server_hostname=name).close()
        return True
    except ssl.SSLCertVerificationError:
        return False
    finally:
        ours.close()
        thread.join()


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


NAMES = ["localhost", HOST, "kitchen.local", "127.0.0.1", "::1", *LAN]


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_that_trusts_the_authority_accepts_every_name_and_address(folder: Path, name: str):
    assert accepted(folder, name)


def test_another_name_is_not_accepted(folder: Path):
    assert not accepted(folder, "192.168.7.21")


def test_keys_are_their_owners_alone(folder: Path):
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    keys = list(folder.glob("*.key"))
    assert len(keys) == 2
    assert {stat.S_IMODE(key.stat().st_mode) for key in keys} == {0o600}


def test_what_is_there_stays(folder: Path):
    before = contents(folder)
    certificate.ensure(folder, HOST, LAN)
    assert contents(folder) == before


def test_a_new_address_asks_nothing_more_of_phones(folder: Path):
    before = contents(folder)
    certificate.ensure(folder, HOST, [*LAN, "10.0.0.9"])
    assert accepted(folder, "10.0.0.9")
    assert contents(folder)["authority.crt"] == before["authority.crt"]


def test_a_certificate_near_its_end_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(certificate, "SERVER_DAYS", certificate.RENEWED - 1)
    certificate.ensure(tmp_path, HOST, LAN)
    before = contents(tmp_path)
    monkeypatch.undo()
    certificate.ensure(tmp_path, HOST, LAN)
    after = contents(tmp_path)
    assert after["server.crt"] != before["server.crt"]
    assert after["authority.crt"] == before["authority.crt"]


def test_an_authority_near_its_end_is_made_again_with_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(certificate, "AUTHORITY_DAYS", certificate.SERVER_DAYS)
    certificate.ensure(tmp_path, HOST, LAN)
    before = contents(tmp_path)
    monkeypatch.undo()
    certificate.ensure(tmp_path, HOST, LAN)
    assert contents(tmp_path)["authority.crt"] != before["authority.crt"]
    assert accepted(tmp_path, HOST)


def test_what_was_left_half_made_is_made_again(folder: Path):
    (folder / "server.cnf").unlink()
    (folder / "server.crt").write_text("half")
    certificate.ensure(folder, HOST, LAN)
    assert accepted(folder, HOST)


@pytest.mark.parametrize("name", ["bank.example", "203.0.113.5"])
def test_the_authority_can_vouch_for_nothing_on_the_internet(folder: Path, name: str):
    kind = "IP" if name[0].isdigit() else "DNS"
    text = certificate.SERVER.format(host="x", lines=f"{kind}.1 = {name}")
    certificate._server(folder, text, new_authority=False)
    assert not accepted(folder, name)


def test_phones_are_told_where_to_get_it_and_what_it_is(folder: Path):
    said = certificate.steps(folder, "https://192.168.7.20:8000/")
    assert "https://192.168.7.20:8000/authority.crt" in said
    assert certificate.fingerprint(folder) in said
    assert "Android" in said and "iPhone" in said


def test_without_openssl_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SettingsError, match="apt-get install openssl"):
        certificate.ensure(tmp_path, HOST, LAN)


def test_without_https_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("RESERVOIR_INSTANCE", str(tmp_path))
    monkeypatch.setenv("HTTPS", "0")
    assert certificate.main() == 0
    assert not list(tmp_path.iterdir())


def test_links_that_say_http_stop_a_server_that_speaks_https():
    with pytest.raises(SettingsError, match="PUBLIC_URL"):
        Settings.from_env({"HTTPS": "1", "PUBLIC_URL": "http://kitchen.lan"})
    assert Settings.from_env({"HTTPS": "1", "PUBLIC_URL": "https://kitchen.lan"}).own_https


def test_openssl_reads_it_without_a_complaint(folder: Path):
    command = ["openssl", "verify", "-x509_strict", "-CAfile", "authority.crt", "server.crt"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
