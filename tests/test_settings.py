"""Settings: what is taken, and what stops the start."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from webapp.settings import Settings, SettingsError, kept_key


def test_without_any_the_defaults_hold():
    settings = Settings.from_env({})
    assert (settings.port, settings.host, settings.workers) == (8000, "0.0.0.0", 2)
    assert settings.instance == Path("instance").resolve()
    assert settings.database_url == f"sqlite:///{settings.instance}/reservoir.sqlite3"
    assert settings.public_url is None and not settings.https
    assert (settings.proxies, settings.table_days, settings.limits) == (0, 30, True)


def test_an_empty_value_is_none_at_all():
    assert Settings.from_env({"PORT": "", "PUBLIC_URL": " "}) == Settings.from_env({})


def test_what_is_given_is_taken(tmp_path: Path):
    settings = Settings.from_env({
        "PORT": "8123", "HOST": "127.0.0.1", "WEB_CONCURRENCY": "4",
        "RESERVOIR_INSTANCE": str(tmp_path), "DATABASE_URL": "sqlite:////srv/x.sqlite3",
        "SECRET_KEY": "sixteen letters!", "PUBLIC_URL": "https://Reservoir.example:8443/",
        "TRUSTED_PROXIES": "2", "TABLE_DAYS": "7", "LIMITS": "off",
    })  # fmt: skip
    assert (settings.port, settings.host, settings.workers) == (8123, "127.0.0.1", 4)
    assert (settings.proxies, settings.table_days, settings.limits) == (2, 7, False)
    assert settings.database_url == "sqlite:////srv/x.sqlite3"
    assert settings.key() == "sixteen letters!"
    assert settings.public_url == "https://reservoir.example:8443" and settings.https


WRONG = [
    ("PORT", "0"), ("PORT", "65536"), ("PORT", "eighty"), ("PORT", "-1"), ("PORT", "8e3"),
    ("PORT", "９０００"), ("PORT", "9" * 5000), ("WEB_CONCURRENCY", "0"),
    ("WEB_CONCURRENCY", "1.5"),
    ("TRUSTED_PROXIES", "-1"), ("TRUSTED_PROXIES", "11"), ("TRUSTED_PROXIES", "10.0.0.1"),
    ("TRUSTED_PROXIES", "*"), ("TABLE_DAYS", "0"), ("TABLE_DAYS", "3651"), ("TABLE_DAYS", "never"),
    ("LIMITS", "none"), ("LIMITS", "ON"), ("LIMITS", "0"),
    ("SECRET_KEY", "short"), ("PUBLIC_URL", "reservoir.example"), ("PUBLIC_URL", "ftp://x.example"),
    ("PUBLIC_URL", "https://x.example/folder"), ("PUBLIC_URL", "https://a:b@x.example"),
    ("PUBLIC_URL", "https://"), ("PUBLIC_URL", "https://x.example:port"),
    ("PUBLIC_URL", "https://x.example?a=b"), ("DATABASE_URL", "mysql://x/y"),
    ("DATABASE_URL", "sqlite://"), ("DATABASE_URL", "sqlite:///:memory:"), ("DATABASE_URL", "file"),
]  # fmt: skip


@pytest.mark.parametrize("name, value", WRONG, ids=lambda value: value[:30])
def test_a_wrong_value_stops_the_start_and_is_named(name: str, value: str):
    with pytest.raises(SettingsError, match=name):
        Settings.from_env({name: value})


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_stops_the_start_with_a_clear_message(scheme: str):
    with pytest.raises(SettingsError, match="PostgreSQL, which Reservoir can't use yet"):
        Settings.from_env({"DATABASE_URL": f"{scheme}://user:secret@db/reservoir"})


def test_a_password_in_an_address_is_not_repeated():
    with pytest.raises(SettingsError) as stopped:
        Settings.from_env({"DATABASE_URL": "mysql://user:secret@db/reservoir"})
    assert "secret" not in str(stopped.value)


def test_a_file_is_no_instance_folder(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(SettingsError, match="RESERVOIR_INSTANCE"):
        Settings.from_env({"RESERVOIR_INSTANCE": str(file)})


def test_the_key_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path):
    settings = Settings.from_env({"RESERVOIR_INSTANCE": str(tmp_path / "new")})
    key = settings.key()
    assert len(key) >= 40
    assert settings.key() == key
    (file,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_workers_that_start_at_once_have_the_same_key(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(kept_key, [tmp_path / "secret_key"] * 32))
    assert len(keys) == 1 and "" not in keys
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
