"""The documents tell what is true: settings, commands, files and packages."""

import dataclasses
import re
from pathlib import Path

import pytest
from flask import Flask

from webapp.settings import Settings
from webapp.store.faults import DAMAGED

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PIN = r"[\w.-]+==[\w.]+( ; python_version < \"3\.\d+\")?"
MAKE = re.compile(r"\bmake ([a-z]+)\b")
FLASK = re.compile(r"\bflask --app wsgi ([a-z]+ [a-z]+)\b")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.M))


def code_in(document: Path) -> str:
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", document.read_text(), flags=re.S))


def variables_read() -> set[str]:
    """The environment variables that settings.py names."""
    source = (ROOT / "webapp/settings.py").read_text()
    return set(re.findall(r"[\"']([A-Z][A-Z_]{3,})[\"']", source))


def test_every_setting_is_documented():
    assert len(variables_read()) >= len(dataclasses.fields(Settings)) - 1
    described = (ROOT / "docs/settings.md").read_text()
    assert not {name for name in variables_read() if f"`{name}`" not in described}


def test_no_setting_is_documented_that_does_not_exist():
    named = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs/settings.md").read_text(), flags=re.M))
    assert named and named <= variables_read()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_make_command_in_the_documents_exists(document: Path):
    assert set(MAKE.findall(code_in(document))) <= TARGETS


def test_every_make_target_is_documented_and_has_its_line_of_help():
    named = {name for document in DOCUMENTS for name in MAKE.findall(code_in(document))}
    helped = set(re.findall(r"^([a-z-]+):.*## \S", (ROOT / "Makefile").read_text(), flags=re.M))
    assert TARGETS and named >= TARGETS and helped == TARGETS


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_named_in_the_documents_exists(document: Path):
    looks_like_a_file = r"`((?:webapp|templates|static|translations|tests|docs|\.ci)/[\w./-]+)`"
    named = re.findall(looks_like_a_file, document.read_text())
    assert not [path for path in named if not (ROOT / path).exists()]


def test_exactly_the_flask_commands_that_exist_are_documented(one_app: Flask):
    ours = {
        f"{group} {name}"
        for group, commands in one_app.cli.commands.items()
        for name in commands.commands
    }
    documented = {name for page in DOCUMENTS for name in FLASK.findall(code_in(page))}
    assert documented == ours and len(ours) >= 5


def test_the_readme_shows_the_two_commands():
    assert {"run", "test"} <= set(MAKE.findall(code_in(ROOT / "README.md")))


def test_every_package_for_the_server_has_its_reason():
    direct = (ROOT / "requirements.txt").read_text().split("\n\n")[0]
    reasons = (ROOT / "docs/decisions/0001-run-time-packages.md").read_text()
    packages = re.findall(r"^([\w-]+)==", direct, flags=re.M)
    assert packages and not [name for name in packages if f"`{name}`" not in reasons]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_pins_are_exact(name: str):
    lines = filter(None, (ROOT / name).read_text().splitlines())
    packages = [line for line in lines if line[0] not in "#-"]
    assert packages and all(re.fullmatch(PIN, line) for line in packages)


def test_where_the_log_sends_an_operator_there_is_something_to_read():
    named = re.search(r"\((docs/[\w.]+), \"(.+?)\"\)", DAMAGED)
    assert named and f"## {named[2]}\n" in (ROOT / named[1]).read_text()


SCHEDULES = r"os\.environ\.get\(\"SCHEDULES\", \"(\d+)\"\)"
STREAMS = r"\((\d+), [\d.]+\) if ROUNDS >= 10"
FIGURES = [
    (r"`make test` plays ([\d,]+) schedules", "tests/machine/test_machine.py", SCHEDULES),
    (r"`make soak` plays ([\d,]+)", "Makefile", r"SCHEDULES=(\d+)"),
    (r"ten rounds of each, ([\d,]+) streams", "tests/faults/test_stop.py", STREAMS),
]


@pytest.mark.parametrize("told, file, pattern", FIGURES, ids=[told for told, _, _ in FIGURES])
def test_how_much_is_played_is_as_the_documents_tell(told: str, file: str, pattern: str):
    (said,) = re.findall(told, (ROOT / "docs/testing.md").read_text())
    (is_so,) = re.findall(pattern, (ROOT / file).read_text())
    assert int(said.replace(",", "")) == int(is_so)
