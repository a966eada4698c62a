"""Pages are compressed on their way out; streams, and what others steer, are not."""

import gzip

import brotli
import pytest

from tests.people import TABLE, Person

pytestmark = pytest.mark.usefixtures("at_table")


def encoding(person: Person, path: str, **headers: str) -> str | None:
    asked = {"Accept-Encoding": "gzip, br", **{k.replace("_", "-"): v for k, v in headers.items()}}
    with person.web.get(path, headers=asked) as answer:
        return answer.headers.get("Content-Encoding")


@pytest.mark.parametrize(
    "accepted, undo", [("gzip, deflate, br", brotli.decompress), ("gzip", gzip.decompress)]
)
def test_a_page_comes_as_the_browser_likes_it(ana: Person, accepted: str, undo):
    answer = ana.web.get(f"/t/{TABLE}", headers={"Accept-Encoding": accepted})
    assert b"<!doctype html>" in undo(answer.data)
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_who_takes_none_gets_none(ana: Person):
    assert b"<!doctype html>" in ana.web.get(f"/t/{TABLE}").data


def test_neither_streams_nor_data_are_compressed(ana: Person):
    assert encoding(ana, f"/t/{TABLE}/state") is None
    answer = ana.web.get(f"/t/{TABLE}/events", headers={"Accept-Encoding": "br"})
    assert "Content-Encoding" not in answer.headers and "Vary" not in answer.headers
    answer.close()


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_makes_a_known_phone_ask_for_tells_nothing_by_its_length(
    ana: Person, dan: Person, site: str
):
    path = f"/t/{TABLE}"
    assert ana.web.get_cookie("author")
    assert encoding(ana, path, Sec_Fetch_Site=site) is None
    assert encoding(ana, path) == "br"
    assert encoding(dan, path, Sec_Fetch_Site=site) == "br"  # a link followed for the first time
