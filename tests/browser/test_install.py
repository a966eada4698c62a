"""The way to the home screen: each phone's own, at a good moment, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.launch import ARGUMENTS, browser_path
from tests.browser.phone import NO_NETWORK, Phone
from tests.browser.server import Server

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1"
)
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"
PROMPT = """() => {
  window.prompts = 0;
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => ({ outcome: (window.prompts += 1) && "accepted" });
  dispatchEvent(event);
  return event.defaultPrevented;
}"""
AWAIT_APP = "() => customElements.get('install-offer') !== undefined"


@pytest.fixture
def kept_browser(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with a profile: none can be installed from a private window."""
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path / "profile"), executable_path=browser_path(), args=ARGUMENTS
    )
    yield context
    context.close()


def played(phone: Phone, table, times: int = 20) -> Phone:
    phone.sit(table, "Ana")
    phone.page.wait_for_function(AWAIT_APP)
    phone.tap(table, "Ana", times=times)
    table.comes_to(Ana=times)
    return phone


def offer(phone: Phone, place: str = "main"):
    return phone.page.locator(f"{place} install-offer")


def test_chromium_finds_nothing_that_stands_against_installing(
    kept_browser: BrowserContext, server: Server
):
    page = kept_browser.pages[0]
    page.goto(server.address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => 1)")
    tool = kept_browser.new_cdp_session(page)
    assert tool.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = tool.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")


def test_the_button_comes_after_twenty_taps_and_never_again_once_it_was_used(phone, table):
    ana = phone(service_workers="allow")
    ana.open("/")
    ana.page.wait_for_function(AWAIT_APP)
    assert ana.page.evaluate(PROMPT)
    expect(offer(ana)).to_be_hidden()
    played(ana, table)
    ana.open("/")
    ana.page.wait_for_function(AWAIT_APP)
    ana.page.evaluate(PROMPT)
    expect(offer(ana)).to_contain_text("Reservoir on your home screen")
    offer(ana).get_by_role("button", name="Install").click()
    expect(offer(ana)).to_be_hidden()
    assert ana.page.evaluate("() => window.prompts") == 1
    ana.page.reload()
    ana.page.wait_for_function(AWAIT_APP)
    ana.page.evaluate(PROMPT)
    expect(offer(ana)).to_be_hidden()


def test_an_iphone_is_shown_the_way_with_the_code_only_while_nothing_waits(phone, table):
    ana = played(phone(service_workers="allow", user_agent=IPHONE), table)
    code = ana.page.locator("#code").inner_text()
    menu = ana.open_sheet("menu")
    expect(menu.locator("install-offer")).to_contain_text("Add to Home Screen")
    expect(menu.locator("[data-code]")).to_have_text(code)
    ana.page.keyboard.press("Escape")
    ana.expects(*NO_NETWORK)
    ana.page.route("**/entries", lambda route: route.abort())
    ana.tap(table, "Ana")
    ana.page.wait_for_timeout(1000)
    menu = ana.open_sheet("menu")
    expect(menu.locator("offline-ready")).to_be_visible()
    expect(menu.locator("install-offer")).to_be_hidden()


def test_firefox_on_android_is_told_where_its_menu_has_it(phone, table):
    ana = played(phone(service_workers="allow", user_agent=FIREFOX), table)
    ana.open("/")
    expect(offer(ana)).to_contain_text("menu of Firefox")
    offer(ana).get_by_role("button", name="Not now").click()
    expect(offer(ana)).to_be_hidden()
