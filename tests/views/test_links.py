"""Links live and die: new ones, forgotten tables, idle ones, and what is said afterwards."""

import json
import re

import pytest
from flask import Flask

from tests.markup import Page
from tests.people import ANAS, BENS, TABLE, Clock, Person
from tests.views.test_events import events, sent, watch_of
from tests.views.test_share import code_of
from webapp.store.engine import Database
from webapp.store.schema import gone, metadata

pytestmark = pytest.mark.usefixtures("at_table")

HTML = {"Accept": "text/html"}
DAY = 24 * 60 * 60 * 1000


def rotate(person: Person, which: str = "play", table: str = TABLE) -> str:
    """Ask for a new link as a page without scripts does; the id of the table that it leads to."""
    answer = person.web.post(f"/t/{table}/rotate", data={"which": which})
    assert answer.status_code == 303, answer.text
    return re.fullmatch(r"/t/(\w{26})/share", answer.location)[1]


def forget(person: Person) -> None:
    assert person.web.post(f"/t/{TABLE}/forget").status_code == 303


def everything_at(address: str) -> list[str]:
    rest = ["", "/state", "/events", "/ledger"]
    if address.startswith("/w/"):
        return [address + each for each in rest]
    sheets = ["/sheet/menu", "/share", "/qr.svg", "/ledger.csv"]
    fragments = [f"/f{address}{each}" for each in ("/seats", "/ledger", "/sheet/share")]
    return [address + each for each in rest + sheets] + fragments


def assert_all_gone(person: Person, address: str) -> None:
    for path in everything_at(address):
        answer = person.web.get(path)
        assert answer.status_code == 410, path
        assert "noindex" in answer.headers["X-Robots-Tag"]
        if path.endswith(("/state", "/events")):
            assert answer.json == {"error": "gone"}


class TestANewLinkToPlay:
    def test_leads_to_the_same_table_with_the_same_seats(self, ana: Person, ben: Person):
        ana.post(ana.gain(ANAS, 3))
        before = ana.state(after=0, c=ana.client)
        new = rotate(ana)
        after = ana.state(f"/t/{new}", after=0, c=ana.client)
        assert after == {**before, "table": new, "code": code_of(ana, new)}
        assert ana.post(ana.pay(ANAS, 1), table=new).json["outcomes"][0]["outcome"] == "accepted"
        assert ben.post(ben.gain(BENS, 1), table=new).json["ack"] == 2

    def test_ends_the_old_one(self, ana: Person, dan: Person):
        rotate(ana)
        assert_all_gone(dan, f"/t/{TABLE}")

    def test_ends_the_join_code_too(self, ana: Person, dan: Person):
        old = code_of(ana)
        new = rotate(ana)
        assert dan.web.post("/join", data={"code": old}).status_code == 404
        code = code_of(ana, new)
        assert dan.web.post("/join", data={"code": code}).location == f"/t/{new}"

    def test_leaves_watchers_where_they_are(self, ana: Person, cleo: Person):
        watch = watch_of(ana)
        new = rotate(ana)
        ana.post(ana.gain(ANAS, 2), table=new)
        state = cleo.state(f"/w/{watch}", after=0)
        assert state["seats"][0]["counters"]["energy"] == 2
        assert new not in json.dumps(state)

    def test_takes_no_entry_at_the_old_one_and_loses_none(self, ana: Person, ben: Person):
        new = rotate(ana)
        late = ben.gain(BENS, 2)
        answer = ben.post(late)
        assert (answer.status_code, answer.json) == (410, {"error": "gone"})
        assert ben.post(late, table=new).json["outcomes"][0]["outcome"] == "accepted"

    def test_cannot_be_undone_by_opening_a_table_under_the_old_one(self, ana: Person, dan: Person):
        rotate(ana)
        assert dan.post(*dan.opening()).status_code == 410

    def test_is_told_to_a_page_with_scripts_alone(self, ana: Person):
        json_ = {"Accept": "application/json"}
        answer = ana.web.post(f"/t/{TABLE}/rotate", data={"which": "play"}, headers=json_)
        assert answer.status_code == 200
        assert ana.state(f"/t/{answer.json['table']}")["table"] == answer.json["table"]

    def test_can_be_replaced_again_and_all_before_stay_void(self, ana: Person, ben: Person):
        second = rotate(ana)
        third = rotate(ana, table=second)
        for old in (TABLE, second):
            assert ben.web.get(f"/t/{old}/state").status_code == 410
        assert moved(ben, TABLE) == third

    @pytest.mark.parametrize("which", ["", "both", "Play", "play\x00"])
    def test_needs_to_be_said_which(self, ana: Person, which: str):
        assert ana.web.post(f"/t/{TABLE}/rotate", data={"which": which}).status_code == 400
        assert ana.state()["table"] == TABLE

    @pytest.mark.parametrize("which", ["play", "watch"])
    def test_of_no_table_is_none(self, ana: Person, which: str):
        answer = ana.web.post(f"/t/{'0' * 26}/rotate", data={"which": which})
        assert answer.status_code == 404


