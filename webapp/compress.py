"""Compressing pages on their way out. Static files were compressed when their release was made."""

from flask import Flask, Response, request
from flask_compress import Compress

from webapp.views.asking import AUTHOR


def init_app(app: Flask) -> None:
    """Compress pages and their parts; never streams, and never for a request that others steer."""
    app.config.update(
        COMPRESS_MIMETYPES=["text/html"],
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_STREAMS=False,
        COMPRESS_REGISTER=False,
    )
    compress = Compress(app)

    @app.after_request
    def compress_pages(response: Response) -> Response:
        if response.mimetype != "text/html" or _steered():
            return response
        return compress.after_request(response)


def _steered() -> bool:
    """
    Whether another site made a phone ask that has a secret here.

    Who watches the line and can make a phone ask again and again, with guesses in the page, learns
    from the length of compressed answers what else is in it (BREACH). The only secret that a player
    of the same table does not know anyway is whom the page names as author.
    """
    site = request.headers.get("Sec-Fetch-Site", "none")
    return site not in ("none", "same-origin") and AUTHOR in request.cookies
