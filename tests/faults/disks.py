"""Disks and files that do no longer do what they should, and do it again."""

import contextlib
import os
import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.browser.server import Server

FILE = "reservoir.sqlite3"
#: Root may write what nobody may, unless it gives this up.
AS_ANYBODY = ("setpriv", "--bounding-set", "-dac_override") if os.geteuid() == 0 else ()


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Make the folder a disk of 4 MB; False where that is not allowed."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "reservoir-test", str(folder)]
    done = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield done
    finally:
        if done:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Not a byte is left."""
    filler = server.instance / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)):
            pass
    yield
    filler.unlink()


@contextmanager
def no_growth(server: Server) -> Iterator[None]:
    """No file of the server may grow beyond one page."""
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in server.workers}
    for pid, (_, hard) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
    yield
    for pid, limits in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


@contextmanager
def locked(server: Server) -> Iterator[None]:
    """Another program writes, and takes its time."""
    with closing(sqlite3.connect(server.instance / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def read_only(server: Server) -> Iterator[None]:
    """The server was started again, and may only read the file."""
    server.stop()
    (server.instance / FILE).chmod(0o444)
    server.spawn()
    yield
    (server.instance / FILE).chmod(0o600)


def damage(server: Server) -> None:
    """Overwrite where tables and entries begin, and make every process read the file again."""
    with closing(sqlite3.connect(server.instance / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = other.execute("PRAGMA page_size").fetchone()
        names = "('tables', 'entries')"
        roots = other.execute(f"SELECT rootpage FROM sqlite_schema WHERE tbl_name IN {names}")
        with (server.instance / FILE).open("r+b") as file:
            for (page,) in roots.fetchall():
                file.seek((page - 1) * size)
                file.write(b"\xa5" * size)
        other.execute("PRAGMA user_version = 7")
