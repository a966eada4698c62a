"""What the operator chooses, read once from the environment. docs/settings.md describes each."""

import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

KEY_BYTES = 32
_ORIGIN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?/?")


class SettingsError(SystemExit):
    """A value that the program will not guess around: it stops the start and says why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """
    The choices of one server.

    `instance` is the folder for database and key, `public_url` an origin without a slash at its
    end or None; `secret_key` is None where `key` is to find or make one. `proxies` is how many of
    them a request passes, one behind the other.
    """

    port: int
    host: str
    workers: int
    instance: Path
    database_url: str
    secret_key: str | None
    public_url: str | None
    proxies: int
    table_days: int
    limits: bool
    own_https: bool
    worker: bool

    @classmethod
    def from_env(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Read the environment; an empty value counts as none. Raises SettingsError."""
        given = {name: value.strip() for name, value in environ.items() if value.strip()}
        instance = _folder(given.get("RESERVOIR_INSTANCE", "instance"))
        return cls(
            port=_whole("PORT", given.get("PORT", "8000"), 1, 65535),
            host=given.get("HOST", "0.0.0.0"),
            workers=_whole("WEB_CONCURRENCY", given.get("WEB_CONCURRENCY", "2"), 1, 64),
            instance=instance,
            database_url=_database(given.get("DATABASE_URL"), instance),
            secret_key=_long("SECRET_KEY", given.get("SECRET_KEY")),
            public_url=_origin("PUBLIC_URL", given.get("PUBLIC_URL")),
            proxies=_whole("TRUSTED_PROXIES", given.get("TRUSTED_PROXIES", "0"), 0, 10),
            table_days=_whole("TABLE_DAYS", given.get("TABLE_DAYS", "30"), 1, 3650),
            limits=_switch("LIMITS", given.get("LIMITS", "on")),
            own_https=_own_https(given.get("HTTPS", "off"), given.get("PUBLIC_URL", "")),
            worker=_switch("SERVICE_WORKER", given.get("SERVICE_WORKER", "on")),
        )

    @property
    def https(self) -> bool:
        """Whether cookies may be `Secure` and HSTS is sent."""
        return bool(self.public_url and self.public_url.startswith("https:"))

    @property
    def certificates(self) -> Path:
        """Where this server's own authority and certificate are, once they are made."""
        return self.instance / "https"

    def key(self) -> str:
        """The given secret key, else the one kept in the instance folder, made at first start."""
        return self.secret_key or kept_key(self.instance / "secret_key")


def kept_key(path: Path) -> str:
    """
    Read the key file, or make it.

    Two workers may start at once: each writes a file of its own, and the one whose link comes
    first wins; so that nobody ever reads half a key.
    """
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(KEY_BYTES))
        try:
            os.link(made, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(made)
    return path.read_text().strip()


def _whole(name: str, text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
        raise SettingsError(f"{name} must be a whole number from {low} to {high}, not {text!r}.")
    return int(text)


def _switch(name: str, text: str) -> bool:
    if text not in ("on", "off"):
        raise SettingsError(f"{name} must be on or off, not {text!r}.")
    return text == "on"


def _folder(text: str) -> Path:
    path = Path(text).resolve()
    if path.exists() and not path.is_dir():
        raise SettingsError(f"RESERVOIR_INSTANCE must be a folder, and {path} is a file.")
    return path


def _database(text: str | None, instance: Path) -> str:
    """An address for SQLAlchemy. Only SQLite files serve for now."""
    if text is None:
        return f"sqlite:///{instance / 'reservoir.sqlite3'}"
    scheme = text.partition(":")[0].partition("+")[0].lower()
    if scheme in ("postgresql", "postgres"):
        raise SettingsError(
            "DATABASE_URL names PostgreSQL, which Reservoir can't use yet. "
            "Leave it out, or name a file: sqlite:////srv/reservoir.sqlite3"
        )
    path = text.removeprefix("sqlite:///")
    if path == text or path in ("", ":memory:") or "?" in path:
        # Not repeated: an address of a database often has a password in it.
        raise SettingsError("DATABASE_URL must be like sqlite:////srv/reservoir.sqlite3.")
    return f"sqlite:///{Path(path).resolve()}"


def _own_https(text: str, public_url: str) -> bool:
    """Whether this server speaks https itself; links that say http would then lead nowhere."""
    on = _switch("HTTPS", {"1": "on", "0": "off"}.get(text, text))
    if on and public_url.lower().startswith("http:"):
        raise SettingsError("PUBLIC_URL must begin with https:// where HTTPS is on.")
    return on


def _long(name: str, text: str | None) -> str | None:
    if text is not None and len(text) < 16:
        raise SettingsError(f"{name} must have 16 characters or more, or be left out.")
    return text


def _origin(name: str, text: str | None) -> str | None:
    if text is None:
        return None
    if not _ORIGIN.fullmatch(text.lower()):
        raise SettingsError(f"{name} must be like https://reservoir.example, not {text!r}.")
    return text.lower().rstrip("/")
