"""The state of a table, and its stream."""

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.people import ANAS, BENS, TABLE, Person
from webapp.limits import Streams
from webapp.store import ledger as store

pytestmark = pytest.mark.usefixtures("at_table")


def sent(answer) -> Iterator[bytes]:
    """What a stream sends, piece by piece."""
    return filter(None, answer.iter_encoded())


def events(answer) -> list[tuple[str, int | None, dict]]:
    """The events that a stream has sent so far, as (name, id, data)."""
    found = []
    for frame in next(sent(answer)).decode().strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in frame.splitlines())
        if "event" in fields:
            number = int(fields["id"]) if "id" in fields else None
            found.append((fields["event"], number, json.loads(fields["data"])))
    return found


def test_the_state_tells_what_a_phone_may_know(ana: Person):
    state = ana.state(c=ana.client)
    assert (state["v"], state["table"], state["seq"], state["ack"]) == (1, TABLE, 3, 2)
    assert state["seats"][0] == {
        "id": ANAS,
        "name": "Ana",
        "colour": "aether",
        "shape": "circle",
        "status": "active",
        "held": True,
        "mine": True,
        "team": None,
        "pins": [],
        "counters": {"energy": 0},
        "tally": {},
    }
    assert state["seats"][1]["held"] and not state["seats"][1]["mine"]
    assert "entries" not in state


def test_the_state_has_the_entries_since_a_seq_when_asked(ana: Person, ben: Person):
    gain = ben.gain(BENS, 2)
    ben.post(gain)
    (entry,) = ana.state(after=3)["entries"]
    assert {k: entry[k] for k in ("seq", "id", "type", "by", "mine", "n", "kind", "seat")} == {
        "seq": 4,
        "id": gain["id"],
        "type": "gain",
        "by": BENS,
        "mine": False,
        "n": 2,
        "kind": "energy",
        "seat": BENS,
    }
    assert (entry["outcome"], entry["undone"]) == ("accepted", False)
    assert ben.state(after=3)["entries"][0]["mine"] is True


def test_a_row_that_was_undone_says_so(ana: Person):
    gain = ana.gain(ANAS, 2)
    ana.post(gain, ana.entry("undo", entry=gain["id"]))
    assert [entry["undone"] for entry in ana.state(after=3)["entries"]] == [True, False]


def test_of_a_long_ledger_the_newest_entries_are_told(
    ana: Person, cleo: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(store, "MOST_ROWS", 3)
    ana.post(*(ana.gain(ANAS, 1) for _ in range(5)))
    for state in (ana.state(after=0), cleo.state(f"/w/{watch_of(ana)}", after=2)):
        assert [entry["seq"] for entry in state["entries"]] == [6, 7, 8]
    assert [entry["seq"] for entry in ana.state(after=6)["entries"]] == [7, 8]
    with ana.web.get(f"/t/{TABLE}/events?after=0") as answer:
        ((_, _, state),) = events(answer)
    assert [entry["seq"] for entry in state["entries"]] == [6, 7, 8]


@pytest.mark.parametrize("after", ["", "x", "-1", "1.5", "9" * 30])
def test_a_seq_that_is_none_is_not_heeded(ana: Person, after: str):
    assert "entries" not in ana.state(after=after)


@pytest.mark.parametrize("path", ["state", "events", "qr.svg"])
@pytest.mark.parametrize("table", ["0" * 26, "x", "' OR 1=1 --"])
def test_a_table_that_nobody_opened_is_404(dan: Person, path: str, table: str):
    assert dan.web.get(f"/t/{table}/{path}").status_code == 404
    assert dan.web.get(f"/w/{table}/{path}").status_code == 404


def test_those_who_watch_take_no_stream_from_those_who_play(
    app: Flask, ana: Person, cleo: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(app.extensions, "streams", Streams({"link": 1}))
    watching = f"/w/{watch_of(ana)}/events"
    with cleo.web.get(watching), ana.web.get(f"/t/{TABLE}/events") as answer:
        assert answer.status_code == 200
        assert cleo.web.get(watching).status_code == 429
    with cleo.web.get(watching) as answer:
        assert answer.status_code == 200


def test_the_stream_begins_with_the_whole_state(ana: Person):
    with ana.web.get(f"/t/{TABLE}/events?c={ana.client}") as answer:
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        ((name, seq, state),) = events(answer)
    assert (name, seq, state["seq"], state["ack"]) == ("state", 3, 3, 2)
    assert "entries" not in state


def test_the_stream_begins_by_saying_when_to_come_back(ana: Person):
    with ana.web.get(f"/t/{TABLE}/events") as answer:
        assert next(sent(answer)).startswith(b"retry: 2000\n\n")


def test_the_stream_goes_on_from_the_last_event_a_phone_has(ana: Person):
    ana.post(ana.gain(ANAS, 1), ana.gain(ANAS, 2))
    header = {"Last-Event-ID": "4"}
    with ana.web.get(f"/t/{TABLE}/events?after=1", headers=header) as answer:
        ((_, seq, state),) = events(answer)
    assert (seq, [entry["seq"] for entry in state["entries"]]) == (5, [5])


def test_every_later_event_has_what_came_since_the_one_before(ana: Person, ben: Person):
    with ana.web.get(f"/t/{TABLE}/events") as answer:
        assert [seq for _, seq, _ in events(answer)] == [3]
        ben.post(ben.gain(BENS, 1), ben.gain(BENS, 2))
        ((name, seq, state),) = events(answer)
    assert (name, seq) == ("state", 5)
    assert [entry["seq"] for entry in state["entries"]] == [4, 5]
    assert state["seats"][1]["counters"]["energy"] == 3


def test_the_head_of_a_stream_ends_at_once(ana: Person):
    with ana.web.head(f"/t/{TABLE}/events") as answer:
        assert (answer.status_code, answer.data) == (200, b"")


def test_a_watcher_sees_everything_and_no_byte_of_the_way_to_play(ana: Person, cleo: Person):
    watch = watch_of(ana)
    ana.post(ana.gain(ANAS, 4))
    state = cleo.state(f"/w/{watch}", after=0)
    assert state["watch"] == watch
    assert state["seats"][0]["counters"]["energy"] == 4
    assert len(state["entries"]) == 4
    with cleo.web.get(f"/w/{watch}/events?after=0") as stream:
        text = next(sent(stream)).decode() + json.dumps(state)
    assert TABLE not in text
    assert ana.client not in text
    assert "ack" not in state
    assert not any(seat["mine"] for seat in state["seats"])


def watch_of(person: Person) -> str:
    """The watch id as the share page shows it."""
    return re.search(r"/w/([0-9A-Z]{26})", person.web.get(f"/t/{TABLE}/sheet/share").text)[1]
