"""Each player reads their own language: address, ?hl=, cookie, Accept-Language, English."""

import pytest

from webapp import i18n


@pytest.mark.parametrize(
    ("accepted", "directory"),
    [
        ("", None),
        ("*", None),
        ("en", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("de-CH-1996,fr;q=0.5", "de"),
        ("pt", "pt_BR"),
        ("pt-BR", "pt_BR"),
        ("pt-PT,pt;q=0.9,en", "pt_BR"),
        ("zh", "zh_Hans"),
        ("zh-CN", "zh_Hans"),
        ("zh-SG", "zh_Hans"),
        ("zh-HK", "zh_Hans"),
        ("zh-Hans-CN", "zh_Hans"),
        ("zh-Hant-TW", "zh_Hans"),
        ("zh-TW,zh;q=0.9,en", "zh_Hans"),
        ("zh_CN", "zh_Hans"),
        ("ZH-cn", "zh_Hans"),
        ("da,zh;q=0.8", "zh_Hans"),
        ("fr,ja;q=0.9", None),
        ("fr, de;q=0.7, en;q=0.8", "en"),
        ("en;q=0.1, de ; q=0.2", "de"),
        ("en;q=0,de;q=0.1", "de"),
        ("de;q=0", None),
        ("de;q=banana,en", "en"),
        ("den,deu,pto", None),
        ("en;q=nan,de;q=0.5", "de"),
        (",,;;q=1,de;level=1;q=1" + "x" * 500, None),
    ],
)
def test_the_header_of_a_phone_finds_one_of_our_languages_or_none(accepted, directory):
    found = i18n.match(accepted)
    assert (found and found.directory) == directory


def language_of(answer):
    return answer.headers["Content-Language"]


def test_the_language_goes_from_the_address_to_hl_to_the_cookie_to_the_header(reader):
    header = {"Accept-Language": "pt-PT"}
    assert language_of(reader.get("/")) == "en"
    assert language_of(reader.get("/", headers=header)) == "pt-BR"
    reader.set_cookie("lang", "de")
    assert language_of(reader.get("/", headers=header)) == "de"
    assert language_of(reader.get("/?hl=zh-CN", headers=header)) == "zh-Hans"
    assert language_of(reader.get("/en/cards/?hl=zh-CN", headers=header)) == "en"


def test_a_part_of_a_page_is_in_the_language_that_the_page_was_asked_for(reader):
    reader.set_cookie("lang", "de")
    page = {"HX-Current-URL": "http://localhost/w/X?a=1&hl=zh-hans#top"}
    assert language_of(reader.get("/", headers=page)) == "zh-Hans"
    assert language_of(reader.get("/?hl=en", headers=page)) == "en"
    for odd in ("http://[", "?", "http://x/?hl", "http://x/?hl=xx"):
        assert language_of(reader.get("/", headers={"HX-Current-URL": odd})) == "de"


@pytest.mark.parametrize("unknown", ["xx", "", "de'--", "中文", "zh_CN"])
def test_a_cookie_that_names_no_slug_of_ours_counts_for_nothing(reader, unknown):
    reader.set_cookie("lang", unknown)
    assert language_of(reader.get("/", headers={"Accept-Language": "de"})) == "de"


def test_a_page_without_a_language_in_its_address_says_what_it_depends_on(reader):
    answer = reader.get("/")
    assert {"Cookie", "Accept-Language"} <= set(answer.vary)
    assert "Accept-Language" not in reader.get("/de/cards/").vary


@pytest.mark.parametrize("slug", i18n.BY_SLUG)
def test_public_pages_are_in_the_language_of_their_address(reader, slug):
    answer = reader.get(f"/{slug}/cards/", headers={"Accept-Language": "de"})
    tag = i18n.BY_SLUG[slug].tag
    assert f'<html lang="{tag}">' in answer.text
    assert language_of(answer) == tag
    assert "Accept-Language" not in answer.vary


@pytest.mark.parametrize("address", ["/xx/cards/", "/DE/cards/", "/pt_BR/cards/", "/pt/rulings/"])
def test_a_language_we_do_not_have_is_not_found_in_the_language_of_the_player(reader, address):
    answer = reader.get(address, headers={"Accept-Language": "de"})
    assert answer.status_code == 404
    assert '<html lang="de">' in answer.text


def test_the_choice_is_kept_in_a_cookie_for_a_year_and_leads_back(reader):
    answer = reader.post("/language", data={"lang": "pt-br", "next": "/t/ABC?x=1"})
    assert (answer.status_code, answer.location) == (303, "/t/ABC?x=1")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("lang=pt-br;")
    assert "Max-Age=31536000" in cookie and "Path=/" in cookie and "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert language_of(reader.get("/")) == "pt-BR"


@pytest.mark.parametrize(
    ("target", "location"),
    [
        ("/de/cards/thriving-rats?with=en", "/zh-hans/cards/thriving-rats?with=en"),
        ("/pt-br/", "/zh-hans/"),
        ("/de/cards/?q=ä%26b&hl=de", "/zh-hans/cards/?q=%C3%A4%26b"),
        ("/?hl=de", "/"),
        ("/t/ABC", "/t/ABC"),
        ("", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("/\t/evil.example/", "/"),
        ("https://evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/a\r\nSet-Cookie: x=1", "/"),
    ],
)
def test_it_leads_to_the_same_page_in_the_new_language_and_never_elsewhere(
    reader, target, location
):
    answer = reader.post("/language", data={"lang": "zh-hans", "next": target})
    assert (answer.status_code, answer.location) == (303, location)


@pytest.mark.parametrize("data", [{}, {"lang": "xx"}, {"lang": "zh_Hans"}])
def test_a_language_that_is_none_of_ours_cannot_be_chosen(reader, data):
    answer = reader.post("/language", data=data)
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers


def test_reading_a_page_never_sets_the_language(reader):
    assert "Set-Cookie" not in reader.get("/de/cards/?hl=de").headers


@pytest.mark.parametrize(
    ("slug", "written"),
    [
        ("en", "7 June 2024"),
        ("de", "07.06.2024"),
        ("pt-br", "07/06/2024"),
        ("zh-hans", "2024年6月7日"),
    ],
)
def test_a_day_is_written_as_the_reader_writes_it(shared_app, slug, written):
    with shared_app.test_request_context(f"/{slug}/"):
        assert i18n.day("2024-06-07") == written
