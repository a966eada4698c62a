"""The shape of the house: who may import whom, how long things may be, what lies at the top."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = sorted((ROOT / "webapp").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))
STYLES = sorted((ROOT / "static/css").rglob("*.css"))

MAY_IMPORT = {
    "domain": {"domain"},
    "services": {"services", "domain"},
    "store": {"store", "domain", "services.ports"},
    "importers": {"importers", "domain"},
    "views": {"views", "services", "domain", "i18n", "assets", "settings", "security"},
}
TOP_LEVEL = {
    *["webapp", "templates", "static", "translations", "tests", "wsgi.py", "requirements.txt"],
    *["README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml"],
    *[".ci", "docs", "bench", "deploy", "requirements-dev.txt", ".gitignore", ".gitattributes"],
    *["package.json", "package-lock.json", "biome.json"],
}


def imports_of(file: Path) -> Iterator[str]:
    """Every module that the file names in an import, relative ones made absolute."""
    package = file.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def layer_of(file: Path) -> str:
    return file.relative_to(ROOT / "webapp").parts[0]


IN_LAYERS = [file for file in PYTHON if layer_of(file) in MAY_IMPORT]


@pytest.mark.parametrize("file", IN_LAYERS, ids=name_of)
def test_imports_point_inwards(file: Path):
    layer, allowed = layer_of(file), MAY_IMPORT[layer_of(file)]
    ours = (name.removeprefix("webapp.") for name in imports_of(file) if name.startswith("webapp."))
    strangers = {n for n in ours if not any(n == a or n.startswith(a + ".") for a in allowed)}
    assert not strangers, f"{layer} must not see {sorted(strangers)}"


@pytest.mark.parametrize("file", sorted((ROOT / "webapp/domain").glob("*.py")), ids=name_of)
def test_the_domain_needs_only_the_standard_library(file: Path):
    tops = {name.split(".")[0] for name in imports_of(file)} - {"webapp", ""}
    assert tops <= set(sys.stdlib_module_names)


def test_only_these_see_both_ends_the_web_and_the_store():
    outside = [file for file in PYTHON if file.parent == ROOT / "webapp"]
    seeing = {f.name for f in outside if any(n.startswith("webapp.store.") for n in imports_of(f))}
    assert seeing == {"__init__.py", "cli.py"}


KEPT_OUT = {"services": {"flask", "sqlalchemy"}, "store": {"flask"}, "importers": {"flask"}}


@pytest.mark.parametrize("layer, banned", KEPT_OUT.items())
def test_the_web_and_the_database_stay_out_of(layer: str, banned: set[str]):
    for file in (ROOT / "webapp" / layer).rglob("*.py"):
        assert not banned & {name.split(".")[0] for name in imports_of(file)}, name_of(file)


@pytest.mark.parametrize("file", [*PYTHON, *SCRIPTS, *STYLES, *TEMPLATES], ids=name_of)
def test_a_file_has_at_most_250_lines(file: Path):
    assert len(file.read_text().splitlines()) <= 250


@pytest.mark.parametrize("file", PYTHON, ids=name_of)
def test_a_function_has_at_most_40_lines(file: Path):
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    long = {
        node.name: lines
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, functions) and (lines := node.end_lineno - node.lineno + 1) > 40
    }
    assert not long


ACTIVE_MARKUP = {
    "an inline script": r"<script(?![^>]*\b(?:src=|type=\"application/json\"))",
    "an inline style": r"<style|\sstyle=",
    "an event handler": r"\son[a-z]+\s*=",
    "an htmx script": r"hx-on|hx-vals=[\"']js:|hx-trigger=[\"'][^\"']*\[",
    "an address of someone else": r"(?:src|action|hx-get|hx-post)=[\"']https?:",
}


@pytest.mark.parametrize("file", TEMPLATES, ids=name_of)
def test_a_template_has_no_active_markup(file: Path):
    text = re.sub(r"{#.*?#}", "", file.read_text(), flags=re.S)
    assert not [what for what, pattern in ACTIVE_MARKUP.items() if re.search(pattern, text)]


def names_in(file: str, pattern: str) -> list[str]:
    found = re.findall(pattern, (ROOT / file).read_text(), re.MULTILINE)
    assert found
    return found


WORDS = names_in("templates/tables/_words.html", r'^  "([a-z-]+)":')
DRAWINGS = names_in("templates/_icons.html", r'^  "(\w+)": "M')
COLOURS = names_in("static/css/tokens.css", r"^ +(--[\w-]+): ")


@pytest.mark.parametrize("word", WORDS)
def test_a_word_for_scripts_is_said_by_one(word: str):
    assert any(f'"{word}"' in file.read_text() for file in SCRIPTS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_drawn_somewhere(name: str):
    drawing = re.compile(rf"""["']{name}["']""")
    files = [file for file in [*TEMPLATES, *PYTHON] if file.name != "_icons.html"]
    assert any(drawing.search(file.read_text()) for file in files)


@pytest.mark.parametrize("name", COLOURS)
def test_a_value_of_the_styles_is_used_by_one(name: str):
    assert any(f"var({name})" in file.read_text() for file in STYLES)


@pytest.mark.parametrize("file", TEMPLATES, ids=name_of)
def test_a_template_is_used(file: Path):
    name = file.relative_to(ROOT / "templates").as_posix()
    if file.parent.name == "sheets" and not name.endswith("_macros.html"):
        name = "tables/sheets/_"  # by their own names, in one place
    assert any(name in other.read_text() for other in [*PYTHON, *TEMPLATES] if other != file)


def test_nothing_lies_at_the_top_that_does_not_belong_there():
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)
    assert {line.split("/")[0] for line in listed.splitlines()} <= TOP_LEVEL


def test_the_last_file_a_rule_looks_at_is_really_there():
    """A rule over an empty list would pass for the wrong reason."""
    assert PYTHON and TEMPLATES and SCRIPTS and STYLES
