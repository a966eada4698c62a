"""Memory of an open stream, with 5,000 of them."""

import asyncio
from collections.abc import Iterator

from bench.client import Player, follow, open_tables
from bench.figures import Figure
from bench.server import Measured, serving

TABLES, SEATS = 625, 8
AT_ONCE = 50
SETTLED = 5  # seconds


def measure() -> Iterator[Figure]:
    with serving() as server:
        yield from asyncio.run(_measure(server))


async def _measure(server: Measured) -> list[Figure]:
    players = await open_tables(server.port, TABLES, SEATS, sit=False)
    first = await _follow(server.port, players[:AT_ONCE])  # what is there once for all
    await asyncio.sleep(SETTLED)
    before = server.memory()
    rest = players[AT_ONCE:]
    streams = first + [
        stream
        for place in range(0, len(rest), AT_ONCE)
        for stream in await _follow(server.port, rest[place : place + AT_ONCE])
    ]
    await asyncio.sleep(SETTLED)
    each = (server.memory() - before) / len(rest)
    for stream in streams:
        stream.close()
    return [
        Figure("streams open", len(streams)),
        Figure("memory of both workers before", before / 1e6, "MB"),
        Figure("memory of a stream (PSS)", each / 1000, "KB", 25),
    ]


async def _follow(port: int, players: list[Player]):
    return await asyncio.gather(*(follow(port, player) for player in players))
