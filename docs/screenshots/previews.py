"""
Draws the pictures that links to cards and rulings are shown with, one for each language, by hand
after a change of their words or of our glyph:

    PYTHONPATH=. .venv/bin/python docs/screenshots/previews.py

It needs a Chromium, Chinese fonts and pngquant, which makes the pictures small.
"""

import gettext
import subprocess

from icons import BOLT, ICONS
from playwright.sync_api import sync_playwright

from tests.browser.launch import ARGUMENTS, browser_path
from webapp.i18n import LANGUAGES, TRANSLATIONS

SIZE = {"width": 1200, "height": 630}  # what most previews show uncut
WORDS = ("Rulings on energy", "The official rulings on energy counters, in four languages.")
SHRINK = ["pngquant", "64", "--speed", "1", "--nofs", "--strip", "--force", "--ext", ".png"]
DRAWING = """
<html lang="{tag}"><body style="margin:0;width:1200px;height:630px;display:grid;align-items:center;
 grid-template-columns:26rem 1fr;background:#06201f;color:#e6f4f3;font-family:sans-serif">
<svg viewBox="0 0 64 64" width="340" height="340" style="justify-self:center">
<circle cx="32" cy="32" r="30" fill="none" stroke="#d9b26f" stroke-width="1.2"/>
<path transform="translate(8.5 8)" d="{bolt}" fill="#5fe3dc"/></svg>
<div style="padding-right:5rem"><p style="margin:0;color:#d9b26f;font-size:34px">Reservoir</p>
<h1 style="margin:.35em 0;font:700 76px/1.15 'Noto Serif',serif">{title}</h1>
<p style="margin:0;font-size:36px;line-height:1.4">{words}</p></div></body></html>
"""

if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        page = browser.new_page(viewport=SIZE)
        for language in LANGUAGES:
            catalog = gettext.translation("messages", TRANSLATIONS, [language.directory])
            title, words = map(catalog.gettext, WORDS)
            page.set_content(DRAWING.format(tag=language.tag, bolt=BOLT, title=title, words=words))
            file = ICONS / f"preview-{language.slug}.png"
            page.screenshot(path=file)
            subprocess.run([*SHRINK, file], check=True)
        browser.close()
