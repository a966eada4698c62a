"""Who may change what, and what every answer tells a browser."""

import hashlib
import logging
import re
import sqlite3
import sys
from pathlib import Path

import pytest
from flask import Flask

from tests.people import ANAS, TABLE, Clock, Person
from tests.views.test_events import watch_of
from webapp import create_app
from webapp.security import HEADERS, Redacted, redacted
from webapp.settings import Settings

HOME = "http://localhost"


def gain(person: Person, **headers: str) -> int:
    """The status of a post with these headers instead of the usual ones."""
    person.web.environ_base.pop("HTTP_SEC_FETCH_SITE", None)
    body = {"v": 1, "client": person.client, "entries": [person.gain(ANAS, 1)]}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return person.web.post(f"/t/{TABLE}/entries", json=body, headers=named).status_code


@pytest.mark.usefixtures("at_table")
class TestAPost:
    @pytest.mark.parametrize("site", ["same-origin", "none"])
    @pytest.mark.parametrize("origin", [HOME, "null", "https://evil.example", None])
    def test_from_our_own_page_is_let_in(self, ana: Person, site: str, origin: str | None):
        headers = {"Sec_Fetch_Site": site} | ({"Origin": origin} if origin else {})
        assert gain(ana, **headers) == 200

    @pytest.mark.parametrize("site", ["cross-site", "same-site", "", "SAME-ORIGIN"])
    @pytest.mark.parametrize("origin", [HOME, "null", "https://evil.example", None])
    def test_from_another_site_is_not(self, ana: Person, site: str, origin: str | None):
        headers = {"Sec_Fetch_Site": site} | ({"Origin": origin} if origin else {})
        assert gain(ana, **headers) == 403
        assert ana.energy()[ANAS] == 0

    def test_of_an_older_browser_is_judged_by_its_origin(self, ana: Person):
        assert gain(ana, Origin=HOME) == 200

    @pytest.mark.parametrize("origin", ["null", "", "https://localhost", "http://localhost.evil"])
    def test_of_an_older_browser_from_elsewhere_is_refused(self, ana: Person, origin: str):
        assert gain(ana, Origin=origin) == 403

    def test_of_a_program_without_cookies_is_let_in(self, dan: Person):
        assert gain(dan) == 200

    def test_with_cookies_and_nothing_else_is_refused(self, ana: Person):
        assert ana.web.get_cookie("author")
        assert gain(ana) == 403

    @pytest.mark.parametrize("path", ["/tables", "/join", f"/t/{TABLE}/code", "/language"])
    def test_to_any_address_needs_to_come_from_here(self, ana: Person, path: str):
        site = {"Sec-Fetch-Site": "cross-site"}
        assert ana.web.post(path, data={"seats": "2"}, headers=site).status_code == 403


@pytest.mark.usefixtures("at_table")
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("rest", ["", "/entries", "/code", "/state", "/events", "/ledger"])
def test_the_link_to_watch_can_change_nothing(ana: Person, cleo: Person, method: str, rest: str):
    watch = watch_of(ana)
    entry = {"id": "c" * 22, "seq": 1, "type": "gain", "seat": ANAS, "kind": "energy", "n": 5}
    post = {"v": 1, "client": cleo.client, "entries": [entry]}
    answer = cleo.web.open(f"/w/{watch}{rest}", method=method, json=post)
    assert answer.status_code in (404, 405)
    as_table = cleo.web.open(f"/t/{watch}{rest}", method=method, json=post)
    assert as_table.status_code in (404, 405)
    opening = {"v": 1, "client": cleo.client, "entries": cleo.opening()}
    opened = cleo.web.open(f"/t/{watch}{rest}", method=method, json=opening)
    assert opened.status_code in (404, 405)
    assert ana.energy()[ANAS] == 0


def content(settings: Settings) -> str:
    """A digest over everything in the database."""
    file = settings.database_url.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    return hashlib.sha256(dump.encode()).hexdigest()


