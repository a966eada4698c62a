"""From one phone to the others: 800 phones with open streams at 100 tables, two workers."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bench.client import Line, Player, Stream, follow, open_tables
from bench.figures import Figure, percentile
from bench.server import serving

TABLES, SEATS = 100, 8
SECONDS = 20
RATES = {50: 30.0, 200: 60.0}  # entries a second → the target for p99, ms


@dataclass(slots=True)
class Tap:
    """One entry: who, when it was sent, how long the answer took (s), and its seq."""

    player: Player
    sent: float
    answered: float
    seq: int


def measure() -> Iterator[Figure]:
    """p50 and p99 over every entry and every other phone at its table."""
    with serving() as server:
        yield from asyncio.run(_measure(server.port))


async def _measure(port: int) -> list[Figure]:
    players = await open_tables(port, TABLES, SEATS)
    streams = {player.client: await follow(port, player) for player in players}
    figures = []
    await _play(port, streams, players, 50, 3)  # warm
    for rate, target in RATES.items():
        taps = await _play(port, streams, players, rate, SECONDS)
        await asyncio.sleep(1)
        delays = _delays(taps, players, streams)
        answers = [1000 * tap.answered for tap in taps]
        figures += [
            Figure(f"entries sent, {rate}/s asked", len(taps) / SECONDS, "/s"),
            Figure(f"phone to phone at {rate}/s, p50", percentile(delays, 0.5), "ms"),
            Figure(f"phone to phone at {rate}/s, p99", percentile(delays, 0.99), "ms", target),
            Figure(f"own answer at {rate}/s, p99", percentile(answers, 0.99), "ms"),
        ]
    for stream in streams.values():
        stream.close()
    return figures


async def _play(
    port: int, streams: dict[str, Stream], players: list[Player], rate: int, seconds: float
) -> list[Tap]:
    """Entries at random moments (Poisson), each from a random phone that has none under way."""
    idle, taps = list(players), []
    loop = asyncio.get_running_loop()
    end = due = loop.time()
    end += seconds
    running: set[asyncio.Task[None]] = set()

    async def tap(player: Player) -> None:
        player.seen = streams[player.client].seqs[-1]
        taps.append(await _tap(port, player))
        idle.append(player)

    while (due := due + random.expovariate(rate)) < end:
        await asyncio.sleep(due - loop.time())
        while not idle:  # every phone waits for an answer: the server is far behind
            await asyncio.sleep(0.01)
        place = random.randrange(len(idle))
        idle[place], idle[-1] = idle[-1], idle[place]
        task = asyncio.create_task(tap(idle.pop()))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return taps


async def _tap(port: int, player: Player) -> Tap:
    request = player.request(player.gain())
    line = Line(port)
    sent = time.perf_counter()
    answer = json.loads(await line.ask(request))
    answered = time.perf_counter() - sent
    line.close()
    player.hear(answer)
    return Tap(player, sent, answered, answer["outcomes"][0]["seq"])


def _delays(taps: list[Tap], players: list[Player], streams: dict[str, Stream]) -> list[float]:
    """In ms. Every other phone must have heard."""
    at: dict[str, list[Player]] = {}
    for player in players:
        at.setdefault(player.table, []).append(player)
    delays = []
    for tap in taps:
        for other in at[tap.player.table]:
            if other is not tap.player:
                heard = streams[other.client].heard(tap.seq)
                assert heard is not None, "a phone was not told"
                delays.append(1000 * (heard - tap.sent))
    return delays
