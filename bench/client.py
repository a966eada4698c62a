"""Phones without a browser: just enough HTTP to post entries and to follow a stream."""

import asyncio
import itertools
import json
import secrets
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 30  # seconds
AT_ONCE = 8  # tables that are opened side by side


def new_id() -> str:
    return secrets.token_urlsafe(16)


@dataclass(slots=True)
class Player:
    """One phone at one table, on the seat of its own."""

    table: str
    seat: str
    client: str = field(default_factory=new_id)
    count: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))
    game: str = ""
    seen: int = 0

    def entry(self, type: str, **fields: Any) -> dict[str, Any]:
        return {"id": new_id(), "seq": next(self.count), "type": type, **fields}

    def gain(self) -> dict[str, Any]:
        """One tap."""
        about = {"game": self.game, "seen": self.seen, "at": time.time_ns() // 1_000_000}
        return self.entry("gain", seat=self.seat, kind="energy", n=1, **about)

    def request(self, *entries: dict[str, Any]) -> bytes:
        """A whole POST request as a phone sends it."""
        body = json.dumps({"v": 1, "client": self.client, "entries": entries}).encode()
        head = (
            f"POST /t/{self.table}/entries HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Sec-Fetch-Site: same-origin\r\nCookie: author={self.client}\r\n\r\n"
        )
        return head.encode() + body

    def hear(self, answer: dict[str, Any]) -> None:
        """Know what an answer says of the table."""
        self.game, self.seen = answer["state"]["game"], answer["state"]["seq"]


class Line:
    """A connection that is kept, and made again where the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> bytes:
        """Send a request and give the body of its answer, which must be 200."""
        async with asyncio.timeout(PATIENCE):
            if self._ends is None:
                self._ends = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._ends
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200 "):
                raise AssertionError(head.decode() + (await reader.read(500)).decode())
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            return await reader.readexactly(length)

    def close(self) -> None:
        if self._ends:
            self._ends[1].close()
        self._ends = None


class Stream(asyncio.Protocol):
    """The event stream of one phone: when it first heard of each seq."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._rest = b""
        self.seqs: list[int] = []
        self.times: list[float] = []

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *frames, self._rest = (self._rest + data).split(b"\n\n")
        for frame in frames:
            place = frame.find(b"id: ")
            if place >= 0:
                self.seqs.append(int(frame[place + 4 : frame.index(b"\n", place)]))
                self.times.append(now)

    def heard(self, seq: int) -> float | None:
        """When it was told of this seq or a later one."""
        place = bisect_left(self.seqs, seq)
        return self.times[place] if place < len(self.seqs) else None

    def close(self) -> None:
        self._transport.close()


async def follow(port: int, player: Player) -> Stream:
    """Open the stream of a phone, and wait until it has the state."""
    path = f"/t/{player.table}/events?c={player.client}&after={player.seen}"
    make: Callable[[], Stream] = lambda: Stream(path)  # noqa: E731
    _, stream = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", port)
    async with asyncio.timeout(PATIENCE):
        while not stream.seqs:
            await asyncio.sleep(0.01)
    return stream


async def open_tables(port: int, tables: int, seats: int, sit: bool = True) -> list[Player]:
    """So many tables with so many phones each; every phone on a seat of its own, or only one."""
    groups = [_group(seats) for _ in range(tables)]
    waiting = iter(groups)
    await asyncio.gather(*(_open(Line(port), waiting, sit) for _ in range(AT_ONCE)))
    return [player for group in groups for player in group]


def _group(seats: int) -> list[Player]:
    table = _crockford(26)
    return [Player(table, _crockford(8)) for _ in range(seats)]


async def _open(line: Line, groups: Iterator[list[Player]], sit: bool) -> None:
    for group in groups:
        first = group[0].entry("open", seats=[{"seat": player.seat} for player in group])
        for player in group if sit else group[:1]:
            opening = [first] if player is group[0] else []
            take = player.entry("seat_take", seat=player.seat)
            player.hear(json.loads(await line.ask(player.request(*opening, take))))
    line.close()


def _crockford(length: int) -> str:
    return "".join(secrets.choice("0123456789ABCDEFGHJKMNPQRSTVWXYZ") for _ in range(length))