@pytest.mark.usefixtures("at_table")
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_changes_nothing_whatever_is_read(
    app: Flask, settings: Settings, ana: Person, method: str
):
    values = {
        "table": TABLE,
        "watch": watch_of(ana),
        "lang": "de",
        "other": "en",
        "slug": "thriving-rats",
        "ruling": "energy-symbol",
        "id": "energy-symbol",
        "name": "share",
        "release": "x",
        "build": app.extensions["packs"].build,
        "path": "x",
    }
    before = content(settings)
    reached = 0
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], rule.rule)
        with ana.web.open(path, method=method) as answer:
            reached += answer.status_code == 200
            if path.endswith("/events"):
                next(answer.iter_encoded(), None)
    assert reached > 15
    assert content(settings) == before


@pytest.mark.usefixtures("at_table")
@pytest.mark.parametrize(
    "path", ["/", f"/t/{TABLE}", f"/t/{TABLE}/state", "/nothing", "/healthz", f"/t/{TABLE}/qr.svg"]
)
def test_every_answer_has_the_headers(ana: Person, path: str):
    headers = ana.web.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert "require-trusted-types-for 'script'; trusted-types default inspect" in policy
    assert "report-to" not in policy
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cache-Control"]
    assert "Strict-Transport-Security" not in headers
    assert "HX-Request" not in headers.get("Vary", "")


@pytest.mark.parametrize("file", ["js/app.js", "app.css", "fonts/numerals.woff2"])
def test_parts_of_a_page_say_only_what_browsers_heed_in_them(app: Flask, ana: Person, file: str):
    with ana.web.get(app.extensions["assets"].url(file)) as answer:
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "immutable" in answer.headers["Cache-Control"]
        assert "ETag" not in answer.headers and "Last-Modified" not in answer.headers
        assert len(str(answer.headers)) < 400


@pytest.mark.parametrize("file", ["icons/favicon.svg", "js/nothing.js", "../wsgi.py"])
def test_what_can_be_opened_as_a_page_has_all_headers(app: Flask, ana: Person, file: str):
    with ana.web.get(app.extensions["assets"].url(file)) as answer:
        assert HEADERS.items() <= dict(answer.headers).items()


