"""Sending many streams from one greenlet: framing, phones that take nothing, and ends."""

import logging
import socket
from collections.abc import Callable, Iterator

import pytest

from webapp import worker
from webapp.views.stream import Stream
from webapp.worker import ALREADY_HANDLED, Teller


class Told:
    """One phone, the stream that is told to it, and what it is told."""

    def __init__(self, teller: Teller, protocol: str = "HTTP/1.1") -> None:
        self.stream, self.news, self.ended = Stream(), [b"first"], 0
        self.stream.begin(self._frames(), self._end)
        ours, self.socket = socket.socketpair()
        self.socket.setblocking(False)
        environ = {
            "PATH_INFO": "/t/x/events",
            "SERVER_PROTOCOL": protocol,
            "gunicorn.socket": ours,
        }
        assert teller.answer(self._application, environ, self._start) is ALREADY_HANDLED
        ours.close()  # as gunicorn does

    def tell(self, *news: bytes) -> None:
        self.news.extend(news)
        self.stream.ring()

    def heard(self) -> bytes:
        """Everything that has come."""
        found = b""
        try:
            while part := self.socket.recv(65536):
                found += part
        except BlockingIOError:
            return found
        return found + b"END"

    def _application(self, environ, start) -> Stream:
        start("200 OK", [])
        return self.stream

    def _start(self, status: str, head: list):
        return lambda body: None

    def _frames(self) -> Iterator[bytes]:
        while b"last" not in self.news:
            yield from self.news
            self.news.clear()
            yield b""
        yield from self.news

    def _end(self) -> None:
        self.ended += 1


Connect = Callable[..., Told]


@pytest.fixture
def teller() -> Teller:
    return Teller(logging.getLogger("tests"))


@pytest.fixture
def connect(teller: Teller) -> Iterator[Connect]:
    """Makes phones that follow something."""
    phones: list[Told] = []

    def connected(protocol: str = "HTTP/1.1") -> Told:
        phones.append(Told(teller, protocol))
        return phones[-1]

    yield connected
    teller.end()
    for phone in phones:
        phone.socket.close()


@pytest.fixture(autouse=True)
def nobody_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "BEAT", 1e9)


def test_what_is_there_is_sent_at_once_and_the_rest_after_a_ring(teller: Teller, connect: Connect):
    phone = connect()
    assert phone.heard() == b"5\r\nfirst\r\n"
    teller.tell()
    assert phone.heard() == b""
    phone.tell(b"one", b"two")
    teller.tell()
    assert phone.heard() == b"6\r\nonetwo\r\n"


def test_many_rings_before_its_turn_are_one(teller: Teller, connect: Connect):
    phone = connect()
    phone.heard()
    for _ in range(3):
        phone.tell(b"more")
    teller.tell()
    assert phone.heard() == b"c\r\nmoremoremore\r\n"


def test_http_1_0_has_no_chunks(teller: Teller, connect: Connect):
    phone = connect("HTTP/1.0")
    assert phone.heard() == b"first"
    phone.tell(b"last")
    teller.tell()
    assert phone.heard() == b"lastEND"


def test_a_stream_that_ends_says_so_and_lets_go_of_everything(teller: Teller, connect: Connect):
    phone = connect()
    phone.heard()
    phone.tell(b"last")
    teller.tell()
    assert phone.heard() == b"4\r\nlast\r\n0\r\n\r\nEND"
    assert phone.ended == 1


def test_when_the_server_stops_every_stream_ends_whole(teller: Teller, connect: Connect):
    phones = [connect() for _ in range(3)]
    teller.end()
    assert {phone.heard() for phone in phones} == {b"5\r\nfirst\r\n0\r\n\r\nEND"}
    assert [phone.ended for phone in phones] == [1, 1, 1]


def test_a_phone_that_has_gone_is_let_go_of(teller: Teller, connect: Connect):
    gone, other = connect(), connect()
    gone.socket.close()
    gone.tell(b"more")
    other.tell(b"more")
    teller.tell()
    assert (gone.ended, other.ended) == (1, 0)
    assert other.heard().endswith(b"4\r\nmore\r\n")


def test_a_fault_ends_its_stream_alone_cut_off_and_is_logged(
    teller: Teller, connect: Connect, caplog: pytest.LogCaptureFixture
):
    def broken() -> Iterator[bytes]:
        raise RuntimeError("down")
        yield b""

    bad, good = connect(), connect()
    bad.stream.begin(broken(), bad._end)
    bad.tell()
    good.tell(b"more")
    teller.tell()
    assert bad.heard() == b"5\r\nfirst\r\nEND"
    assert bad.ended == 1 and "A stream has failed" in caplog.text
    assert good.heard().endswith(b"4\r\nmore\r\n")


def test_a_phone_that_takes_nothing_holds_nobody_up_and_misses_nothing(
    teller: Teller, connect: Connect, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(worker, "SWEEP", 0)
    slow, other = connect(), connect()
    much = b"x" * 4_000_000
    slow.tell(much)
    other.tell(b"more")
    teller.tell()
    assert other.heard().endswith(b"4\r\nmore\r\n")
    slow.tell(b"more")
    found = b""
    while not found.endswith(b"more\r\n"):
        assert (part := slow.heard())
        found += part
        teller.tell()
    assert found == b"5\r\nfirst\r\n%x\r\n%b\r\n4\r\nmore\r\n" % (len(much), much)


def test_a_phone_that_takes_nothing_for_long_is_given_up(
    teller: Teller, connect: Connect, monkeypatch: pytest.MonkeyPatch
):
    phone = connect()
    monkeypatch.setattr(worker, "SWEEP", 0)
    phone.tell(b"x" * 4_000_000)
    teller.tell()
    monkeypatch.setattr(worker, "BEAT", 0)
    teller.tell()
    assert phone.ended == 1


def test_the_silent_ones_are_asked_for_a_sign_of_life(
    teller: Teller, connect: Connect, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(worker, "SWEEP", 0)
    phone = connect()
    phone.heard()
    phone.news.append(b"hb")
    teller.tell()
    assert phone.heard() == b""
    monkeypatch.setattr(worker, "BEAT", 0)
    teller.tell()
    assert phone.heard() == b"2\r\nhb\r\n"