def moved(person: Person, table: str) -> str | None:
    """What a phone that comes back to an old link's stream is told."""
    with person.web.get(f"/t/{table}/events?c={person.client}") as answer:
        if answer.status_code == 410:
            return None
        lines = next(sent(answer)).decode().splitlines()
    assert lines[0] == "event: moved"
    return json.loads(lines[1].removeprefix("data: "))["table"]


class TestThePhonesAtATableWithANewLink:
    def test_learn_it_over_their_stream_if_they_hold_a_seat(self, ana: Person, ben: Person):
        with ben.web.get(f"/t/{TABLE}/events?c={ben.client}") as stream:
            assert events(stream)[0][0] == "state"
            new = rotate(ana)
            (told,) = events(stream)
            with pytest.raises(StopIteration):
                next(sent(stream))
        assert (told[0], told[2]) == ("moved", {"table": new})

    def test_learn_it_when_they_come_back(self, ana: Person, ben: Person):
        new = rotate(ana)
        assert moved(ben, TABLE) == new

    def test_are_told_nothing_if_they_hold_none(self, ana: Person, dan: Person):
        with dan.web.get(f"/t/{TABLE}/events?c={dan.client}") as stream:
            events(stream)
            rotate(ana)
            with pytest.raises(StopIteration):
                next(sent(stream))
        assert moved(dan, TABLE) is None

    def test_are_told_nothing_once_they_have_left_their_seat(self, ana: Person, ben: Person):
        ben.post(ben.entry("seat_leave", seat=BENS))
        rotate(ana)
        assert moved(ben, TABLE) is None

    def test_find_the_way_on_the_old_page_if_they_hold_a_seat(
        self, ana: Person, ben: Person, dan: Person
    ):
        new = rotate(ana)
        seated, stranger = (p.web.get(f"/t/{TABLE}", headers=HTML) for p in (ben, dan))
        assert seated.status_code == stranger.status_code == 410
        assert f'href="/t/{new}"' in seated.text
        assert new not in stranger.text + str(stranger.headers)

    def test_watch_on_without_learning_it(self, ana: Person, cleo: Person):
        watch = watch_of(ana)
        with cleo.web.get(f"/w/{watch}/events") as stream:
            events(stream)
            new = rotate(ana)
            assert new not in "".join(chunk.decode() for chunk in sent(stream))
        assert cleo.web.get(f"/w/{watch}/state").status_code == 200


