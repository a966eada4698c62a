"""One event stream: what a phone is told, whoever sends it."""

import threading
from collections.abc import Callable, Iterable, Iterator

from webapp.services.feed import BEAT


def _nobody() -> None:
    """Nobody waits yet."""


class Stream:
    """
    The frames of one phone, and its ear (services.ports.Ear).

    Ask for news after a ring, and BEAT seconds after the last ones at the latest. webapp/worker.py
    does so for many at once; as an iterable it waits by itself, as other servers expect.
    """

    __slots__ = ("_endings", "_frames", "over", "rung", "wake")

    def __init__(self) -> None:
        self._frames: Iterator[bytes] = iter(())
        self._endings: tuple[Callable[[], object], ...] = ()
        self.rung = self.over = False
        self.wake: Callable[[], object] = _nobody

    def ring(self) -> None:
        if not self.rung:
            self.rung = True
            self.wake()

    def begin(self, frames: Iterable[bytes], *endings: Callable[[], object]) -> None:
        """Have these as news, those up to an empty one at a time. At the end, call the endings."""
        self._frames, self._endings = iter(frames), endings

    def news(self) -> bytes:
        """All there is to say now; after the last of it, `over` is set."""
        self.rung = False
        said = []
        for frame in self._frames:
            if not frame:
                return b"".join(said)
            said.append(frame)
        self.over = True
        return b"".join(said)

    def __iter__(self) -> Iterator[bytes]:
        rung = threading.Event()
        self.wake = rung.set
        while not self.over:
            yield self.news()
            if not (self.rung or self.over):
                rung.wait(BEAT)
            rung.clear()

    def close(self) -> None:
        """Let go of everything. It may be closed twice."""
        endings, self._endings = self._endings, ()
        self._frames, self.over = iter(()), True
        for end in endings:
            end()
