"""What search engines are told: every public page, and no table."""

import re
from urllib.robotparser import RobotFileParser

import pytest

from tests.people import TABLE
from webapp.domain.rulings import RULINGS

SLUGS = ("en", "de", "pt-br", "zh-hans")


@pytest.fixture
def told(reader) -> list[str]:
    """The paths of the site map."""
    return re.findall(r"<loc>http://localhost(/[^<]*)</loc>", reader.get("/sitemap.xml").text)


def test_the_site_map_has_every_public_page_once_in_each_language(told):
    assert len(told) == len(set(told)) == len(SLUGS) * (3 + 164 + len(RULINGS))
    for slug in SLUGS:
        assert {f"/{slug}/", f"/{slug}/cards/thriving-rats", f"/{slug}/rulings/"} <= set(told)


def test_every_address_of_the_site_map_is_there_under_this_very_name(reader, told):
    for path in told[::37]:
        answer = reader.get(path)
        assert answer.status_code == 200 and "noindex" not in answer.text
        canonical = re.findall(r'rel="canonical" href="http://localhost([^"]+)"', answer.text)
        assert canonical in ([path], []) and (canonical or path.count("/") == 2)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/de/cards/thriving-rats", True),
        ("/f/de/cards?q=a", False),
        # what may not be asked for never says that it is not to be listed
        (f"/t/{TABLE}", True),
    ],
)
def test_engines_read_pages_and_not_their_parts(reader, path, allowed):
    rules = RobotFileParser()
    rules.parse(reader.get("/robots.txt").text.splitlines())
    assert rules.can_fetch("*", path) == allowed
    assert rules.site_maps() == ["http://localhost/sitemap.xml"]


@pytest.mark.parametrize("path", ["/robots.txt", "/sitemap.xml"])
def test_what_engines_read_is_kept_for_a_day_and_names_no_table(reader, path):
    answer = reader.get(path)
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert not re.search(r"/[tw]/", answer.text) and "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("place", [f"/t/{TABLE}", f"/w/{TABLE}", f"/f/t/{TABLE}/seats"])
def test_no_engine_lists_a_table(reader, place):
    assert "noindex" in reader.get(place).headers["X-Robots-Tag"]
