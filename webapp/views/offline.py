"""What makes the site an app: its worker, its manifest, and a page for when there is no other."""

from collections.abc import Mapping

from flask import Blueprint, Response, current_app, json, render_template
from flask_babel import gettext

from webapp.i18n import LANGUAGES, Language, current
from webapp.views.asking import reservoir

offline = Blueprint("offline", __name__)

WORKER = "js/offline/worker/main.js"
#: Takes everything back: no fetch handler, and what earlier workers kept is deleted.
RETIRED = """\
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(retire()));
async function retire() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
"""
#: What the app shows of itself before its page is there: the ground of the dark theme.
GROUND = "#022023"
ICONS = (
    ("icons/app-192.png", "192x192", "any"),
    ("icons/app-512.png", "512x512", "any"),
    ("icons/app-maskable-512.png", "512x512", "maskable"),
)
SCREENSHOTS = ("icons/screen-table.png", "icons/screen-card.png")


@offline.app_context_processor
def say_whether_there_is_a_worker() -> Mapping[str, bool]:
    """Pages look for a worker to take back where the operator has switched it off."""
    return {"worker_off": not reservoir().settings.worker}


@offline.get("/sw.js")
def worker() -> Response:
    """
    The worker of this build.

    It stands at one address for ever, and is asked for anew each time; so that its list of what
    to keep is one with the server's.
    """
    script = _script() if reservoir().settings.worker else RETIRED
    response = Response(script, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _script() -> str:
    assets, packs = current_app.extensions["assets"], current_app.extensions["packs"]
    release = {
        "build": packs.build,
        "files": [assets.url(path) for path in assets.kept] + [packs.url("names")],
        "packs": {language.slug: packs.url(language.slug) for language in LANGUAGES},
    }
    address = json.dumps(assets.url(WORKER))
    return f"import {{ serve }} from {address};\nserve(self, {json.dumps(release)});\n"


@offline.get("/<language:lang>/offline")
def no_connection(lang: Language) -> str:
    """What the worker shows in place of a page that it does not have."""
    return render_template("offline/show.html")


@offline.get("/manifest.webmanifest")
def manifest() -> Response:
    """How a phone installs the app: one app in all languages, described in the reader's own."""
    url = current_app.extensions["assets"].url
    shown = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": "Reservoir",
        "short_name": "Reservoir",
        "description": gettext(
            "Energy counters and rulings at the table, on every player’s phone."
        ),
        "lang": current().tag,
        "dir": "ltr",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games", "utilities"],
        "icons": [
            {"src": url(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for path, sizes, purpose in ICONS
        ],
        "screenshots": [
            {"src": url(path), "sizes": "360x720", "type": "image/png", "form_factor": "narrow"}
            for path in SCREENSHOTS
        ],
    }
    response = Response(json.dumps(shown, ensure_ascii=False), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(["Cookie", "Accept-Language"])
    return response
