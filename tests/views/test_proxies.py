"""Behind proxies: whose word on address, scheme and host is taken."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, request

from tests.people import TABLE, Clock, Person
from webapp import create_app
from webapp.settings import Settings

TOLD = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "reservoir.example",
}
HOSTILE = {
    **TOLD,
    "X-Forwarded-Port": "444",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Scheme": "https",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": "for=203.0.113.9;proto=https;host=evil.example",
    "X-Original-URL": "/evil",
    "X-HTTP-Method-Override": "DELETE",
}


@pytest.fixture
def app(request: pytest.FixtureRequest, tmp_path: Path, settings: Settings) -> Iterator[Flask]:
    """Behind as many proxies as the test is marked with, none otherwise."""
    env = {"RESERVOIR_INSTANCE": str(tmp_path), "TRUSTED_PROXIES": str(proxies(request))}
    app = create_app(Settings.from_env(env | {"LIMITS": "off"}), Clock())
    app.add_url_rule("/who", view_func=who)
    yield app
    app.extensions["reservoir"].database.dispose()


def proxies(request: pytest.FixtureRequest) -> int:
    return getattr(request, "param", 0)


NONE = [
    ("Proto", "javascript"), ("Proto", "ÿ"), ("Proto", "HTTPS:"), ("Host", "a b"),
    ("Host", "[::1"), ("Host", "x:99999"), ("Host", "user@x"), ("Host", "ÿ"),
]  # fmt: skip


def who() -> dict[str, str | None]:
    return {"address": request.remote_addr, "origin": request.host_url, "root": request.root_path}


def behind(number: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("app", [number], indirect=True)


def seen(person: Person, headers: dict[str, str]) -> tuple[str, str]:
    told = person.web.get("/who", headers=headers).json
    assert told["root"] == ""
    return told["address"], told["origin"]


def test_without_a_proxy_no_forwarding_header_is_believed(ana: Person):
    assert seen(ana, HOSTILE) == ("127.0.0.1", "http://localhost/")


@behind(1)
def test_the_word_of_one_proxy_is_taken(ana: Person):
    assert seen(ana, TOLD) == ("203.0.113.7", "https://reservoir.example/")
    assert seen(ana, HOSTILE) == ("203.0.113.7", "https://reservoir.example/")


@behind(1)
def test_what_came_before_the_one_proxy_is_not_believed(ana: Person):
    invented = {name: f"evil.example, {value}" for name, value in TOLD.items()}
    assert seen(ana, invented) == ("203.0.113.7", "https://reservoir.example/")


@behind(2)
def test_two_proxies_have_to_have_spoken(ana: Person):
    assert seen(ana, TOLD) == ("127.0.0.1", "http://localhost/")
    twice = {name: f"evil.example, {value}, inner" for name, value in TOLD.items()}
    assert seen(ana, twice) == ("203.0.113.7", "https://reservoir.example/")


@behind(1)
@pytest.mark.usefixtures("at_table")
def test_links_and_qr_codes_lead_to_where_the_player_came_from(ana: Person):
    page = ana.web.get(f"/t/{TABLE}/share", headers=TOLD).text
    assert f'value="https://reservoir.example/t/{TABLE}"' in page
    codes = {ana.web.get(f"/t/{TABLE}/qr.svg", headers=h).text for h in (TOLD, {}, HOSTILE)}
    assert len(codes) == 2


@pytest.mark.usefixtures("at_table")
def test_without_a_proxy_links_stay_at_home_whatever_is_sent(ana: Person):
    page = ana.web.get(f"/t/{TABLE}/share", headers=HOSTILE).text
    assert f'value="http://localhost/t/{TABLE}"' in page
    assert "reservoir.example" not in page and "evil" not in page


@pytest.mark.parametrize(
    "app, status", [(1, 303), (0, 403)], indirect=["app"], ids=["behind a proxy", "without one"]
)
def test_an_older_browser_is_judged_by_the_origin_it_sees(ana: Person, status: int):
    ana.web.environ_base.pop("HTTP_SEC_FETCH_SITE")
    headers = {**TOLD, "Origin": "https://reservoir.example"}
    assert ana.web.post("/tables", data={"seats": "2"}, headers=headers).status_code == status


@behind(1)
def test_https_in_front_makes_no_cookie_secure(ana: Person):
    """Only PUBLIC_URL does: whoever comes past the proxy would lose seat and language."""
    made = ana.web.post("/tables", data={"seats": "2"}, headers=TOLD)
    assert "Secure" not in str(made.headers.getlist("Set-Cookie"))
    assert "Strict-Transport-Security" not in made.headers


@pytest.mark.parametrize("hops, expected", [("1", [404, 404]), ("0", [404, 429])])
def test_the_limits_are_for_the_address_that_is_believed(
    tmp_path: Path, settings: Settings, hops: str, expected: list[int]
):
    env = {"RESERVOIR_INSTANCE": str(tmp_path), "TRUSTED_PROXIES": hops}
    app = create_app(Settings.from_env(env), Clock())
    dan = Person("Dan", app)

    def guess(address: str) -> int:
        header = {"X-Forwarded-For": address}
        return dan.web.post("/join", data={"code": "ABCD-EFGH"}, headers=header).status_code

    for _ in range(9):
        guess("203.0.113.1")
    assert [guess("203.0.113.1"), guess("203.0.113.2")] == expected
    app.extensions["reservoir"].database.dispose()


@behind(1)
@pytest.mark.parametrize("name, value", NONE, ids=ascii)
def test_a_scheme_or_host_that_is_none_is_refused_behind_a_proxy_too(
    ana: Person, name: str, value: str
):
    answer = ana.web.get("/who", headers={f"X-Forwarded-{name}": value})
    assert answer.status_code == 400


@behind(1)
@pytest.mark.parametrize("value", ["", ", ,", "ÿ", "unknown", "_hidden", "1.2.3.4:80", "[::1]:9"])
def test_a_forwarded_address_that_is_none_is_no_fault(ana: Person, value: str):
    answer = ana.web.get("/", headers={"X-Forwarded-For": value})
    assert answer.status_code == 200
