"""A table server of its own for every test, and the people who use it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.people import Clock, Person
from webapp import assemble, create_app
from webapp.settings import Settings
from webapp.store import migrate
from webapp.store.engine import Database

FILE = "reservoir.sqlite3"
KEY = "a key for the tests alone"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a run that left a test out has failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with every migration, made once and then copied."""
    file = tmp_path_factory.mktemp("empty") / FILE
    database = Database(f"sqlite:///{file}")
    migrate.upgrade(database)
    database.dispose()
    return file


@pytest.fixture
def settings(tmp_path: Path, empty_database: Path) -> Settings:
    """Those of a server whose instance folder is the test's own."""
    shutil.copy(empty_database, tmp_path / FILE)
    env = {"RESERVOIR_INSTANCE": str(tmp_path), "SECRET_KEY": KEY, "LIMITS": "off"}
    return Settings.from_env(env)


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """The test's database, without an application."""
    database = Database(settings.database_url)
    yield database
    database.dispose()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Views and templates, built once because that takes long."""
    folder = str(tmp_path_factory.mktemp("app"))
    env = {"RESERVOIR_INSTANCE": folder, "SECRET_KEY": KEY, "LIMITS": "off"}
    return create_app(Settings.from_env(env))


@pytest.fixture
def app(one_app: Flask, settings: Settings, clock: Clock) -> Iterator[Flask]:
    """The application over the test's own database and clock."""
    reservoir = one_app.extensions["reservoir"] = assemble(settings, clock)
    yield one_app
    reservoir.database.dispose()


@pytest.fixture
def ana(app: Flask) -> Person:
    """Ana owns the table."""
    return Person("Ana", app)


@pytest.fixture
def ben(app: Flask) -> Person:
    """Ben sits at it."""
    return Person("Ben", app)


@pytest.fixture
def cleo(app: Flask) -> Person:
    """Cleo watches."""
    return Person("Cleo", app)


@pytest.fixture
def dan(app: Flask) -> Person:
    """Dan is a stranger."""
    return Person("Dan", app)


@pytest.fixture
def at_table(ana: Person, ben: Person) -> None:
    """Ana has opened the table, and Ben has taken his seat."""
    assert ana.post(*ana.opening()).status_code == 200
    assert ben.post(ben.entry("seat_take", seat="BEN00000")).status_code == 200
