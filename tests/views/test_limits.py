"""How much is let in: far above what people do, and never at the cost of an entry."""

import time
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.people import ANAS, TABLE, Clock, Person
from tests.views.test_share import code_of
from webapp import assemble, create_app
from webapp.settings import Settings

HTML = {"Accept": "text/html"}
WRONG = {"code": "ABCD-EFGH"}


class Tick:
    """The time of the limits, in seconds; it goes on when a test says so."""

    now = 1_800_000_000.0


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application as it is served: with its limits."""
    return create_app(Settings.from_env({"RESERVOIR_INSTANCE": str(tmp_path_factory.mktemp("x"))}))


@pytest.fixture
def tick(monkeypatch: pytest.MonkeyPatch) -> Tick:
    tick = Tick()
    monkeypatch.setattr(time, "time", lambda: tick.now)
    return tick


@pytest.fixture
def app(guarded: Flask, settings: Settings, clock: Clock, tick: Tick) -> Iterator[Flask]:
    reservoir = guarded.extensions["reservoir"] = assemble(settings, clock)
    yield guarded
    for limiter in guarded.extensions["limiter"]:
        limiter.reset()
    reservoir.database.dispose()


def at(address: str, person: Person) -> Person:
    """The same phone at another address."""
    person.web.environ_base["REMOTE_ADDR"] = address
    return person


def guesses(person: Person, times: int) -> list[int]:
    return [person.web.post("/join", data=WRONG).status_code for _ in range(times)]


@pytest.mark.usefixtures("at_table")
class TestOnePhone:
    def test_is_stopped_at_twenty_posts_a_second_and_loses_nothing(self, ana: Person, tick: Tick):
        tick.now += 1
        for _ in range(20):
            assert ana.post(ana.gain(ANAS, 1)).status_code == 200
        late = ana.gain(ANAS, 1)
        answer = ana.post(late)
        assert (answer.status_code, answer.json) == (429, {"error": "too_many"})
        assert answer.headers["Retry-After"] == "2"
        tick.now += 2
        assert ana.post(late).json["outcomes"][0]["outcome"] == "accepted"
        assert ana.energy()[ANAS] == 21

    def test_stops_nobody_else_behind_the_same_address(self, ana: Person, ben: Person, tick: Tick):
        tick.now += 1
        for _ in range(21):
            last = ana.post(ana.gain(ANAS, 1)).status_code
        assert last == 429
        assert ben.post(ben.gain(ANAS, 1)).status_code == 200

    def test_is_stopped_at_one_table_alone(self, ana: Person, tick: Tick):
        tick.now += 1
        for _ in range(21):
            ana.post(ana.gain(ANAS, 1))
        other = ana.web.post("/tables", data={"seats": "2"}).location
        wish = {"id": "f" * 22, "type": "new_game"}
        assert ana.web.post(f"{other}/entries", data=wish).status_code == 303

    @pytest.mark.parametrize(
        "language, words", [("de", "Zu viel auf einmal"), ("zh-CN", "请稍等片刻")]
    )
    def test_is_told_so_in_its_language(self, ana: Person, language: str, words: str, tick: Tick):
        tick.now += 1
        for n in range(21):
            wish = {"id": f"{n:022}", "type": "gain", "seat": ANAS, "kind": "energy", "n": "1"}
            answer = ana.web.post(
                f"/t/{TABLE}/entries", data=wish, headers=HTML | {"Accept-Language": language}
            )
        assert answer.status_code == 429 and words in answer.text
        assert int(answer.headers["Retry-After"]) > 0

    def test_sees_it_above_the_table_with_htmx(self, ana: Person, tick: Tick):
        tick.now += 1
        for n in range(21):
            wish = {"id": f"{n:022}", "type": "gain", "seat": ANAS, "kind": "energy", "n": "1"}
            answer = ana.fragment(**wish)
        assert (answer.status_code, answer.headers["HX-Retarget"]) == (429, "#refusal")


@pytest.mark.usefixtures("at_table")
class TestJoinCodes:
    def test_can_be_guessed_ten_times_a_minute(self, dan: Person, tick: Tick):
        assert guesses(dan, 12) == [404] * 10 + [429] * 2
        tick.now += 61
        assert guesses(dan, 1) == [404]

    def test_that_are_right_are_not_counted(self, ana: Person, dan: Person):
        code = code_of(ana)
        for _ in range(30):
            assert dan.web.post("/join", data={"code": code}).status_code == 303

    def test_are_not_told_even_when_right_once_too_many_were_wrong(self, ana: Person, dan: Person):
        code = code_of(ana)
        guesses(dan, 10)
        assert dan.web.post("/join", data={"code": code}).status_code == 429

    def test_are_counted_for_each_address_alone(self, dan: Person):
        assert guesses(at("192.0.2.1", dan), 11)[-1] == 429
        assert guesses(at("192.0.2.2", dan), 1) == [404]

    def test_are_counted_for_a_whole_network_of_ipv6(self, dan: Person):
        for host in range(10):
            guesses(at(f"2001:db8:1:2:{host:x}::1", dan), 1)
        assert guesses(at("2001:db8:1:2:ffff::1", dan), 1) == [429]
        assert guesses(at("2001:db8:1:3::1", dan), 1) == [404]

    def test_are_counted_for_each_ipv4_address_that_is_written_as_ipv6(self, dan: Person):
        assert guesses(at("::ffff:192.0.2.1", dan), 11)[-1] == 429
        assert guesses(at("192.0.2.1", dan), 1) == [429]
        assert guesses(at("::ffff:192.0.2.2", dan), 1) == [404]

    def test_are_counted_for_all_addresses_together(self, dan: Person):
        for network in range(60):
            assert guesses(at(f"198.51.100.{network}", dan), 10) == [404] * 10
        assert guesses(at("203.0.113.1", dan), 1) == [429]


@pytest.mark.usefixtures("at_table")
def test_new_links_of_one_table_have_their_limit(ana: Person):
    answers = [ana.web.post(f"/t/{TABLE}/rotate", data={"which": "watch"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [303] * 10 + [429]


@pytest.mark.usefixtures("at_table")
def test_a_whole_shop_may_read(ana: Person):
    for _ in range(300):
        assert ana.web.get(f"/t/{TABLE}/state").status_code == 200


@pytest.mark.usefixtures("at_table")
class TestStreams:
    def test_are_64_for_one_link(self, app: Flask, ana: Person):
        streams = [ana.web.get(f"/t/{TABLE}/events") for _ in range(64)]
        answer = ana.web.get(f"/t/{TABLE}/events")
        assert (answer.status_code, answer.json) == (429, {"error": "too_many"})
        assert int(answer.headers["Retry-After"]) > 0
        for stream in streams:
            stream.close()
        with ana.web.get(f"/t/{TABLE}/events") as stream:
            assert stream.status_code == 200

    def test_are_500_for_one_address(self, app: Flask, ana: Person, dan: Person):
        room = app.extensions["streams"]
        with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
            leave = [room.enter(f"link {n}") for n in range(500)]
        assert ana.web.get(f"/t/{TABLE}/events").status_code == 429
        with at("192.0.2.1", dan).web.get(f"/t/{TABLE}/events") as stream:
            assert stream.status_code == 200
        for end in leave:
            end()
        assert not room._open


def test_static_files_and_health_are_never_limited(guarded: Flask):
    (limiter,) = guarded.extensions["limiter"]
    for endpoint in ("static_file", "health.healthz"):
        assert limiter.limit_manager.exemption_scope(guarded, endpoint, endpoint.split(".")[0])


def test_limits_can_be_switched_off(one_app: Flask):
    assert "limiter" not in one_app.extensions
