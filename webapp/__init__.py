"""Reservoir: energy counters and rulings at the table, on every player's phone."""

# Flask and the rest are imported inside the functions, because gunicorn reads webapp.serving, which
# must patch the standard library before anything else is loaded.

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from webapp.services.feed import Feed
    from webapp.services.library import Library
    from webapp.services.lifetime import Lifetime
    from webapp.services.tables import Tables
    from webapp.settings import Settings
    from webapp.store.book import SqliteBook
    from webapp.store.engine import Database

ROOT = Path(__file__).parent.parent
DAY = 24 * 60 * 60 * 1000  # ms


def milliseconds() -> int:
    """The time of this machine's clock."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Reservoir:
    """What the views find under app.extensions["reservoir"]."""

    settings: Settings
    tables: Tables
    lifetime: Lifetime
    feed: Feed
    database: Database
    book: SqliteBook
    ready: Callable[[], bool]
    now: Callable[[], int]

    def forget_idle(self) -> bool:
        """Delete one table that has been idle for too long. False when there is none."""
        return self.lifetime.forget_idle(self.now() - self.settings.table_days * DAY)


def create_app(settings: Settings, now: Callable[[], int] = milliseconds) -> Flask:
    """Build the application: the only place that sees both ends, the web and the store."""
    from flask import Flask

    from webapp import (
        assets,
        build,
        cli,
        cli_book,
        cli_rulings,
        compress,
        i18n,
        limits,
        packs,
        security,
    )

    app = Flask(
        "webapp", root_path=str(ROOT), instance_path=str(settings.instance), static_folder=None
    )
    app.json.sort_keys, app.json.compact = False, True
    app.config.update(MAX_CONTENT_LENGTH=security.LARGEST_BODY)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True, "ensure_ascii": False}
    app.extensions["reservoir"] = assemble(settings, now)
    compress.init_app(app)
    assets.init_app(app, ROOT / "static")
    security.init_app(app, settings)
    i18n.init_app(app)
    cli.init_app(app)
    app.cli.add_command(cli_rulings.translations)
    app.cli.add_command(cli_book.rulings)
    _register_views(app)
    app.extensions["library"] = _library(app)
    name = build.build_id(ROOT, app.extensions["assets"].release, settings)
    packs.init_app(app, name, settings.instance)
    limits.init_app(app, settings.limits)
    security.trust_proxies(app, settings.proxies)
    return app


def _library(app: Flask) -> Library:
    """All cards and rulings, once the views have read those of the program."""
    from webapp.chinese import simplified
    from webapp.services.library import Library

    read = app.extensions
    return Library(read["cards"], read["rulings"], read["reservoir"].book, simplified)


def assemble(settings: Settings, now: Callable[[], int]) -> Reservoir:
    """Give the services a store."""
    from webapp.services.feed import Feed
    from webapp.services.lifetime import Lifetime
    from webapp.services.tables import Tables
    from webapp.store import health
    from webapp.store.bell import Bell
    from webapp.store.book import SqliteBook
    from webapp.store.engine import Database
    from webapp.store.ledger import SqlLedger

    database = Database(settings.database_url)
    bell, ledger = Bell(database), SqlLedger(database)
    key, ready = settings.key(), partial(health.fit, database)
    feed, lifetime = Feed(ledger, bell), Lifetime(ledger, bell, key)
    tables = Tables(ledger, bell, key, feed.add)
    book = SqliteBook(settings.instance)
    return Reservoir(settings, tables, lifetime, feed, database, book, ready, now)


def _register_views(app: Flask) -> None:
    from webapp.views import (
        authority,
        cards,
        engines,
        entries,
        errors,
        events,
        export,
        health,
        home,
        kit,
        language,
        links,
        offline,
        rulings,
        share,
        tables,
    )

    errors.init_app(app)
    for blueprint in (
        home.home, tables.tables_pages, kit.kit, cards.cards, rulings.rulings, language.language,
        entries.entries, events.events, share.share, links.links, export.export,
        health.health, authority.authority, offline.offline,
        engines.engines,
    ):  # fmt: skip
        app.register_blueprint(blueprint)
