"""Packs: every page to read, small enough for a phone, and word for word what the server shows."""

import json
import re
from pathlib import Path
from random import Random
from threading import Lock
from types import SimpleNamespace
from typing import Any

import brotli
import pytest
from flask import Flask

from webapp import making, packs
from webapp.domain.rulings import RULINGS
from webapp.i18n import LANGUAGES
from webapp.pack_pages import FOR_ENGINES, OWN_PATH

MOST = 60_000  # bytes, as phones fetch it
SLUGS = [language.slug for language in LANGUAGES]


@pytest.fixture(scope="module", params=SLUGS)
def language(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def pack(one_app: Flask, language: str) -> Any:
    return json.loads(one_app.extensions["packs"].content(language))


def page_in(pack: Any, address: str) -> str:
    """A page as the worker puts it together."""
    path, _, query = address.partition("?")
    family, *above = pack["pages"][path]
    places = [*above, *pack["below"][family][query]]
    text = "\n".join(pack["chunks"][place] for place in places)
    return text.replace(f'"{OWN_PATH}', f'"{path}')


def addresses(pack: Any) -> set[str]:
    """Everything that a phone can read."""
    return {
        f"{path}?{query}" if query else path
        for path, (family, *_) in pack["pages"].items()
        for query in pack["below"][family]
    }


def tidy(page: str) -> list[str]:
    """The lines of a page, without what is for search engines."""
    lines = filter(None, map(str.strip, page.splitlines()))
    return [line for line in lines if not line.startswith(FOR_ENGINES)]


def test_a_pack_is_small(pack: Any, language: str):
    text = json.dumps(pack, ensure_ascii=False, separators=(",", ":"))
    sent = brotli.compress(text.encode(), quality=11, lgwin=22, lgblock=20)
    assert 10_000 < len(sent) < MOST, f"{language}: {len(sent)}"


def test_it_has_every_card_and_every_ruling_alone_and_beside_any_other_languages(
    one_app: Flask, pack: Any, language: str
):
    home = f"/{language}/"
    read = [f"{home}rulings/", *(f"{home}rulings/{ruling.id}" for ruling in RULINGS)]
    read += [f"{home}cards/{slug}" for slug in one_app.extensions["cards"].by_slug]
    first, second, third = (other for other in SLUGS if other != language)
    pairs = [f"{first},{second}", f"{first},{third}", f"{second},{third}"]
    sets = [first, second, third, *pairs, f"{first},{second},{third}"]
    wanted = {address + query for address in read for query in ("", *(f"?with={s}" for s in sets))}
    wanted |= {f"{home}rulings/{ruling.id}/to/{other}" for ruling in RULINGS for other in SLUGS}
    own = {home, f"{home}offline", f"{home}shell", f"{home}cards/", f"/f{home}cards"}
    own |= {f"/f{home}cards/actions", f"/f{home}kit"}
    assert addresses(pack) == wanted | own


def test_its_pages_are_those_of_the_server(one_app: Flask, pack: Any):
    client = one_app.test_client(use_cookies=False)
    everything = sorted(addresses(pack))
    for address in Random(4).sample(everything, 40):
        assert tidy(page_in(pack, address)) == tidy(client.get(address).text), address


def test_its_pages_are_under_the_same_policy_as_those_of_the_server(one_app: Flask, pack: Any):
    answer = one_app.test_client().get("/")
    for name in ("Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"):
        assert pack["headers"][name] == answer.headers[name]


def test_nothing_in_it_names_a_host(pack: Any):
    assert not [chunk for chunk in pack["chunks"] if re.search(r"https?://", chunk)]


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application for which nothing was made, whose packs are quickly written."""
    app = Flask("tests", root_path=str(tmp_path))
    app.extensions["assets"] = SimpleNamespace(made=tmp_path / ".made" / "release")
    monkeypatch.setattr(packs.Packs, "content", lambda _, name: b'{"of": "%s"}' % name.encode())
    packs.init_app(app, "0123456789", tmp_path)
    return app


def test_a_pack_is_made_at_first_need_and_sent_compressed_and_for_ever(other: Flask):
    address = other.extensions["packs"].url("en")
    with other.test_client().get(address, headers={"Accept-Encoding": "br, gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "br"
        assert json.loads(brotli.decompress(answer.data)) == {"of": "en"}
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Vary"] == "Accept-Encoding"
    with other.test_client().get(address) as plain:
        assert plain.json == {"of": "en"} and "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("address", ["/static/packs/0000000000/en.json", "{build}/fr.json"])
def test_another_build_or_language_is_not_answered_with_this_one(one_app: Flask, address: str):
    build = f"/static/packs/{one_app.extensions['packs'].build}"
    assert one_app.test_client().get(address.format(build=build)).status_code == 404


def test_packs_are_made_whole_or_not_at_all_and_old_builds_go(other: Flask, tmp_path: Path):
    folder = tmp_path / "static" / ".made" / packs.FOLDER
    for number in range(making.KEPT + 2):
        made = packs.Packs(other, f"b{number}", folder / f"b{number}", tmp_path, Lock())
        packs.make(made, lambda: [("en", b"{}")])
    assert len(list(folder.iterdir())) == making.KEPT
    assert (folder / f"b{making.KEPT + 1}" / "en.json.br").is_file()
    broken = packs.Packs(other, "broken", folder / "broken", tmp_path, Lock())
    with pytest.raises(ZeroDivisionError):
        packs.make(broken, lambda: [("en", b"{}"), 1 / 0])
    assert not broken.made.exists() and not list((tmp_path / "static").glob(".making-*"))


def test_of_two_makes_at_once_the_slower_one_leaves_the_folder_as_it_is(
    other: Flask, tmp_path: Path
):
    made = packs.Packs(other, "b", tmp_path / "static/.made/packs/b", tmp_path, Lock())

    def slow() -> list[tuple[str, bytes]]:
        packs.make(made, lambda: [("en", b"{}")])
        return [("en", b"[]")]

    packs.make(made, slow)
    assert (made.made / "en.json").read_bytes() == b"{}"
    assert not list((tmp_path / "static").glob(".making-*"))
