"""Whether the server can serve."""

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from webapp.views.asking import reservoir

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 when the database is up to date, undamaged and can be written, else 503."""
    ready = reservoir().ready()
    return jsonify(ok=ready), 200 if ready else 503
