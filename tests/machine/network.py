"""The network between phones and server: everything waits until the schedule says what happens."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from tests.machine.host import Command, Host
from tests.machine.server import Server, in_json
from webapp.services.tables import TableView

LOST = None


@dataclass
class Post:
    """One that travels: its body, and from when the server has decided it, the answer."""

    number: int
    tab: str
    device: str
    table: str
    body: str
    answer: dict[str, Any] | None = None


@dataclass
class Stream:
    """One that is open: how far it has told, and what is still on its way."""

    number: int
    device: str
    table: str
    client: str
    after: int
    told: bool = False
    opened: bool = False
    frames: deque[TableView] = field(default_factory=deque)


class Network:
    """Requests and streams on their way, and what may become of each."""

    def __init__(self, host: Host, server: Server) -> None:
        self._host = host
        self.server = server
        self.posts: list[Post] = []
        self.gets: list[dict[str, Any]] = []
        self.streams: list[Stream] = []
        self.before: list[Post] = []
        self.offline: set[str] = set()
        self.problems: list[str] = []

    def run(self, *commands: Command) -> list[Any]:
        """Have the phones do something, and take what they send."""
        told = self._host.run(*commands)
        self.problems += told["problems"]
        self.posts += (Post(**post) for post in told["posts"])
        self.gets += told["gets"]
        for s in told["streams"]:
            client, after = s["client"], s["after"]
            self.streams.append(Stream(s["number"], s["device"], s["table"], client, after))
        self.streams = [s for s in self.streams if s.number not in told["closed"]]
        return told["answers"]

    # What may become of a post.

    def deliver(self, post: Post, *then: Command) -> None:
        """It arrives, and so does its answer; `then` comes before anything is done about that."""
        self.posts = [p for p in self.posts if p is not post]
        known = self.commit(post)
        rush = ("rush",) if then else ()
        self.run(*known, (*rush, "answer", post.number, post.answer), *then)

    def commit(self, post: Post) -> list[Command]:
        """It arrives; its answer is on its way."""
        if post.answer is None:
            post.answer, decided = self.server.post(post.table, post.body)
            self.before.append(post)
            return self._ring(post.table, post.answer, decided)
        return []

    def echo(self, post: Post) -> None:
        """It arrives once more."""
        answer, decided = self.server.post(post.table, post.body)
        self.run(*self._ring(post.table, answer, decided))

    def drop(self, post: Post) -> None:
        """It is lost, or its answer is."""
        self._answer(post, LOST)

    def fail(self, post: Post, answer: dict[str, Any]) -> None:
        """Somebody else answers in the server's place."""
        self._answer(post, answer)

    def _answer(self, post: Post, answer: dict[str, Any] | None) -> None:
        self.posts = [p for p in self.posts if p is not post]
        self.run(("answer", post.number, answer))

    def _ring(
        self, table: str, answer: dict[str, Any], decided: list[tuple[str, int]]
    ) -> list[Command]:
        """Every stream of the table has something to tell."""
        if not decided:
            return []
        for stream in self.streams:
            if stream.table == table and stream.told:
                self._write(stream)
        return [("decided", answer["body"]["state"]["epoch"], dict(decided))]

    def known(self, tables: Sequence[str]) -> list[Command]:
        """What the server has decided, all of it: for its new epoch after a restore."""
        return [
            ("decided", view_for("", 0).epoch, {row.entry.id: row.seq for row in rows})
            for table in tables
            if (view_for := self.server.reading(table, 0))
            and (rows := self.server.ledgers[table].rows)
        ]

    # What may become of a stream.

    def _write(self, stream: Stream) -> bool:
        view_for = self.server.reading(stream.table, stream.after)
        if view_for is None:
            return False
        view = view_for(stream.client, stream.after)
        self.server.agrees(stream.table, view)
        stream.frames.append(view)
        stream.after, stream.told = view.table.seq, True
        return True

    def flow(self, stream: Stream, most: int = 99) -> None:
        """It is taken up, and tells what it has to, oldest first."""
        if not stream.told and not self._write(stream):
            return self.cut(stream, refused=True)
        self.run(*self._said(stream, most))
        return None

    def _said(self, stream: Stream, most: int) -> list[Command]:
        said: list[Command] = [] if stream.opened else [("say", stream.number, "open", None)]
        stream.opened = True
        for _ in range(min(most, len(stream.frames))):
            text = in_json(stream.frames.popleft(), stream.client)
            said.append(("say", stream.number, "state", text))
        return said if stream in self.streams else []

    def beat(self, stream: Stream) -> None:
        self.run(("say", stream.number, "hb", "{}"))

    def cut(self, stream: Stream, refused: bool = False) -> None:
        """The connection ends; what it had not told is lost."""
        self.streams = [s for s in self.streams if s is not stream]
        self.run(("say", stream.number, "error", 2 if refused else 0))

    # A look at a state, or at what an address answers.

    def look(self, get: dict[str, Any], lost: bool = False) -> None:
        self.gets.remove(get)
        name, _, query = get["address"].partition("?")
        client, after = (part.partition("=")[2] for part in query.split("&"))
        view_for = None if lost else self.server.reading(get["table"], int(after))
        if lost:
            answer = LOST
        elif name == "events":
            answer = 200 if view_for else 404
        else:
            answer = (
                orjson.loads(in_json(view_for(client, int(after)), client)) if view_for else None
            )
            answer = answer if answer else LOST
        self.run(("answer", get["number"], answer))

    def is_up(self, about: Any) -> bool:
        device = about["device"] if isinstance(about, dict) else about.device
        return device not in self.offline

    def calm(self) -> None:
        """Everything that is on its way arrives, where there is a connection."""
        for _ in range(200):
            commands = [*self._all_posts(), *self._all_streams()]
            gets = [get for get in self.gets if self.is_up(get)]
            if not (commands or gets):
                return
            self.run(*commands)
            for get in gets:
                self.look(get)
        raise AssertionError("phones and server never come to rest")

    def _all_posts(self) -> list[Command]:
        posts = [post for post in self.posts if self.is_up(post)]
        self.posts = [post for post in self.posts if not self.is_up(post)]
        known = [command for post in posts for command in self.commit(post)]
        return known + [("answer", post.number, post.answer) for post in posts]

    def _all_streams(self) -> list[Command]:
        commands: list[Command] = []
        for stream in [s for s in self.streams if self.is_up(s)]:
            if not stream.told and not self._write(stream):
                self.streams.remove(stream)
                commands.append(("say", stream.number, "error", 2))
            commands += self._said(stream, 99)
        return commands

    def sever(self, device: str) -> None:
        """A phone has no connection from now on."""
        self.offline.add(device)
        for post in [p for p in self.posts if p.device == device]:
            self.drop(post)
        for stream in [s for s in self.streams if s.device == device]:
            self.cut(stream)

    def refuse(self) -> None:
        """What a phone without a connection asks fails at once."""
        for _ in range(50):
            posts = [p for p in self.posts if not self.is_up(p)]
            gets = [g for g in self.gets if not self.is_up(g)]
            streams = [s for s in self.streams if not self.is_up(s)]
            if not (posts or gets or streams):
                return
            for post in posts:
                self.drop(post)
            for get in gets:
                self.look(get, lost=True)
            for stream in streams:
                self.cut(stream)
