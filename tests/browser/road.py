"""A road between phones and server that can be slow, cut, or closed. Bytes pass unchanged."""

import contextlib
import socket
import threading
import time


class Road:
    """
    Forwards TCP to `port`.

    `delay` holds every piece of a request back, in seconds; `cut()` ends all connections there
    are; a road that is not `open` ends new ones at once; `silence_streams()`
    leaves the event streams there are open and lets nothing more through, as after a long sleep.
    """

    def __init__(self, port: int) -> None:
        self.delay = 0.0
        self.open = True
        self.to = port
        self._ends: list[socket.socket] = []
        self._streams: set[socket.socket] = set()
        self._silent: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def streams(self) -> int:
        """How many event streams were ever asked for."""
        return len(self._streams)

    def cut(self) -> None:
        while self._ends:
            end(self._ends.pop())

    def silence_streams(self) -> None:
        self._silent |= self._streams

    def close(self) -> None:
        self.open = False
        end(self._listener)
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                self._carry(phone)

    def _carry(self, phone: socket.socket) -> None:
        if not self.open:
            return end(phone)
        server = socket.create_connection(("127.0.0.1", self.to))
        self._ends += [phone, server]
        for source, target, slow in ((phone, server, True), (server, phone, False)):
            threading.Thread(target=self._pipe, args=(source, target, slow), daemon=True).start()

    def _pipe(self, source: socket.socket, target: socket.socket, slow: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if slow:
                    time.sleep(self.delay)
                    if b"/events" in data:
                        self._streams.add(target)
                if source not in self._silent:
                    target.sendall(data)
        end(source)
        end(target)


def end(side: socket.socket) -> None:
    with contextlib.suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
    side.close()
