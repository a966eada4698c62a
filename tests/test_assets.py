"""Static files: one release, one stylesheet, every module that a page needs."""

import re
from pathlib import Path

import pytest
from flask import Flask

from webapp.assets import ENTRIES, read_assets

STATIC = Path(__file__).parent.parent / "static"


@pytest.fixture
def release(app: Flask) -> str:
    return app.extensions["assets"].release


def test_a_file_of_this_release_may_be_kept_for_ever(app: Flask, release: str):
    for path in ("app.css", "js/app.js", "fonts/numerals.woff2", "icons/favicon.svg"):
        with app.test_client().get(f"/static/{release}/{path}") as answer:
            assert answer.status_code == 200, path
            assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["app.css", "js/app.js"])
def test_another_release_is_not_answered_with_this_one(app: Flask, path: str):
    answer = app.test_client().get(f"/static/0000000000/{path}")
    assert answer.status_code == 404 and "immutable" not in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    "path", ["", "../webapp/assets.py", "js/", "nothing.js", "vendor/README.md"]
)
def test_nothing_else_is_served(app: Flask, release: str, path: str):
    assert app.test_client().get(f"/static/{release}/{path}").status_code == 404


def test_the_release_changes_with_any_file(tmp_path: Path):
    (tmp_path / "css").mkdir()
    (tmp_path / "css/a.css").write_text("a { color: red }")
    before = read_assets(tmp_path).release
    (tmp_path / "css/a.css").write_text("a { color: tan }")
    assert read_assets(tmp_path).release != before


def test_the_layers_come_first_and_every_file_is_in_the_one_that_is_sent():
    assets = read_assets(STATIC)
    assert assets.stylesheets[0] == "css/_layers.css"
    assert assets.css.startswith(b"@layer reset,tokens,base,components,utilities;")
    assert len(assets.stylesheets) == len(list((STATIC / "css").glob("*.css")))


def test_joining_keeps_what_the_styles_mean(tmp_path: Path):
    (tmp_path / "css").mkdir()
    (tmp_path / "css/a.css").write_text(
        '/* why */\na:hover > b {\n  width: calc(1rem + 0.5em);\n  src: url("../fonts/x.woff2");\n}'
    )
    joined = read_assets(tmp_path).css.decode()
    assert joined == 'a:hover > b{width:calc(1rem + .5em);src:url("fonts/x.woff2")}'


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_module_that_is_imported_is_there_and_listed(entry: str):
    modules = read_assets(STATIC).modules(entry)
    assert modules[0] == entry
    for module in modules:
        text = (STATIC / module).read_text()
        for relative in re.findall(r'from "(\.[^"]+)"', text):
            target = (STATIC / module).parent.joinpath(relative).resolve()
            assert target.relative_to(STATIC.resolve()).as_posix() in modules


def test_what_a_module_puts_off_does_not_hold_up_the_page(tmp_path: Path):
    (tmp_path / "js").mkdir()
    (tmp_path / "js/app.js").write_text('import "./now.js";\nimport("./later.js");')
    for name in ("now", "later"):
        (tmp_path / f"js/{name}.js").write_text("")
    assert read_assets(tmp_path).modules("js/app.js") == ("js/app.js", "js/now.js")


def test_only_a_table_brings_the_ledger():
    assets = read_assets(STATIC)
    assert not any("ledger" in module for module in assets.modules("js/app.js"))
    both = assets.modules("js/app.js", "js/elements/live-table.js", "js/ledger/index.js")
    assert "js/ledger/decide.js" in both and len(set(both)) == len(both)


def test_styles_use_roles_of_colours_not_raw_ones():
    raw = re.compile(r"oklch\(|#[0-9a-f]{3,8}\b|rgb\(|hsl\(")
    for file in (STATIC / "css").glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        if file.name != "tokens.css":
            assert set(raw.findall(text)) <= {"#000"}, file.name


def test_nothing_is_fixed_to_the_lower_edge():
    for file in (STATIC / "css").glob("*.css"):
        assert "position: fixed" not in file.read_text(), file.name
