"""How gunicorn serves: `gunicorn -c python:webapp.serving wsgi:app`."""

import gc
import threading
from pathlib import Path

import gevent
from gevent import monkey

from webapp.settings import Settings, SettingsError

# In the master already, so that it can load the application.
monkey.patch_all()

HOUR = 3600  # seconds
PAUSE = 0.1  # seconds
ALIVE = 20_000  # new things until rubbish is looked for: streams make many that stay

_settings = Settings.from_env()

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = "webapp.worker.Worker"
preload_app = True  # a worker that replaces another begins at once, and shares memory with it
worker_connections = 6000  # open streams apart: webapp/limits.py counts those
graceful_timeout = 5
accesslog = None  # addresses of tables are secrets
forwarded_allow_ips = ""  # whom to believe is settled by TRUSTED_PROXIES alone
if _settings.own_https:
    certfile = str(_settings.certificates / "server.crt")
    keyfile = str(_settings.certificates / "server.key")
    if not Path(certfile).exists():
        raise SettingsError("HTTPS needs a certificate:  HTTPS=1 python -m webapp.certificate")
control_socket_disable = True  # its one path would be shared by two copies on one machine


def when_ready(server):
    """Make the master ready to fork: nothing else runs in it, and what is loaded stays shared."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join()  # Flask-Limiter begins with a short one
    gc.collect()
    gc.freeze()  # nobody need search it again, nor copy it by searching


def pre_request(worker, request):
    """
    Close the connection of a stream when the stream ends.

    Else it would wait for another request, and a server that stops would wait for it.
    """
    if request.path.endswith("/events"):
        request.force_close()


def post_request(worker, request, environ, response):
    """
    Let the other greenlets in.

    Neither SQLite nor Jinja yields, so a busy connection would keep all others waiting.
    """
    gevent.sleep(0)


def post_worker_init(worker):
    """See that the application can serve, and begin what runs beside it."""
    gc.set_threshold(ALIVE)
    reservoir = worker.wsgi.extensions["reservoir"]
    if not reservoir.ready():
        worker.log.error(
            "The database is not ready. If nothing above says why: `flask --app wsgi db upgrade`."
        )
    gevent.spawn(_end_streams, worker, reservoir.feed)
    gevent.spawn(_sweep, worker, reservoir)


def _end_streams(worker, feed):
    """Without this, every restart would wait for streams until graceful_timeout."""
    while worker.alive:
        gevent.sleep(0.1)
    feed.close()


def _sweep(worker, reservoir):
    """Delete idle tables now and every hour, one by one, because each holds up the others."""
    while True:
        try:
            more = reservoir.ready() and reservoir.forget_idle()
        except Exception:
            more = False
            worker.log.exception("The idle tables could not be deleted; the next try is in an hour")
        gevent.sleep(PAUSE if more else HOUR)