class TestANewLinkToWatch:
    def test_ends_the_old_one_and_leaves_the_table(self, ana: Person, cleo: Person):
        old = watch_of(ana)
        assert rotate(ana, "watch") == TABLE
        assert_all_gone(cleo, f"/w/{old}")
        assert cleo.state(f"/w/{watch_of(ana)}")["watch"] == watch_of(ana) != old

    def test_ends_the_streams_of_those_who_watch(self, ana: Person, cleo: Person):
        with cleo.web.get(f"/w/{watch_of(ana)}/events") as stream:
            events(stream)
            rotate(ana, "watch")
            assert "".join(chunk.decode() for chunk in sent(stream)) == ""

    def test_goes_unnoticed_by_those_who_play(self, ana: Person, ben: Person):
        with ben.web.get(f"/t/{TABLE}/events?c={ben.client}") as stream:
            events(stream)
            rotate(ana, "watch")
            ana.post(ana.gain(ANAS, 1))
            assert [name for name, _, _ in events(stream)] == ["state"]

    def test_never_leads_back_to_the_table(self, ana: Person, dan: Person, cleo: Person):
        old = watch_of(ana)
        rotate(ana, "watch")
        for person in (ana, dan, cleo):
            answer = person.web.get(f"/w/{old}", headers=HTML)
            assert TABLE not in answer.text and watch_of(ana) not in answer.text
        assert moved(ana, old) is None

    def test_is_another_each_time(self, ana: Person):
        seen = {watch_of(ana)}
        for _ in range(3):
            rotate(ana, "watch")
            seen.add(watch_of(ana))
        assert len(seen) == 4

    def test_survives_a_new_link_to_play(self, ana: Person, cleo: Person):
        rotate(ana, "watch")
        watch = watch_of(ana)
        new = rotate(ana)
        assert cleo.state(f"/w/{watch}")["watch"] == watch
        assert rotate(ana, "watch", table=new) == new
        assert cleo.web.get(f"/w/{watch}").status_code == 410


class TestAForgottenTable:
    def test_is_gone_for_good(self, ana: Person, dan: Person):
        watch = watch_of(ana)
        forget(ana)
        assert_all_gone(dan, f"/t/{TABLE}")
        assert_all_gone(dan, f"/w/{watch}")
        assert dan.post(*dan.opening()).status_code == 410
        assert ana.web.post(f"/t/{TABLE}/forget").status_code == 410

    def test_takes_no_entry(self, ana: Person, ben: Person):
        forget(ana)
        answer = ben.post(ben.gain(BENS, 1))
        assert (answer.status_code, answer.json) == (410, {"error": "gone"})
        assert (
            ben.fragment(id="f" * 22, type="gain", seat=BENS, kind="energy", n="1").status_code
            == 410
        )

    def test_ends_every_stream(self, ana: Person, ben: Person, cleo: Person):
        play, watch = f"/t/{TABLE}/events?c={ben.client}", f"/w/{watch_of(ana)}/events"
        with ben.web.get(play) as one, cleo.web.get(watch) as other:
            events(one), events(other)
            forget(ana)
            for stream in (one, other):
                assert "".join(chunk.decode() for chunk in sent(stream)) == ""

    def test_takes_the_old_links_with_it(self, ana: Person, ben: Person):
        new = rotate(ana)
        ana.web.post(f"/t/{new}/forget")
        assert moved(ben, TABLE) is None

    def test_leaves_only_hashes_behind(self, ana: Person, app: Flask):
        watch = watch_of(ana)
        ana.post(ana.gain(ANAS, 3))
        forget(ana)
        database: Database = app.extensions["reservoir"].database
        with database.reading() as connection:
            for table in metadata.sorted_tables:
                rows = connection.execute(table.select()).all()
                assert TABLE not in str(rows) and watch not in str(rows)
                assert (len(rows) == 0) is (table.name not in ("meta", "gone"))
            assert {len(row.hash) for row in connection.execute(gone.select())} == {64}

    def test_of_no_table_is_none(self, dan: Person):
        assert dan.web.post(f"/t/{'0' * 26}/forget").status_code == 404
        assert dan.state()["table"] == TABLE


WORDS = {
    "de": ("neuen Link", "endgültig gelöscht", "lange nicht gespielt"),
    "pt-BR": ("novo link", "apagou de vez", "há muito tempo"),
    "zh-CN": ("新链接", "永久删除", "很久没有"),
}


