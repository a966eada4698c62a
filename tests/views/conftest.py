"""Pages that change nothing share one application."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app
from webapp.settings import Settings


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """An application for readers of public pages; nobody plays on it."""
    folder = tmp_path_factory.mktemp("readers")
    app = create_app(Settings.from_env({"RESERVOIR_INSTANCE": str(folder)}))
    yield app
    app.extensions["reservoir"].database.dispose()


@pytest.fixture
def reader(shared_app: Flask) -> FlaskClient:
    """A browser without cookies."""
    return shared_app.test_client()
