"""Every page and state can be used by everyone: whatever they see, hear, and touch."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import tour
from tests.browser.test_weather import answered
from tests.ends import gone, wrong

AXE = Path(__file__).parent.parent.parent / "node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
ASK = "(only) => axe.run(document, { runOnly: only, resultTypes: ['violations'] })"


#: Each part of the tour in another language, and in the second theme in yet another one.
LOOKS = [
    ("dark", ("de", "pt-br", "zh-hans", "en")),
    ("light", ("en", "de", "pt-br", "zh-hans")),
]


def violations(page: Page) -> set[str]:
    """What axe finds on the page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    faults = page.evaluate(ASK, RULES)["violations"]
    return {f"{fault['id']}: {node['html'][:160]}" for fault in faults for node in fault["nodes"]}


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "languages"), LOOKS)
def test_no_page_shuts_anyone_out(phone, server, road, theme, languages):
    look = {"color_scheme": theme, "reduced_motion": "reduce"}
    shown = tour.whole(phone, server.address, road, languages, **look)
    found = {name: faults for name, ana in shown if (faults := violations(ana.page))}
    assert not found


@pytest.mark.slow
@pytest.mark.usefixtures("at_table")
@pytest.mark.parametrize(
    ("language", "theme"), [("en", "dark"), ("de", "light"), ("pt-BR", "dark"), ("zh-CN", "light")]
)
def test_no_bad_news_shuts_anyone_out(phone, app, ana, dan, clock, language, theme):
    headers = {"Accept-Language": language}
    ends = [*gone(app, ana, dan, clock, **headers), *wrong(app, dan, **headers)]
    reader = phone(language=language, color_scheme=theme, reduced_motion="reduce")
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
