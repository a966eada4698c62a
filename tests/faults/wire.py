"""HTTP as plain bytes in one event loop: light enough for forty phones, or for 2,000 streams."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

BROKEN = (OSError, EOFError, TimeoutError)
PATIENCE = 15  # seconds, as static/js/network.js has it
LONGEST_LINE = 1 << 20  # bytes

Answer = tuple[int, dict[str, str], asyncio.StreamReader]


async def ask(port: int, method: str, path: str, **sent: Any) -> tuple[int, dict[str, str], bytes]:
    """One request on a connection of its own: status, headers, body. Raises one of BROKEN."""
    async with asyncio.timeout(PATIENCE), connected(port, method, path, **sent) as answer:
        status, head, reader = answer
        return status, head, await reader.readexactly(int(head["content-length"]))


@asynccontextmanager
async def connected(
    port: int,
    method: str,
    path: str,
    version: str = "1.0",
    source: str | None = None,
    body: bytes = b"",
    **headers: str,
) -> AsyncIterator[Answer]:
    """The same with the body still to be read; `source` is the address that asks."""
    # Who names an address may be given the port of the server, while that is away.
    local = (source, 0) if source else None
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, limit=LONGEST_LINE, local_addr=local
    )
    try:
        lines = [f"{method} {path} HTTP/{version}", f"Host: 127.0.0.1:{port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        lines += [f"Content-Length: {len(body)}", "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        named = (line.split(": ", 1) for line in head[1:] if line)
        yield int(head[0].split()[1]), {name.lower(): value for name, value in named}, reader
    finally:
        writer.close()