@pytest.mark.usefixtures("at_table")
def test_a_tables_addresses_are_kept_out_of_search_engines_and_caches(ana: Person):
    for path in (f"/t/{TABLE}", f"/w/{watch_of(ana)}", f"/f/t/{TABLE}/seats"):
        assert ana.web.get(path).headers["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert ana.web.get(f"/t/{TABLE}").headers["Cache-Control"] == "private, no-cache"
    assert ana.web.get(f"/f/t/{TABLE}/seats").headers["Cache-Control"] == "no-store"
    assert "X-Robots-Tag" not in ana.web.get("/").headers


@pytest.mark.parametrize(
    "address, secure", [("https://r.example", True), ("http://r.example", False)]
)
def test_only_an_https_address_makes_cookies_secure_and_sends_hsts(
    tmp_path: Path, settings: Settings, clock: Clock, address: str, secure: bool
):
    env = {"RESERVOIR_INSTANCE": str(tmp_path), "PUBLIC_URL": address}
    app = create_app(Settings.from_env(env), clock)
    made = Person("Ana", app).web.post("/tables", data={"seats": "2"})
    author = next(c for c in made.headers.getlist("Set-Cookie") if c.startswith("author="))
    assert ("Secure" in author) is secure
    assert ("Strict-Transport-Security" in made.headers) is secure
    app.extensions["reservoir"].database.dispose()


@pytest.mark.usefixtures("at_table")
@pytest.mark.parametrize("host", ["my_pc:8000", "My_PC", "192.168.1.7:8000", "[fe80::1]:8000"])
def test_links_lead_to_the_host_that_was_asked(ana: Person, host: str):
    origin = f"http://{host}"
    page = ana.web.get(f"/t/{TABLE}/share", headers={"Host": host})
    assert f'value="{origin.lower()}/t/{TABLE}"' in page.text.replace(origin, origin.lower())
    ana.web.environ_base.pop("HTTP_SEC_FETCH_SITE")
    sent = {"Host": host, "Origin": origin.lower() if "_" in host else origin}
    assert ana.web.post(f"/t/{TABLE}/code", headers=sent).status_code == 303


@pytest.mark.parametrize(
    "host", ["", "a b", 'a"b', "a<b>", "a/b", "a?b", "a@b", "ä_b", "my_pc:x", "my_pc:99999", "pc:0"]
)
def test_a_host_that_is_none_is_refused(dan: Person, host: str):
    assert dan.web.get("/", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ["evil.example", "my_pc:8000"])
@pytest.mark.parametrize("path", ["/en/cards?q=a", "/en//cards?q=a"])
def test_a_slash_too_few_or_too_many_stays_on_this_site(dan: Person, path: str, host: str):
    answer = dan.web.get(path, headers={"Host": host})
    assert (answer.status_code, answer.headers["Location"]) == (308, "/en/cards/?q=a")


def test_a_body_of_untold_length_is_refused(ana: Person):
    chunked = {"Transfer-Encoding": "chunked"}
    answer = ana.web.post(f"/t/{TABLE}/entries", json={}, headers=chunked)
    assert (answer.status_code, answer.json) == (411, {"error": "length"})


def test_a_log_line_has_no_table_in_it():
    record = Redacted("x", logging.ERROR, "", 1, "on %s [%s]", (f"/t/{TABLE}", "GET"), None)
    assert record.getMessage() == "on /t/… [GET]"


@pytest.mark.parametrize(
    "text, shown",
    [
        (f"/t/{TABLE}/state?c=aaaaaaaaaaaaaaaaaaaaaa&after=3", "/t/…/state?c=…&after=3"),
        (f"/f/w/{TABLE}/seats", "/f/w/…/seats"),
        (f"/t/{TABLE.lower()}", "/t/…"),
        (f"KeyError: '{TABLE}'", "KeyError: '…'"),
        ("/t/%54AB1E", "/t/…"),
        ("/de/cards/aether?with=en", "/de/cards/aether?with=en"),
    ],
)
def test_what_a_log_line_shows(text: str, shown: str):
    assert redacted(text) == shown


LOGGERS = ("webapp", "webapp.store.bell", "gunicorn.error", "flask-limiter", "sqlalchemy", "")


@pytest.mark.parametrize("name", LOGGERS)
def test_no_logger_writes_a_table_down(app: Flask, capsys: pytest.CaptureFixture[str], name: str):
    logger, handler = logging.getLogger(name), logging.StreamHandler(sys.stderr)
    logger.addHandler(handler)
    try:
        raise KeyError(TABLE) from ValueError(f"/w/{TABLE}/events")
    except KeyError:
        logger.exception("Error handling request %s", f"/t/{TABLE}?c={'a' * 22}", stack_info=True)
    finally:
        logger.removeHandler(handler)
    written = capsys.readouterr().err
    assert "KeyError: '…'" in written and "ValueError: /w/…" in written and "Stack" in written
    assert TABLE not in written and "a" * 22 not in written


@pytest.mark.usefixtures("at_table")
def test_a_fault_of_ours_is_logged_without_the_table(
    app: Flask, ana: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(_: object, table: str, *more: object) -> None:
        raise RuntimeError(f"no {table}")

    monkeypatch.setattr(type(app.extensions["reservoir"].tables), "view", broken)
    assert ana.web.get(f"/t/{TABLE}/state").status_code == 500
    assert "Exception on" in caplog.text and "RuntimeError: no …" in caplog.text
    assert TABLE not in caplog.text
