"""The certificate of this server's own authority, for phones on the home network."""

from flask import Blueprint, abort, send_file
from flask.typing import ResponseReturnValue

from webapp.views.asking import reservoir

authority = Blueprint("authority", __name__)


@authority.get("/authority.crt")
def certificate() -> ResponseReturnValue:
    """What a phone is to trust; 404 where this server has no certificate of its own."""
    settings = reservoir().settings
    if not settings.own_https:
        abort(404)
    file = settings.certificates / "authority.crt"
    return send_file(file, mimetype="application/x-x509-ca-cert", download_name="reservoir.crt")
