"""The worker that gunicorn runs: gevent's, with one greenlet that sends all event streams."""

from __future__ import annotations

import ssl
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import gevent
from gevent.event import Event
from gunicorn.workers.base_async import ALREADY_HANDLED
from gunicorn.workers.ggevent import GeventWorker

from webapp.services.feed import BEAT
from webapp.views.stream import Stream

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from gunicorn.glogging import Logger

SWEEP = 1.0  # seconds between two looks for streams that have been silent for a BEAT
AT_ONCE = 16  # streams that are told before other greenlets have their turn
WAIT = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Worker(GeventWorker):
    """
    Gunicorn's, apart from its event streams and its end.

    A greenlet for each stream, with all that gunicorn and Flask keep on its stack, took 28 KB of
    memory, and waking it was half of what telling a phone cost.
    """

    def run(self) -> None:
        teller = Teller(self.log)
        self.wsgi = partial(teller.answer, self.wsgi)
        telling = gevent.spawn(teller.run)
        super().run()
        telling.kill()
        teller.end()

    def handle_quit(self, sig: int, frame: object) -> None:
        """Ctrl-C ends a worker as SIGTERM does; gunicorn's way may throw into its last steps."""
        self.handle_exit(sig, frame)


class Teller:
    """Sends the streams of one worker."""

    def __init__(self, log: Logger) -> None:
        self._log = log
        self._open: set[Phone] = set()
        self._rung: deque[Phone] = deque()
        self._wake = Event()
        self._sweep = 0.0  # when to look next for the silent ones

    def answer(
        self, application: WSGIApplication, environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        """Answer as the application does, but take over the connection of a stream."""
        if not environ["PATH_INFO"].endswith("/events"):
            return application(environ, start)
        writes = []

        def start_here(*head: Any) -> Any:
            writes.append(start(*head))
            return writes[-1]

        body = application(environ, start_here)
        if not isinstance(body, Stream):
            return body
        writes[-1](b"")  # the head
        self._take(Phone(body, environ))
        return ALREADY_HANDLED

    def run(self) -> None:
        while True:
            self._wake.wait(SWEEP)
            self._wake.clear()
            self.tell()

    def tell(self) -> None:
        """Send what was rung for; now and then, tell the silent ones that we are still here."""
        self._tell_all(self._rung)
        now = time.monotonic()
        if now >= self._sweep:
            self._sweep = now + SWEEP
            self._tell_all(deque(phone for phone in self._open if phone.due(now)))

    def end(self) -> None:
        """The server stops: no stream is left without its last byte."""
        for phone in list(self._open):
            self._drop(phone, whole=True)

    def _take(self, phone: Phone) -> None:
        self._open.add(phone)
        phone.stream.wake = partial(self._ring, phone)
        self._tell(phone)

    def _ring(self, phone: Phone) -> None:
        self._rung.append(phone)
        self._wake.set()

    def _tell_all(self, phones: deque[Phone]) -> None:
        told = 0
        while phones:
            self._tell(phones.popleft())
            told += 1
            if told % AT_ONCE == 0:
                gevent.sleep(0)

    def _tell(self, phone: Phone) -> None:
        if phone not in self._open:
            return
        try:
            phone.tell()
        except OSError:  # it has gone, or takes nothing any more
            self._drop(phone)
        except Exception:
            self._log.exception("A stream has failed")
            self._drop(phone)
        else:
            if phone.stream.over:
                self._drop(phone, whole=True)

    def _drop(self, phone: Phone, whole: bool = False) -> None:
        self._open.discard(phone)
        phone.close(whole)


class Phone:
    """The open connection of one phone, which never waits for it."""

    __slots__ = ("_asked", "_chunked", "_file", "_rest", "stream")

    def __init__(self, stream: Stream, environ: WSGIEnvironment) -> None:
        socket = environ["gunicorn.socket"]
        socket.setblocking(False)
        self.stream = stream
        self._file = socket.makefile("wb", buffering=0)  # keeps it open when gunicorn closes it
        self._chunked = environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        self._rest = b""  # what the phone has not taken yet
        self._asked = 0.0

    def due(self, now: float) -> bool:
        """Whether to tell it something though nothing has happened."""
        return bool(self._rest) or now - self._asked >= BEAT

    def tell(self) -> None:
        """Send what is new. Raises OSError where it has gone, or taken nothing for a BEAT."""
        now = time.monotonic()
        if self._rest:
            self._send(self._rest)
            if self._rest and now - self._asked >= BEAT:
                raise TimeoutError
        if not self._rest:
            self._asked = now
            self._send(self._framed(self.stream.news()))

    def close(self, whole: bool) -> None:
        """Without its last chunk, a phone knows that something was cut off."""
        with suppress(OSError):
            if whole and self._chunked and not self._rest:
                self._send(b"0\r\n\r\n")
        self.stream.close()
        self._file.close()

    def _framed(self, said: bytes) -> bytes:
        return b"%x\r\n%b\r\n" % (len(said), said) if self._chunked and said else said

    def _send(self, said: bytes) -> None:
        try:
            sent = self._file.write(said) or 0
        except WAIT:
            sent = 0
        self._rest = said[sent:]
