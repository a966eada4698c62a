"""A gate on the road to the server: it reads each request, and may do worse than wait."""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tests.browser.road import Road, end

ENTRIES = r"POST \S+/entries "
ANYTHING = r""


@dataclass(frozen=True)
class Trip:
    """One request, and the phone that waits for its answer."""

    request: bytes
    phone: socket.socket
    gate: "Gate"

    def ask(self) -> bytes:
        """Let the server have the request; its whole answer."""
        with socket.create_connection(("127.0.0.1", self.gate.to)) as server:
            server.sendall(self.request)
            return b"".join(iter(lambda: server.recv(65536), b""))

    def tell(self, answer: bytes) -> None:
        self.phone.sendall(answer)

    def answer(self, status: str, kind: str, body: str, more: str = "") -> None:
        """An answer that the server knows nothing of."""
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        self.tell(f"{head}{more}Connection: close\r\n\r\n{body}".encode())


Fault = Callable[[Trip], None]


def drop_the_request(trip: Trip) -> None:
    """The phone hears nothing, and neither does the server."""


def drop_the_answer(trip: Trip) -> None:
    trip.ask()


def delay_the_request(trip: Trip) -> None:
    time.sleep(1)
    trip.tell(trip.ask())


def delay_the_answer(trip: Trip) -> None:
    answer = trip.ask()
    time.sleep(1)
    trip.tell(answer)


def duplicate_the_request(trip: Trip) -> None:
    trip.ask()
    trip.tell(trip.ask())


def deliver_late(trip: Trip) -> None:
    """The phone gives the request up; the server gets it all the same, after all others."""
    trip.gate.late.append(trip)


def cut_the_answer_short(trip: Trip) -> None:
    answer = trip.ask()
    trip.tell(answer[: -len(answer.partition(b"\r\n\r\n")[2]) // 2])


def answer_500(trip: Trip) -> None:
    trip.answer("500 Internal Server Error", "text/html", "<h1>Oops</h1>")


def answer_500_after_commit(trip: Trip) -> None:
    trip.ask()
    answer_500(trip)


def ask_for_patience(trip: Trip) -> None:
    trip.answer("429 Too Many Requests", "text/plain", "", "Retry-After: 1\r\n")


def answer_like_a_portal(trip: Trip) -> None:
    trip.answer("200 OK", "text/html", "<h1>Free Wi-Fi</h1>")


class Gate(Road):
    """A road on which `bringing(fault)` does that to every request that fits."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.late: list[Trip] = []
        self.hits = 0
        self._fault: tuple[re.Pattern[str], Fault] | None = None

    @contextmanager
    def bringing(self, fault: Fault, to: str = ENTRIES) -> Iterator[None]:
        """`to` is a pattern of request lines; `hits` counts those that it struck."""
        self.hits, self._fault = 0, (re.compile(to), fault)
        yield
        self._fault = None

    def deliver(self) -> None:
        """What was held back reaches the server now, the newest first."""
        while self.late:
            self.late.pop().ask()

    def _carry(self, phone: socket.socket) -> None:
        if not self.open:
            return end(phone)
        self._ends.append(phone)
        threading.Thread(target=self._pass, args=(phone,), daemon=True).start()

    def _pass(self, phone: socket.socket) -> None:
        with suppress(OSError):
            if request := one_request(phone):
                self._decide(Trip(request, phone, self))
        end(phone)

    def _decide(self, trip: Trip) -> None:
        line = trip.request.partition(b"\r\n")[0].decode()
        if self._fault and self._fault[0].match(line):
            self.hits += 1
            return self._fault[1](trip)
        with socket.create_connection(("127.0.0.1", self.to)) as server:
            self._ends.append(server)
            server.sendall(trip.request)
            self._pipe(server, trip.phone, False)


def one_request(phone: socket.socket) -> bytes:
    """Head and body, to be the only one on its connection; nothing when the phone hangs up."""
    got = b""
    while (head := got.partition(b"\r\n\r\n"))[1] == b"" or len(head[2]) < length_of(head[0]):
        if not (piece := phone.recv(65536)):
            return b""
        got += piece
    return re.sub(rb"\r\nConnection: [\w-]+", b"\r\nConnection: close", got, count=1, flags=re.I)


def length_of(head: bytes) -> int:
    found = re.search(rb"\r\nContent-Length: (\d+)", head, flags=re.I)
    return int(found[1]) if found else 0
