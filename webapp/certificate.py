"""
A certificate for the home network, made on the spot for `make run HTTPS=1`.

An authority of this server's own signs it. A phone that trusts the authority once trusts each
certificate that follows, so a new address asks nothing more of it. What the authority may vouch
for is written into it: this machine's names and the addresses of home networks, nothing else.
"""

import ipaddress
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from webapp.settings import Settings, SettingsError
from webapp.welcome import lan_addresses, phone_addresses

DAY = 24 * 3600  # seconds
AUTHORITY_DAYS, SERVER_DAYS = 3650, 397  # phones refuse certificates of much more than a year
RENEWED = 30  # days before the end
HOME = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16",
    "127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
DOWNLOAD = "/authority.crt"
APT_INSTALL = Path(__file__).parent.parent / ".ci/apt-install"
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

AUTHORITY = """\
[req]
prompt = no
distinguished_name = name
x509_extensions = is
[name]
CN = Reservoir on {host}
[is]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
nameConstraints = critical, @may
[may]
{lines}
"""
SERVER = """\
[req]
prompt = no
distinguished_name = name
[name]
CN = {host}
[is]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = @names
[names]
{lines}
"""

STEPS = """
  Once on each phone, so that it trusts this machine:
    1. Open {where}
       and go on past the warning: the phone loads the certificate of the authority.
    2. Android: Settings, Security, Encryption & credentials, Install a certificate,
       CA certificate.
       iPhone: Settings, Profile Downloaded, Install; then General, About,
       Certificate Trust Settings, and switch it on.
  Its SHA-256 is {fingerprint}.
  It vouches for this machine and for home networks alone. On this machine: {here}"""


def main() -> int:
    """Where the settings ask for it: make what is missing, and say what phones need."""
    settings = Settings.from_env()
    if not settings.own_https:
        return 0
    if shutil.which("openssl") is None:
        subprocess.run([APT_INSTALL, "openssl"], check=False)
    lan, folder = lan_addresses(), settings.certificates
    public = urlsplit(settings.public_url or "").hostname
    ensure(folder, socket.gethostname(), [*lan, *([public] if public else [])])
    reached = phone_addresses(settings.host, settings.port, lan, "https")
    print(steps(folder, settings.public_url or next(iter(reached), "")))
    return 0


def steps(folder: Path, address: str) -> str:
    """How a phone comes to trust the authority; `address` is that of the server, "" for none."""
    here = folder / "authority.crt"
    where = f"{address.rstrip('/')}{DOWNLOAD}" if address else str(here)
    return STEPS.format(where=where, here=here, fingerprint=fingerprint(folder))


def ensure(folder: Path, host: str, others: Sequence[str]) -> None:
    """
    Authority and certificate for this host and its other names and addresses.

    What is there stays, unless it says something else or ends within a month.
    """
    if shutil.which("openssl") is None:
        raise SettingsError("HTTPS needs the program openssl:  sudo apt-get install openssl")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    host = host.lower()
    everything = ["localhost", host, f"{host.partition('.')[0]}.local", "127.0.0.1", "::1", *others]
    addresses = [a for a in map(_address, dict.fromkeys(everything)) if a]
    names = [name for name in dict.fromkeys(everything) if not _address(name)]
    new = _authority(folder, AUTHORITY.format(host=host[:48], lines=_may(names, addresses)))
    lines = _numbered("DNS", names) + _numbered("IP", addresses)
    _server(folder, SERVER.format(host=host[:64], lines="\n".join(lines)), new)


def fingerprint(folder: Path) -> str:
    """The authority's SHA-256, as phones show it."""
    said = _openssl("x509", "-noout", "-fingerprint", "-sha256", "-in", folder / "authority.crt")
    return said.decode().strip().partition("=")[2]


def _authority(folder: Path, text: str) -> bool:
    """Whether there is a new one."""
    if _holds(folder / "authority", text, SERVER_DAYS + RENEWED):
        return False
    making = _begin(folder / "authority", text)
    _openssl(
        "req", "-x509", "-new", "-key", folder / "authority.key", "-config", making,
        "-days", AUTHORITY_DAYS, "-set_serial", secrets.randbits(64), "-sha256",
        "-out", folder / "authority.crt",
    )  # fmt: skip
    making.replace(folder / "authority.cnf")
    return True


def _server(folder: Path, text: str, new_authority: bool) -> None:
    if _holds(folder / "server", text, RENEWED) and not new_authority:
        return
    making = _begin(folder / "server", text)
    request = _openssl("req", "-new", "-key", folder / "server.key", "-config", making)
    _openssl(
        "x509", "-req", "-CA", folder / "authority.crt", "-CAkey", folder / "authority.key",
        "-days", SERVER_DAYS, "-set_serial", secrets.randbits(64), "-sha256",
        "-extfile", making, "-extensions", "is", "-out", folder / "server.crt",
        given=request,
    )  # fmt: skip
    making.replace(folder / "server.cnf")


def _holds(path: Path, text: str, days: int) -> bool:
    """Whether a certificate says this and is good for so many days more."""
    said, certificate = path.with_suffix(".cnf"), path.with_suffix(".crt")
    if not (said.exists() and said.read_text() == text and certificate.exists()):
        return False
    asked = ["openssl", "x509", "-checkend", str(days * DAY), "-noout", "-in", str(certificate)]
    return subprocess.run(asked, capture_output=True).returncode == 0


def _begin(path: Path, text: str) -> Path:
    """A key, and the file that says what its certificate is to be; it gets its name last."""
    key, making = path.with_suffix(".key"), path.with_suffix(".making")
    making.write_text(text)
    key.unlink(missing_ok=True)
    _openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
    return making


def _address(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _may(names: Iterable[str], addresses: Iterable[Address]) -> str:
    """What the authority is limited to: a machine may have an address that is none of HOME."""
    networks = [ipaddress.ip_network(network) for network in HOME]
    others = [a for a in addresses if not any(a in n for n in networks if n.version == a.version)]
    networks += map(ipaddress.ip_network, others)
    masks = [f"{network.network_address}/{network.netmask}" for network in networks]
    lines = _numbered("DNS", names) + _numbered("IP", masks)
    return "\n".join(f"permitted;{line}" for line in lines)


def _numbered(kind: str, values: Iterable[object]) -> list[str]:
    return [f"{kind}.{place} = {value}" for place, value in enumerate(values, start=1)]


def _openssl(*arguments: object, given: bytes = b"") -> bytes:
    """What openssl answers. Only the owner can read what it writes."""
    command = ["openssl", *map(str, arguments)]
    done = subprocess.run(command, input=given, capture_output=True, umask=0o077)
    if done.returncode != 0:
        raise SettingsError(f"openssl could not make the certificate:\n{done.stderr.decode()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
