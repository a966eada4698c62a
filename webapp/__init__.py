"""Reservoir: energy counters and rulings at the table, on every player's phone."""

# Flask and the rest are imported inside create_app, because gunicorn's master reads
# webapp.serving, and its workers must patch the standard library before anything else is loaded.

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from webapp.settings import Settings


def create_app(settings: Settings) -> Flask:
    """Build the application: the only place that sees both ends, the web and the store."""
    import importlib
    import importlib.util
    from pathlib import Path

    from flask import Flask

    from webapp import assets

    root = Path(__file__).parent.parent
    app = Flask("webapp", root_path=str(root), instance_path=str(settings.instance), static_folder=None)
    app.config.update(SECRET_KEY=settings.key())
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    assets.init_app(app, root / "static")

    def there(name: str) -> bool:
        return importlib.util.find_spec(name) is not None

    if there("webapp.i18n"):
        importlib.import_module("webapp.i18n").init_app(app)
    for module, blueprint in {
        "home": "home", "tables": "tables_pages", "cards": "cards", "rulings": "rulings",
        "language": "language",
    }.items():
        if there(f"webapp.views.{module}"):
            found = importlib.import_module(f"webapp.views.{module}")
            app.register_blueprint(getattr(found, blueprint))
    return app
