"""Reads files of any size, gzip or not, and the objects of a JSON file one by one."""

import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import ijson
import orjson

#: A place in a JSON file: keys of objects, ITEM within an array; ANY stands for every key.
ITEM, ANY = "[]", "*"
Place = tuple[str, ...]
Event = tuple[Place, str, Any]

#: One record has no more than this, and nothing lies deeper: more than any real file has.
LARGEST_RECORD = 8 << 20  # bytes
DEEPEST = 40
_CHUNK = 1 << 16
_BROKEN = (EOFError, zlib.error, gzip.BadGzipFile)


class Trouble(Exception):
    """Why a file is refused: the file, the record (from 1; 0 before the first), the field."""

    def __init__(self, file: str, record: int, field: str, reason: str):
        place = f", record {record}" if record else ""
        super().__init__(f"{file}{place}{f', {field}' if field else ''}: {reason}")


class Source:
    """
    An open file; `tell` is told how far it has been read, from 0 to 1.

    `since` counts the bytes given out since somebody last set it to 0.
    """

    def __init__(self, path: Path, tell: Callable[[float], None] = lambda share: None):
        self.name = path.name
        self._raw: BinaryIO = path.open("rb")
        zipped = self._raw.read(2) == b"\x1f\x8b"
        self._raw.seek(0)
        self._stream = gzip.GzipFile(fileobj=self._raw) if zipped else self._raw
        self._size = max(1, os.fstat(self._raw.fileno()).st_size)
        self._tell = tell
        self.since = 0

    def read(self, size: int = -1) -> bytes:
        """Raises Trouble for a gzip file that is cut off or spoilt."""
        size = min(size, _CHUNK) if size >= 0 else _CHUNK
        found = self._asked(lambda: self._stream.read(size))
        self.since += len(found)
        return found

    def line(self) -> bytes:
        """The next line, b"" at the end; LARGEST_RECORD of it at most. Raises Trouble."""
        return self._asked(lambda: self._stream.readline(LARGEST_RECORD))

    def _asked(self, ask: Callable[[], bytes]) -> bytes:
        try:
            found = ask()
        except _BROKEN as error:
            reason = f"the gzip file is cut off or spoilt ({error})."
            raise Trouble(self.name, 0, "", reason) from None
        self._tell(self._raw.tell() / self._size)
        return found

    def close(self) -> None:
        self._raw.close()


def events(source: Source) -> Iterator[Event]:
    """
    Everything in a JSON file in order: where it stands, what it is, its value.

    Several values may follow each other. Raises Trouble for what is no JSON.
    """
    path: list[str] = []
    try:
        for event, value in ijson.basic_parse(source, multiple_values=True, use_float=True):
            if source.since > LARGEST_RECORD:
                raise Trouble(source.name, 0, "", "a text in it is far too long.")
            source.since = 0
            if event == "map_key":
                path[-1] = value
                continue
            if event in ("end_map", "end_array"):
                path.pop()
            yield tuple(path), event, value
            if event in ("start_map", "start_array"):
                path.append(ITEM if event == "start_array" else "")
                if len(path) > DEEPEST:
                    raise Trouble(source.name, 0, "", "it is nested far too deep.")
    except (ijson.JSONError, UnicodeDecodeError, ValueError, OverflowError) as error:
        reason = f"this is not JSON, or it ends too early ({_short(error)})."
        raise Trouble(source.name, 0, "", reason) from None


def lines(source: Source) -> Iterator[Any]:
    """The records of a file with one on each line, in an array or not. Raises Trouble."""
    number, opened, closed = 0, False, False
    while line := source.line():
        text = line.strip().removesuffix(b",")
        if not text or (text == b"[" and not number):
            opened = opened or text == b"["
            continue
        if text == b"]" and opened and not closed:
            closed = True
            continue
        number += 1
        if closed or len(line) >= LARGEST_RECORD:
            reason = "one record is far too large." if not closed else "it goes on after its end."
            raise Trouble(source.name, number, "", reason)
        try:
            yield orjson.loads(text)
        except orjson.JSONDecodeError as error:
            raise Trouble(source.name, number, "", f"this is not JSON ({_short(error)}).") from None
    if opened and not closed:
        raise Trouble(source.name, number, "", "the file ends too early.")


def records(source: Source, shape: Place) -> Iterator[tuple[Place, Any]]:
    """Each value at places of this shape, with its place. Raises Trouble."""
    found = events(source)
    number = 0
    for place, event, value in found:
        if len(place) != len(shape) or event.startswith("end_") or not _fits(place, shape):
            continue
        number += 1
        yield place, _built(source, number, found, event, value)


def _fits(place: Place, shape: Place) -> bool:
    return all(s in (ANY, p) and (s != ANY or p != ITEM) for p, s in zip(place, shape, strict=True))


def _built(source: Source, number: int, found: Iterator[Event], event: str, value: Any) -> Any:
    """The value that begins with this event."""
    if not event.startswith("start_"):
        return value
    whole: Any = {} if event == "start_map" else []
    stack, size = [whole], 0
    while stack:
        place, event, value = next(found)
        if event.startswith("end_"):
            stack.pop()
            continue
        size += 40 + (len(value) if isinstance(value, str) else 0)
        if size > LARGEST_RECORD:
            raise Trouble(source.name, number, "", "one record is far too large.")
        if event.startswith("start_"):
            value = {} if event == "start_map" else []
        within = stack[-1]
        if isinstance(within, dict):
            within[place[-1]] = value
        else:
            within.append(value)
        if event.startswith("start_"):
            stack.append(value)
    return whole


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:80]
