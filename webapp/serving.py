"""How gunicorn serves: `gunicorn -c python:webapp.serving wsgi:app`."""

from webapp.settings import Settings

_settings = Settings.from_env()

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = "gevent"
worker_connections = 6000  # every open stream is one
graceful_timeout = 5
accesslog = None  # addresses of tables are secrets
control_socket_disable = True  # its one path would be shared by two copies on one machine


def post_request(worker, request, environ, response):
    """
    Let the other greenlets in.

    Neither SQLite nor Jinja yields, so a busy connection would keep all others waiting.
    """
    import gevent

    gevent.sleep(0)


def post_worker_init(worker):
    """Once the application is loaded: see that it can serve, and end its streams when it stops."""
    import gevent

    from webapp.security import Redacted

    reservoir = worker.wsgi.extensions["reservoir"]
    worker.log.error_log.addFilter(Redacted())
    if not reservoir.ready():
        worker.log.error("The database is not up to date: run `flask --app wsgi db upgrade`.")
    gevent.spawn(_end_streams, worker, reservoir.feed)


def _end_streams(worker, feed):
    """Without this, every restart would wait for streams until graceful_timeout."""
    import gevent

    while worker.alive:
        gevent.sleep(0.1)
    feed.close()
