"""What nobody should send: headers, cookies, methods, encodings, and bad input in three forms."""

import json
from io import BytesIO

import pytest
from flask import Flask

from tests.people import ANAS, TABLE, Person
from tests.views.test_security import content
from webapp.settings import Settings

pytestmark = pytest.mark.usefixtures("at_table")
PATHS = ["/", f"/t/{TABLE}", f"/t/{TABLE}/state", f"/t/{TABLE}/share", "/de/cards/", "/nothing"]
LONG = "x" * 10_000
HEADERS = [
    ("Host", "evil.example"), ("Host", "a b"), ("Host", "[::1"), ("Host", "x" * 300),
    ("Host", "localhost:99999"), ("Host", "user@localhost"), ("Host", "\xff"),
    ("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", ", ,"),
    ("X-Forwarded-Host", "evil.example"),
    ("X-Forwarded-Proto", "https"), ("X-Forwarded-Port", "no number"),
    ("X-Forwarded-Prefix", "//evil.example"),
    ("Forwarded", 'for="[2001:db8::1]";host=evil.example;proto=https'), ("Forwarded", ";;=,"),
    ("X-Original-URL", "/forget"), ("X-HTTP-Method-Override", "DELETE"),
    ("Origin", "null"), ("Origin", LONG), ("Sec-Fetch-Site", LONG),
    ("Accept-Language", ",".join(f"de-{n};q=0.{n}" for n in range(900))),
    ("Accept-Language", LONG), ("Accept-Language", ";q=,;;q=nan,*;q=-1"),
    ("Accept-Language", "de;q=1e999"), ("Accept-Language", "\xff\xfe"),
    ("Accept", ";;q=x"), ("Accept", LONG), ("Accept", "application/json;q=1e999"),
    ("Cookie", "author=\xff\xfe; lang=\x01"), ("Cookie", f"author={LONG}"),
    ("Cookie", 'author="unfinished; seats=99999999999999999999; =; ;;'), ("Cookie", "seats=nan"),
    ("Last-Event-ID", "9" * 5000), ("Last-Event-ID", "-1"), ("If-None-Match", LONG),
    ("If-Modified-Since", "yesterday"), ("Range", "bytes=9-1,-,x"), ("HX-Request", "true"),
    ("HX-Current-URL", "javascript:alert(1)"), ("Accept-Encoding", "gzip;q=x, br;q=nan, *;q=-9"),
    ("User-Agent", ""), ("Referer", "https://evil.example/\u0107".encode().decode("latin-1")),
    ("Content-Length", "0"), ("Content-Type", "text/html; charset=utf-7"),
]  # fmt: skip


@pytest.mark.parametrize("name, value", HEADERS, ids=lambda text: ascii(text)[:40])
def test_no_header_is_a_fault_of_ours_or_leads_elsewhere(ana: Person, name: str, value: str):
    for path in PATHS:
        with ana.web.get(path, headers={name: value}) as answer:
            assert answer.status_code < 500, path
            assert "evil.example" not in answer.headers.get("Location", "")
            if name.startswith(("X-Forwarded", "Forwarded")):
                assert "evil.example" not in answer.text
                assert "Strict-Transport-Security" not in answer.headers
            if "javascript:" in value or "\x01" in value:
                assert value not in answer.text


@pytest.mark.parametrize("name, value", HEADERS, ids=lambda text: ascii(text)[:40])
def test_a_post_is_taken_once_or_refused_whatever_stands_above_it(
    ana: Person, name: str, value: str
):
    body = json.dumps({"v": 1, "client": ana.client, "entries": [ana.gain(ANAS, 1)]})
    headers = {"Content-Type": "application/json", name: value}
    answer = ana.web.post(f"/t/{TABLE}/entries", data=body, headers=headers)
    assert answer.status_code < 500
    assert ana.energy()[ANAS] == (1 if answer.status_code == 200 else 0)


@pytest.mark.parametrize(
    "method", ["PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "X" * 99]
)
def test_another_method_is_refused_and_changes_nothing(
    app: Flask, settings: Settings, ana: Person, method: str
):
    before = content(settings)
    for path in (*PATHS, f"/t/{TABLE}/entries", f"/t/{TABLE}/forget", "/tables", "/join"):
        body = {"id": "m" * 22, "type": "new_game", "seats": "2"}
        assert ana.web.open(path, method=method, data=body).status_code in (403, 404, 405), path
    assert content(settings) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Encoding": "gzip"},
        {"Content-Encoding": "br"},
        {"Content-Type": "application/json; charset=utf-16"},
        {"Content-Type": "application/json; charset=no-such-thing"},
        {"Content-Type": "multipart/form-data"},
        {"Content-Type": "multipart/form-data; boundary="},
        {"Content-Type": "application/x-www-form-urlencoded; charset=utf-7"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "\xff/\xff"},
    ],
    ids=str,
)
@pytest.mark.parametrize("body", [b"\x1f\x8b\x08\x00junk", b"\xff\xfe{\x00}\x00", b"%ff=%zz&=&&"])
def test_a_body_in_another_encoding_is_refused_and_changes_nothing(
    app: Flask, settings: Settings, ana: Person, headers: dict[str, str], body: bytes
):
    before = content(settings)
    answer = ana.web.post(f"/t/{TABLE}/entries", data=body, headers=headers)
    assert answer.status_code in (400, 415)
    assert content(settings) == before


