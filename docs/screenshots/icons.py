"""
Draws the icons of the installed app from our own glyph, by hand after a change of the drawing:

    PYTHONPATH=. .venv/bin/python docs/screenshots/icons.py
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.launch import ARGUMENTS, browser_path

ICONS = Path(__file__).parent.parent.parent / "static/icons"
BOLT = "M29 2C16 10 9 19 8 28h11c-1.5 6-4.5 12-9 18 14-6 25-15.5 29-27H26.5C27 13 28 8 29 2Z"
DRAWING = """
<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"
 width="{size}" height="{size}" style="display:block">
<rect width="64" height="64" rx="{corner}" fill="#06201f"/>
<g transform="translate(32 32) scale({scale}) translate(-32 -32)">
<circle cx="32" cy="32" r="25.5" fill="none" stroke="#d9b26f" stroke-width="1.6"/>
<path transform="translate(8.5 8)" d="{bolt}" fill="#5fe3dc"/></g></svg>
"""
#: Name: pixels, roundness of the corners, and size of the drawing: phones cut the edges off
#: "maskable" ones, and round off those for Apple's by themselves.
DRAWN = {
    "app-192": (192, 15, 1),
    "app-512": (512, 15, 1),
    "app-maskable-512": (512, 0, 0.78),
    "apple-touch-180": (180, 0, 0.92),
}

if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        for name, (size, corner, scale) in DRAWN.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(DRAWING.format(size=size, corner=corner, scale=scale, bolt=BOLT))
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
        browser.close()
