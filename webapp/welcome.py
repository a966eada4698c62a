"""What `make run` says before the server starts: is the port free, and where do phones find it."""

import contextlib
import fcntl
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import segno

from webapp.settings import Settings

ADDRESS_OF_INTERFACE = 0x8915  # SIOCGIFADDR of Linux
EVERYWHERE = ("0.0.0.0", "::")
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"
INNER_NETWORKS = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap")


def main(arguments: list[str]) -> int:
    """`check` only looks whether the port is free; without it, the addresses are printed."""
    settings = Settings.from_env()
    if arguments == ["check"]:
        return check(settings.host, settings.port)
    sys.stdout.reconfigure(errors="replace")
    scheme = "https" if settings.own_https else "http"
    print(greeting(settings.host, settings.port, settings.public_url, lan_addresses(), scheme))
    return 0


def check(host: str, port: int) -> int:
    """0 when the server can listen there, otherwise 1 and the reason in words."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as fault:
        print(f"Reservoir can't listen on {host}, port {port}: {fault.strerror}.", file=sys.stderr)
        print(f"Another port:  PORT={port + 1} make run", file=sys.stderr)
        return 1
    return 0


def greeting(
    host: str, port: int, public_url: str | None, lan: list[str], scheme: str = "http"
) -> str:
    """The addresses for this machine and for phones, and the phones' one as a QR code."""
    here = f"{scheme}://{'localhost' if host in EVERYWHERE else host}:{port}/"
    reached = phone_addresses(host, port, lan, scheme)
    phones = public_url or next(iter(reached), None)
    lines = ["", f"  Reservoir on this machine:  {here}"]
    if phones is None:
        return "\n".join([*lines, "  Phones can't reach it: HOST is this machine alone.", ""])
    others = [] if public_url else reached[1:]
    lines += [f"  Phones on your network:     {phones}", *(f"  or {other}" for other in others)]
    return "\n".join([*lines, "", qr(phones), "  Ctrl-C stops it.", ""])


def phone_addresses(host: str, port: int, lan: list[str], scheme: str = "http") -> list[str]:
    """Where a phone can try, best guess first; none when only this machine is listened to."""
    if host in EVERYWHERE:
        return [f"{scheme}://{address}:{port}/" for address in lan]
    only_here = host.startswith("127.") or host in ("localhost", "::1")
    return [] if only_here else [f"{scheme}://{host}:{port}/"]


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses, the default route's first. Nothing is sent to find them."""
    names = [n for _, n in socket.if_nameindex() if not n.startswith(INNER_NETWORKS)]
    first = default_interface()
    return list(addresses_of(sorted(names, key=lambda name: name != first)))


def addresses_of(names: list[str]) -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(asked.fileno(), ADDRESS_OF_INTERFACE, request)
                yield socket.inet_ntoa(answer[20:24])


def default_interface() -> str | None:
    with contextlib.suppress(OSError):
        for line in Path("/proc/net/route").read_text().splitlines()[1:]:
            name, destination, *_ = line.split()
            if destination == "00000000":
                return name
    return None


def qr(address: str) -> str:
    """Two rows of modules per line of text; colours are set, so that light terminals work too."""
    rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(blocks[up, down] for up, down in zip(*pair, strict=True)) for pair in pairs)
    return "\n".join(f"  {WHITE_ON_BLACK}{line}{PLAIN}" for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
