"""Every address of docs/openapi.yaml with what fits its description, and with what does not."""

import os
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
import yaml
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.people import ANAS, TABLE, Person
from tests.views.test_events import watch_of
from tests.views.test_share import code_of
from webapp.settings import Settings

DESCRIPTION = Path(__file__).parent.parent.parent / "docs/openapi.yaml"
SCHEMA = schemathesis.openapi.from_dict(yaml.safe_load(DESCRIPTION.read_text()))
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance,
    response_schema_conformance,
]  # fmt: skip
ROUNDS = int(os.environ.get("ROUNDS", "2"))
#: Of each kind at each address, and where entries are posted.
EXAMPLES, OF_ENTRIES = 4 * ROUNDS, 20 * ROUNDS
FORM = "application/x-www-form-urlencoded"
#: Answers after which everything must be as it was before.
REFUSALS = {400, 403, 404, 405, 409, 410, 413, 415, 429}
NOT_THERE = {"GET /authority.crt"}  # this server has made no certificate
PLACES = frozenset({"table", "watch", "slug", "ruling", "release", "path", "build"})


class Writes:
    """Whether anything was committed since the last look."""

    def __init__(self, settings: Settings) -> None:
        self._connection = sqlite3.connect(settings.database_url.removeprefix("sqlite:///"))
        self.seen()

    def seen(self) -> bool:
        last = getattr(self, "_last", None)
        (self._last,) = self._connection.execute("PRAGMA data_version").fetchone()
        return self._last != last

    def close(self) -> None:
        self._connection.close()


@pytest.mark.usefixtures("at_table")
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_comes_the_answer_is_described_and_a_refusal_changes_nothing(
    app: Flask, settings: Settings, ana: Person, label: str, mode: GenerationMode
):
    there, statuses = what_is_there(app, ana), set()

    @hypothesis.settings(
        max_examples=OF_ENTRIES if label.endswith("/entries") else EXAMPLES,
        deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(cases(label, mode), st.sampled_from([there, PLACES, frozenset()]))
    def fuzz(case: Case, known: Collection[str]) -> None:
        answer = send(app, aimed(case, {name: there[name] for name in known}))
        statuses.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)
        wrote = writes.seen()
        assert not (wrote and (case.method == "GET" or answer.status_code in REFUSALS))

    with closing(Writes(settings)) as writes:
        fuzz()
    assert mode is GenerationMode.NEGATIVE or min(statuses) < 400 or label in NOT_THERE


def test_what_is_written_is_seen_once(settings: Settings, ana: Person):
    with closing(Writes(settings)) as writes:
        assert not writes.seen()
        ana.post(*ana.opening())
        assert writes.seen() and not writes.seen()


def what_is_there(app: Flask, ana: Person) -> dict[str, str]:
    """Values that lead somewhere, by the names that the description has for them."""
    assets, state = app.jinja_env.globals["assets"], ana.state(after=0)
    _, _, release, path = assets.url("js/app.js").split("/", 3)
    return {
        "table": TABLE, "watch": watch_of(ana), "slug": "thriving-rats", "ruling": "energy-symbol",
        "release": release, "path": path, "code": code_of(ana), "seat": ANAS, "kind": "energy",
        "entry": state["entries"][0]["id"], "game": state["game"],
        "build": app.extensions["packs"].build,
    }  # fmt: skip


def aimed(case: Case, known: Mapping[str, str]) -> Case:
    """The case with what is known in place of what chance has named; entries then count from 1."""
    for fields in (case.path_parameters, case.query, case.body):
        name_in(fields, known)
    if "seat" in known and isinstance(case.body, dict):
        entries = case.body.get("entries")
        for n, entry in enumerate(entries if isinstance(entries, list) else [], 1):
            name_in(entry, known | {"seq": n})
    return case


def name_in(fields: Any, known: Mapping[str, Any]) -> None:
    if isinstance(fields, dict):
        fields |= {name: value for name, value in known.items() if name in fields}


def cases(label: str, mode: GenerationMode) -> st.SearchStrategy[Case]:
    """Cases for one operation; where nothing could be wrong with it, right ones again."""
    operation = OPERATIONS[label]
    can_be_wrong = list(operation.iter_parameters()) or operation.body
    return operation.as_strategy(mode if can_be_wrong else GenerationMode.POSITIVE)


def send(app: Flask, case: Case) -> Any:
    """Send it as a program without cookies does. Of a stream, only the beginning is read."""
    sent: dict[str, Any] = {}
    if case.media_type == FORM:
        body = case.body if isinstance(case.body, dict) else {"": case.body}
        sent = {"data": {name: texts(value) for name, value in body.items()}}
    elif case.media_type and isinstance(case.body, bytes):
        sent = {"data": case.body, "content_type": case.media_type}
    elif case.media_type:
        sent = {"json": case.body}
    headers = {name: str(value) for name, value in (case.headers or {}).items()}
    query = {name: texts(value) for name, value in (case.query or {}).items()}
    answer = app.test_client().open(
        case.formatted_path, method=case.method, query_string=query, headers=headers, **sent
    )
    if answer.mimetype == "text/event-stream":
        answer.response = [next(answer.iter_encoded())]
    answer.get_data()
    answer.close()
    return answer


def texts(value: Any) -> list[str]:
    """A value as a form or an address has it."""
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
