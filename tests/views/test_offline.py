"""What makes the site an app: its worker, its manifest, and the page for when there is no other."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from webapp import create_app
from webapp.settings import Settings


def an_app(folder: Path, **environment: str) -> Flask:
    return create_app(Settings.from_env({"RESERVOIR_INSTANCE": str(folder), **environment}))


def worker_of(app: Flask) -> str:
    answer = app.test_client().get("/sw.js")
    assert answer.status_code == 200 and answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    return answer.text


def release_in(script: str) -> dict:
    return json.loads(re.search(r"serve\(self, (\{.*\})\);", script)[1])


def test_the_worker_names_its_build_and_only_files_that_are_there(one_app: Flask):
    script = worker_of(one_app)
    release = release_in(script)
    assert release["build"] == one_app.extensions["packs"].build
    client = one_app.test_client()
    imported = re.search(r'from "(/static/[^"]+)"', script)[1]
    for address in [imported, *release["files"]]:
        with client.get(address) as answer:
            assert answer.status_code == 200, address


def test_everything_that_a_page_asks_for_is_kept(one_app: Flask):
    kept = release_in(worker_of(one_app))["files"]
    for place in ("/", "/en/cards/thriving-rats", "/de/shell", "/zh-hans/offline"):
        page = one_app.test_client().get(place).text
        needed = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|woff2|svg))"', page)
        assert len(needed) > 4 and set(needed) <= set(kept)


def test_every_module_is_kept_but_for_those_of_the_worker(one_app: Flask):
    assets = one_app.extensions["assets"]
    scripts = {path for path in assets.paths if path.endswith(".js")}
    left_out = {path for path in scripts if path.startswith("js/offline/worker/")}
    assert left_out and scripts - left_out == {p for p in assets.kept if p.endswith(".js")}
    for path in scripts - left_out:
        assert "/worker/" not in (assets.root / path).read_text(), path


def test_the_worker_lives_by_the_policy_of_pages(one_app: Flask):
    assert (
        "connect-src 'self'"
        in one_app.test_client().get("/sw.js").headers["Content-Security-Policy"]
    )


def test_switched_off_it_handles_no_request_and_drops_what_was_kept(tmp_path: Path):
    app = an_app(tmp_path, SERVICE_WORKER="off")
    script = worker_of(app)
    assert "fetch" not in script and "caches.delete" in script and "unregister" in script
    assert 'data-worker="off"' in app.test_client().get("/").text


def test_the_build_changes_with_what_pages_tell(tmp_path: Path, one_app: Flask):
    other = an_app(tmp_path, TABLE_DAYS="31")
    assert release_in(worker_of(other))["build"] != release_in(worker_of(one_app))["build"]


@pytest.mark.parametrize(
    "accepted, tag", [("de-AT", "de"), ("pt", "pt-BR"), ("zh-SG", "zh-Hans"), ("fr", "en")]
)
def test_the_manifest_is_in_the_language_of_the_phone_and_one_app_in_all(
    one_app: Flask, accepted: str, tag: str
):
    answer = one_app.test_client().get(
        "/manifest.webmanifest", headers={"Accept-Language": accepted}
    )
    assert answer.status_code == 200 and answer.mimetype == "application/manifest+json"
    assert set(answer.vary) == {"Cookie", "Accept-Language"}
    manifest = json.loads(answer.data)
    assert manifest["lang"] == tag and manifest["display"] == "standalone"
    assert manifest["id"] == manifest["start_url"] == manifest["scope"] == "/"


def test_the_pictures_of_the_manifest_are_there_in_the_sizes_it_says(one_app: Flask):
    manifest = json.loads(one_app.test_client().get("/manifest.webmanifest").data)
    pictures = [
        (icon["src"], icon["sizes"]) for icon in manifest["icons"] + manifest["screenshots"]
    ]
    assert {"192x192", "512x512"} <= {sizes for _, sizes in pictures}
    for source, sizes in pictures:
        with one_app.test_client().get(source) as answer:
            width, height = (int.from_bytes(answer.data[at : at + 4]) for at in (16, 20))
            assert f"{width}x{height}" == sizes, source


def test_start_and_offline_pages_are_no_redirects(one_app: Flask):
    for place in ("/", "/en/", "/de/offline", "/zh-hans/shell", "/pt-br/cards/", "/de/rulings/"):
        assert one_app.test_client().get(place).status_code == 200, place