@pytest.mark.parametrize("language", WORDS)
def test_what_happened_is_said_in_the_players_language(
    app: Flask, ana: Person, dan: Person, clock: Clock, language: str
):
    other = ana.web.post("/tables", data={"seats": "2"}).location
    new = rotate(ana)
    ana.web.post(f"/t/{new}/forget")
    clock.time += 31 * DAY
    while app.extensions["reservoir"].forget_idle():
        pass
    for address, words in zip((f"/t/{TABLE}", f"/t/{new}", other), WORDS[language], strict=True):
        answer = dan.web.get(address, headers=HTML | {"Accept-Language": language})
        assert answer.status_code == 410 and words in answer.text


def test_a_pasted_old_link_leads_to_what_happened(ana: Person, dan: Person):
    rotate(ana)
    assert dan.web.post("/join", data={"code": f"x/t/{TABLE}"}).location == f"/t/{TABLE}"


class TestAnIdleTable:
    def test_is_deleted_after_as_many_days_as_are_set(self, app: Flask, ana: Person, clock: Clock):
        sweep = app.extensions["reservoir"].forget_idle
        clock.time += 30 * DAY
        assert sweep() is False
        assert ana.state()["seq"] == 3
        clock.time += 1
        assert sweep() is True
        assert sweep() is False
        assert_all_gone(ana, f"/t/{TABLE}")

    def test_lives_on_with_every_entry(self, app: Flask, ana: Person, clock: Clock):
        for _ in range(3):
            clock.time += 20 * DAY
            ana.post(ana.gain(ANAS, 1))
            assert app.extensions["reservoir"].forget_idle() is False
        assert ana.energy()[ANAS] == 3

    def test_is_deleted_by_the_command(self, app: Flask, ana: Person, clock: Clock):
        ana.web.post("/tables", data={"seats": "2"})
        clock.time += 31 * DAY
        assert app.test_cli_runner().invoke(args=["tables", "sweep"]).output == "2 deleted\n"
        assert app.test_cli_runner().invoke(args=["tables", "sweep"]).output == "0 deleted\n"

    @pytest.mark.parametrize("place", ["share", "sheet/menu"])
    def test_is_announced(self, ana: Person, place: str):
        assert "30 days" in ana.web.get(f"/t/{TABLE}/{place}").text


@pytest.mark.parametrize("place", ["", "/share", "/sheet/menu", "/ledger"])
def test_a_link_preview_has_no_names_and_search_engines_none_at_all(ana: Person, place: str):
    ana.post(ana.entry("seat_rename", seat=ANAS, name="Anastasia"))
    answer = ana.web.get(f"/t/{TABLE}{place}")
    page = Page(answer.text)
    preview = {m["property"]: m["content"] for m in page.all("meta", property=None)}
    assert preview["og:title"] == "An energy table"
    assert "Anastasia" not in str(preview) and TABLE not in str(preview)
    assert page.all("meta", name="description")[0]["content"]
    assert "noindex" in page.all("meta", name="robots")[0]["content"]
    assert "noindex" in answer.headers["X-Robots-Tag"]


def test_a_watch_link_shows_the_same_preview(ana: Person, cleo: Person):
    page = Page(cleo.web.get(f"/w/{watch_of(ana)}").text)
    (title,) = page.all("meta", property="og:title")
    assert title["content"] == "An energy table"


@pytest.mark.parametrize("sheet", ["links", "forget"])
def test_what_ends_things_is_asked_first(ana: Person, sheet: str):
    before = ana.state()
    alone, over = (ana.web.get(f"{p}/t/{TABLE}/sheet/{sheet}") for p in ("", "/f"))
    assert Page(alone.text).faults() == []
    assert ana.state() == before
    for answer in (alone, over):
        forms = Page(answer.text).all("form", method="post")
        assert any(f["action"].startswith(f"/t/{TABLE}/") for f in forms)
