"""What is made of the static files before they are sent: smaller, compressed, kept for a while."""

import gzip
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webapp import assets, making, release

STATIC = Path(__file__).parent.parent / "static"
SCRIPT = "// why\nexport const greet = (name) => `hi  ${name}`;\n" * 20


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small folder of static files."""
    for folder in ("css", "js", "vendor"):
        (tmp_path / folder).mkdir()
    (tmp_path / "css/a.css").write_text("a { color: red }\n" * 20)
    (tmp_path / "js/app.js").write_text(SCRIPT)
    (tmp_path / "vendor/x.js").write_text(SCRIPT)
    (tmp_path / "vendor/README.md").write_text("not for phones")
    return tmp_path


def client_of(root: Path) -> FlaskClient:
    app = Flask("tests", root_path=str(root), static_folder=None)
    assets.init_app(app, root)
    return app.test_client()


@pytest.fixture
def answer(root: Path) -> Iterator[TestResponse]:
    """The entry module, asked for as a browser does."""
    address = assets.read_assets(root).url("js/app.js")
    release.make(root)
    with client_of(root).get(address, headers={"Accept-Encoding": "gzip, br"}) as answer:
        yield answer


def test_a_module_is_sent_compressed_and_without_its_comments(answer: TestResponse):
    assert answer.headers["Content-Encoding"] == "br"
    sent = brotli.decompress(answer.data).decode()
    assert "why" not in sent and "`hi  ${name}`" in sent


def test_it_may_be_kept_for_ever_but_not_by_other_sites(answer: TestResponse):
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_gzip_is_there_for_those_who_want_it(root: Path):
    made = release.make(root)
    plain = (made / "app.css").read_bytes()
    assert gzip.decompress((made / "app.css.gz").read_bytes()) == plain


@pytest.mark.parametrize("path", ["app.css", "js/app.js", "vendor/x.js"])
def test_without_it_the_same_addresses_answer(root: Path, path: str):
    address = assets.read_assets(root).url(path)
    with client_of(root).get(address) as plain:
        assert plain.status_code == 200 and "immutable" in plain.headers["Cache-Control"]
    release.make(root)
    with client_of(root).get(address) as made:
        assert made.status_code == 200 and made.mimetype == plain.mimetype


def test_what_others_wrote_is_sent_as_it_is(root: Path):
    assert (release.make(root) / "vendor/x.js").read_text() == SCRIPT


@pytest.mark.parametrize("path", ["vendor/README.md", "app.css.br", "../../js/app.js", "js"])
def test_only_files_for_phones_are_served(root: Path, path: str):
    address = assets.read_assets(root).url(path)
    release.make(root)
    assert client_of(root).get(address).status_code == 404


def test_nothing_is_made_twice(root: Path):
    first = release.make(root)
    before = {file: file.stat().st_mtime_ns for file in first.rglob("*")}
    assert release.make(root) == first
    assert {file: file.stat().st_mtime_ns for file in first.rglob("*")} == before


def test_a_page_opened_before_an_update_finds_its_files_the_oldest_ones_go(root: Path):
    addresses = []
    for n in range(making.KEPT + 1):
        (root / "css/a.css").write_text(f"a {{ width: {n}px }}")
        os.utime(release.make(root), (n, n))
        addresses.append(assets.read_assets(root).url("app.css"))
    client = client_of(root)
    statuses = []
    for address in addresses:
        with client.get(address) as answer:
            statuses.append(answer.status_code)
    assert statuses == [404, 200, 200, 200]


def test_what_was_made_does_not_change_the_release(root: Path):
    before = assets.read_assets(root)
    release.make(root)
    assert assets.read_assets(root) == before


def test_a_make_that_fails_leaves_nothing_behind(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(release, "_fill", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        release.make(root)
    assert not [path for path in root.rglob("*") if path.name.startswith(".making")]
    assert not assets.read_assets(root).made.exists()


def test_our_modules_are_still_javascript_when_they_are_minified(tmp_path: Path):
    for file in sorted((STATIC / "js").rglob("*.js")):
        target = tmp_path / f"{file.stem}.mjs"
        target.write_bytes(release._minified(file))
        checked = subprocess.run(["node", "--check", target], capture_output=True, text=True)
        assert checked.returncode == 0, f"{file.name}: {checked.stderr}"
