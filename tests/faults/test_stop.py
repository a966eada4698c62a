"""A server that is told to stop ends its streams, answers what it has begun, and goes."""

import asyncio
import os
import resource
import signal
import time

import pytest

from tests.browser.server import Server
from tests.faults.conftest import ROUNDS, Note
from tests.faults.wire import ask, connected

pytestmark = pytest.mark.faults
#: Streams open, and seconds until the server is gone. `make test` shares the machine.
MANY, SOON = (2000, 5.0) if ROUNDS >= 10 else (100, 20.0)


def test_a_server_with_open_streams_stops_in_time(server: Server, note: Note):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * MANY + 1000), hard))
    took, ends = asyncio.run(stopped_with_streams(server))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    note(f"clean stop with {MANY} open streams after {took:.2f} s")
    assert len(ends) == MANY and all(end.endswith(b"0\r\n\r\n") for end in ends)
    assert took <= SOON
    log = server.log.read_text()
    assert "graceful timeout" not in log and "Traceback" not in log


async def stopped_with_streams(server: Server) -> tuple[float, list[bytes]]:
    """How long it took, and the last bytes of every stream."""
    opened, closed = asyncio.Semaphore(0), []
    tables = [await a_table(server.port) for _ in range(MANY // 50)]

    async def stream(n: int) -> None:
        # HTTP/1.1: the connection could take another request, and must not be waited for
        path, source = f"{tables[n % len(tables)]}/events", f"127.0.0.{n // 200 + 1}"
        async with connected(server.port, "GET", path, "1.1", source) as (_, _, reader):
            end = b""
            while chunk := await reader.read(65536):
                if not end:
                    opened.release()
                end = (end + chunk)[-5:]
            closed.append(end)

    streams = [asyncio.create_task(stream(n)) for n in range(MANY)]
    for _ in streams:
        await opened.acquire()
    began = time.monotonic()
    os.kill(server.process.pid, signal.SIGTERM)
    await asyncio.to_thread(server.process.wait, 60)
    took = time.monotonic() - began
    await asyncio.gather(*streams)
    return took, closed


async def a_table(port: int) -> str:
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    _, head, _ = await ask(port, "POST", "/tables", body=b"seats=2", **form)
    return head["location"]