@pytest.mark.parametrize("path", [
    "/t/%00", f"/t/{TABLE}%00", f"/t/{TABLE}%0a", f"/t/{TABLE.lower()}", f"/t/{TABLE}//state",
    "/w/%ff", "/f/t/%F0%9F/seats", "/%2e%2e/%2e%2e/etc/passwd", "/static/x/..%2f..%2fwsgi.py",
    "/static/x/%00", "/static/x/css/", "//evil.example", "//evil.example/", "/%5cevil.example",
    "/en//", "/en%2fcards", "/EN/", "/en/cards/%ff", "/en/rulings/%00", f"/{LONG}",
    "/en/cards/?q=%ff%fe", "/en/cards/?q=%00", f"/en/cards/?q={LONG}", "/f/en/cards?q=%zz&q=b",
    "/en/cards/?q=%22*%20NEAR(", "/en/rulings/?with=%00", "/?hl=%ff", "/?hl=../de",
    "/en/cards/thriving-rats?with=../de", f"/t/{TABLE}/state?after=%00&c=%ff",
    f"/t/{TABLE}/state?after={'9' * 99}", f"/t/{TABLE}/ledger?before=-1",
    f"/t/{TABLE}?refused=%00&already=%ff&overtaken=x&layout=%00", f"/t/{TABLE}/sheet/%00",
    f"/t/{TABLE}/sheet/pay?seat=%ff", f"/t/{TABLE}/sheet/undo?entry=%00",
    f"/t/{TABLE}/sheet/conflict?entry=%ff", f"/t/{TABLE}/qr.svg?x={LONG}",
], ids=lambda path: ascii(path)[:50])  # fmt: skip
def test_no_address_however_encoded_is_a_fault_or_leads_elsewhere(ana: Person, path: str):
    with ana.web.get(path) as answer:
        assert answer.status_code in (200, 308, 404)
        assert not answer.headers.get("Location", "/").startswith(("//", "/\\", "http"))
        assert "SECRET_KEY" not in answer.text and "root:" not in answer.text


BAD = [
    {"n": n} for n in ("", "0", "-2", "1.5", "three", "9" * 5000, "1000001", "1e999", "NaN", "２")
] + [
    {"seat": seat} for seat in ("", "N0B0DY00", "ana00000", "' OR 1=1 --", "\u202e", "x" * 9999)
] + [
    {"kind": "charge"}, {"type": "dance"}, {"type": ""}, {"game": "x"}, {"at": "-1"},
    {"seen": "x"}, {"type": "seat_rename", "name": "\u202eniht"},
    {"type": "seat_rename", "name": "a\x00b"}, {"type": "seat_rename", "name": "\u2060"},
    {"type": "seat_rename", "name": "\u3164"}, {"type": "seat_rename", "name": "\u0301"},
    {"type": "seat_rename", "name": "x" * 31},
    {"type": "undo", "entry": "nothing"}, {"type": "undo"}, {"type": "settle", "answer": "maybe"},
    {"type": "correct", "from": "0", "to": "-1"}, {"type": "seat_order", "order": "BEN00000"},
    {"type": "open"}, {"type": "seat_add", "seat": ANAS}, {"type": "pay", "n": "1"},
]  # fmt: skip


@pytest.mark.parametrize("layer", ["json", "htmx", "form"])
@pytest.mark.parametrize("bad", BAD, ids=lambda bad: ascii(bad)[:50])
def test_bad_input_is_refused_the_same_in_all_three_forms(
    ana: Person, bad: dict[str, str], layer: str
):
    fields = {"id": "b" * 22, "type": "gain", "seat": ANAS, "kind": "energy", "n": "1", **bad}
    before = table_of(ana)
    if layer == "json":
        answer = ana.post({**fields, "seq": 3})
        assert answer.status_code == 200
        assert answer.json["outcomes"][0]["outcome"] == "refused"
        assert answer.json["outcomes"][0]["rulings"]
    elif layer == "htmx":
        answer = ana.fragment(**fields)
        assert answer.status_code == 422 and "data-code=" in answer.text
    else:
        answer = ana.form(**fields)
        assert (answer.status_code, answer.location) == (303, f"/t/{TABLE}?refused={'b' * 22}")
        assert "data-code=" in ana.web.get(answer.location).text
    assert table_of(ana) == before


def table_of(ana: Person) -> dict[str, object]:
    """Everything that a refusal leaves alone: all but the place of the last entry."""
    return {name: value for name, value in ana.state().items() if name not in ("seq", "ack")}


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["form", "htmx"])
def test_a_file_is_no_amount(ana: Person, headers: dict[str, str]):
    fields = {"id": "b" * 22, "type": "gain", "seat": ANAS, "kind": "energy"}
    data = {**fields, "n": (BytesIO(b"5"), "five.txt")}
    answer = ana.web.post(f"/t/{TABLE}/entries", data=data, headers=headers)
    assert answer.status_code in (303, 422)
    assert ana.energy()[ANAS] == 0


@pytest.mark.parametrize("layer", ["json", "htmx", "form"])
@pytest.mark.parametrize("table", ["0" * 26, "x", TABLE.lower(), f"{TABLE}0"])
def test_an_unknown_table_is_404_in_all_three_forms_and_none_is_made(
    settings: Settings, ana: Person, table: str, layer: str
):
    before = content(settings)
    fields = {"id": "b" * 22, "type": "gain", "seat": ANAS, "kind": "energy", "n": "1"}
    send = {"json": lambda: ana.post({**fields, "n": 1, "seq": 3}, table=table),
            "htmx": lambda: ana.fragment(table, **fields),
            "form": lambda: ana.form(table, **fields)}[layer]  # fmt: skip
    assert send().status_code == 404
    assert content(settings) == before
