"""Entries a second, beside a bare Flask view that appends one row; served in the same way."""

import asyncio
import json
import time
from collections.abc import Iterator

from bench.client import Line, Player, open_tables
from bench.figures import Figure
from bench.server import BARE, RESERVOIR, serving

LINES = 16  # connections, each with one request under way
SECONDS = 6
ROUNDS = 3


def measure() -> Iterator[Figure]:
    """Both in turns, so that what else the machine does falls on both."""
    for workers, target, words in ((2, 0.60, "two workers"), (1, None, "one worker")):
        with serving(RESERVOIR, workers) as ours, serving(BARE, workers) as bare:
            players = asyncio.run(open_tables(ours.port, LINES, 1))
            strangers = [Player(player.table, player.seat) for player in players]
            entries, rows = 0, 0
            for round in range(1 + ROUNDS):  # the first only warms
                done = (
                    asyncio.run(_press(ours.port, players)),
                    asyncio.run(_press(bare.port, strangers)),
                )
                if round:
                    entries, rows = entries + done[0], rows + done[1]
        yield Figure(f"entries a second, {words}", entries / ROUNDS / SECONDS, "/s")
        yield Figure(f"rows a second of the bare view, {words}", rows / ROUNDS / SECONDS, "/s")
        yield Figure(f"entries beside bare rows, {words}", entries / rows, "", None, target)


async def _press(port: int, players: list[Player]) -> int:
    end = time.monotonic() + SECONDS
    return sum(await asyncio.gather(*(_post(port, player, end) for player in players)))


async def _post(port: int, player: Player, end: float) -> int:
    """One entry after another, each as soon as the one before is answered."""
    line, done = Line(port), 0
    while time.monotonic() < end:
        answer = json.loads(await line.ask(player.request(player.gain())))
        if "state" in answer:
            player.hear(answer)
        done += 1
    line.close()
    return done
