"""Serves bench.bare exactly as Reservoir is served."""

from webapp.serving import *  # noqa: F403


def post_worker_init(worker):
    """Nothing runs beside it."""
