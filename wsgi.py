"""What gunicorn and the `flask` command load."""

from webapp import create_app
from webapp.settings import Settings

app = create_app(Settings.from_env())
