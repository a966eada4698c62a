"""Every page and state can be used by everyone: whatever they see, hear, and touch."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import tour
from tests.browser.test_weather import answered
from tests.ends import gone, wrong

AXE = Path(__file__).parent.parent.parent / "node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LANGUAGES = {"en": "en-GB", "zh-hans": "zh-CN"}
ASK = "(only) => axe.run(document, { runOnly: only, resultTypes: ['violations'] })"


def violations(page: Page) -> set[str]:
    """What axe finds on the page as it is now; in the second theme the colours alone are others."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = set()
    for theme, only in (("dark", RULES), ("light", {"type": "rule", "values": ["color-contrast"]})):
        page.emulate_media(color_scheme=theme)
        answer = page.evaluate(ASK, only)
        for fault in answer["violations"]:
            found |= {f"{fault['id']} ({theme}): {node['html'][:160]}" for node in fault["nodes"]}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_shuts_anyone_out(phone, server, road, lang):
    shown = tour.whole(
        phone, server.address, road, lang, language=LANGUAGES[lang], reduced_motion="reduce"
    )
    found = {name: faults for name, ana in shown if (faults := violations(ana.page))}
    assert not found


@pytest.mark.slow
@pytest.mark.usefixtures("at_table")
@pytest.mark.parametrize("language", ["en", "de", "zh-CN"])
def test_no_bad_news_shuts_anyone_out(phone, app, ana, dan, clock, language):
    headers = {"Accept-Language": language}
    ends = [*gone(app, ana, dan, clock, **headers), *wrong(app, dan, **headers)]
    reader = phone(language=language, reduced_motion="reduce")
    reader.expects("status of [45]")
    found = {}
    for name, answer, status in ends:
        assert answer.status_code == status
        body = {"status": status, "content_type": "text/html", "body": answer.text}
        with answered(reader.page, "**/the-end", **body):
            reader.open("/the-end")
        if faults := violations(reader.page):
            found[name] = faults
    assert not found
