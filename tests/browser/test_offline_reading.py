"""Without a connection: home, every card and every ruling, in all four languages, and search."""

import os
import re
import signal
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.installed import (
    evict,
    installed,
    kept,
    offline,
    online,
    wait_until_ready,
)
from tests.browser.phone import NO_NETWORK, Phone
from tests.browser.server import Server

DUMPS = Path(__file__).parent.parent / "importers/dumps"
EVERY = ("en", "de", "pt-br", "zh-hans")
RESULTS = "() => document.getElementById('results').innerHTML.replace(/\\s+/g, ' ').trim()"

# The network goes as the worker is asked for, or as it fetches its files: the first time.
CLOSE_FIRST = """((isLate) => {
  const register = ServiceWorkerContainer.prototype.register;
  ServiceWorkerContainer.prototype.register = async function (...about) {
    const { dataset } = document.documentElement;
    const refuse = () => (dataset.refused = "");
    if ("refused" in dataset) return register.apply(this, about);
    if (!isLate) {
      await closeRoad();
      return register.apply(this, about).finally(refuse);
    }
    const registration = await register.apply(this, about);
    registration.installing.addEventListener("statechange", refuse, { once: true });
    await closeRoad();
    return registration;
  };
})(%s)"""


@pytest.fixture
def app(phone) -> Phone:
    """Ana's phone, on which the app is installed in every language."""
    return installed(phone(service_workers="allow"), *EVERY)


def test_after_one_visit_in_english_everything_can_be_read_in_four_languages_without_a_network(app):
    offline(app)
    app.open("/")
    expect(app.page.locator("html")).to_have_attribute("lang", "en")
    expect(app.page.get_by_role("heading", name="New table for")).to_be_visible()
    for place, words in {
        "/en/cards/thriving-rats": "Thriving Rats",
        "/de/rulings/": "Energiemarke",
        "/pt-br/cards/localized-destruction": "Destruição Localizada",
        "/zh-hans/cards/aethersphere-harvester": "乙太层收集机",
    }.items():
        app.open(place)
        expect(app.page.locator("main")).to_contain_text(words)
        expect(app.page.locator("html")).to_have_attribute(
            "lang", re.compile(place.split("/")[1], re.IGNORECASE)
        )
    app.open("/de/cards/thriving-rats?with=zh-hans")
    expect(app.page.locator(".wording--beside").first).to_be_visible()
    links = app.page.locator(".ruling__link")
    expect(links.first).to_be_visible()
    links.first.click()
    expect(app.page).to_have_url(re.compile(r"/de/rulings/.+\?with=zh-hans$"))
    expect(app.page.locator(".ruling")).to_be_visible()


def test_rulings_in_four_languages_and_for_the_opponent_need_no_network(app):
    offline(app)
    app.open("/de/cards/aether-hub?with=zh-hans,en&with=pt-br")
    expect(app.page.locator("#energy-symbol > .wording")).to_have_count(4)
    app.page.locator("#energy-not-mana").get_by_role("link", name="Dem Gegner zeigen").click()
    expect(app.page.locator(".turned__told")).to_contain_text("Energy counters aren't mana.")
    app.page.get_by_role("link", name="中文").click()
    expect(app.page.locator(".turned__told")).to_contain_text("能量指示物不是法术力")


def test_a_page_that_is_not_there_says_so_and_back_and_forward_show_the_right_ones(app):
    offline(app)
    app.open("/en/cards/thriving-rats")
    app.open("/w/0123456789ABCDEFGHJKMNPQRS")
    expect(app.page.get_by_role("heading", name="No connection")).to_be_visible()
    app.open("/en/rulings/")
    app.page.go_back()
    expect(app.page.get_by_role("heading", name="No connection")).to_be_visible()
    app.page.go_back()
    expect(app.page.get_by_role("heading", name="Thriving Rats")).to_be_visible()
    app.page.go_forward()
    expect(app.page.get_by_role("heading", name="No connection")).to_be_visible()


def test_the_language_is_changed_without_a_network_and_stays(app):
    offline(app)
    app.open("/en/cards/thriving-rats")
    app.change_language("de")
    expect(app.page).to_have_url(re.compile("/de/cards/thriving-rats$"))
    expect(app.page.locator("html")).to_have_attribute("lang", "de")
    app.open("/")
    expect(app.page.locator("html")).to_have_attribute("lang", "de")
    app.change_language("zh-hans")
    expect(app.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert app.page.url == f"{app.address}/"
    online(app)
    app.page.reload()
    expect(app.page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_a_language_that_is_not_on_the_phone_is_not_changed_to_without_a_network_and_that_is_said(
    phone, table
):
    app = phone(service_workers="allow")
    app.context.add_init_script(
        "Object.defineProperty(navigator.connection, 'saveData', { value: true })"
    )
    installed(app, "en")
    app.sit(table, "Ana")
    offline(app)
    for place in ("/en/cards/thriving-rats", "/", table):
        app.open(place)
        app.change_language("de")
        said = app.page.locator("form.languages [role=alert]").locator("visible=true")
        expect(said).to_have_text(re.compile("not on this phone yet"))
        expect(app.page.locator("html")).to_have_attribute("lang", "en")
    app.page.reload()
    expect(app.page.locator("html")).to_have_attribute("lang", "en")
    online(app)
    app.change_language("de")
    expect(app.page.locator("html")).to_have_attribute("lang", "de")


def test_two_phones_read_the_same_link_each_in_its_own_language(phone):
    ana = installed(phone(service_workers="allow", language="de-DE"), "de")
    ben = installed(phone(service_workers="allow", language="zh-SG"), "zh-hans")
    for someone, language in ((ana, "de"), (ben, "zh-Hans")):
        offline(someone)
        for place in ("/", "/t/0123456789ABCDEFGHJKMNPQRS"):
            someone.open(place)
            expect(someone.page.locator("html")).to_have_attribute("lang", language)


def test_what_is_found_without_a_network_is_drawn_as_the_server_draws_it(app):
    offline(app)
    app.open("/de/cards/?q=%C3%84ther")
    expect(app.page.locator(".found").first).to_have_text("Äther")
    found = {}
    rulings = ("illegales Ziel", "er", "支付{E}", "energy-may-pay-once", "fahrzeug e")
    for query in ("aether", "收集", "destruicao loc", "xyzzy", *rulings, ""):
        app.page.fill("#q", query)
        expect(app.page).to_have_url(re.compile("[?]q=" if query else "/cards/$"))
        found[query] = app.page.evaluate(RESULTS)
    online(app)
    for query, drawn in found.items():
        answer = app.context.request.get(f"{app.address}/f/de/cards", params={"q": query})
        app.page.evaluate(
            "(text) => document.getElementById('results').innerHTML = text", answer.text()
        )
        assert app.page.evaluate(RESULTS).replace("> <", "><") == drawn.replace("> <", "><"), query


def test_an_installed_phone_finds_what_the_operator_imported_too_once_the_server_says_so(
    phone, own_server: Server
):
    app = installed(phone(service_workers="allow", address=own_server.address), "de")
    app.open("/de/cards/")
    results = app.page.locator("#results")
    app.page.fill("#q", "goblin guide")
    expect(results).to_contain_text("„goblin guide“")
    assert own_server.flask("rulings", "import", str(DUMPS / "scryfall-cards.json")) == 0
    app.open("/de/cards/")
    app.page.fill("#q", "goblin guide")
    expect(results.locator(".hit").first).to_have_attribute("href", "/de/cards/goblin-guide")
    offline(app)
    app.page.fill("#q", "ratten")
    expect(results).to_contain_text("Gedeihende Ratten")


BUTTONS = """async (slug) => {
  const here = document.querySelector('script[src*="/js/"]').src.replace(/\\/js\\/.*/, "/js/");
  const { buttonWords, cardsIn } = await import(`${here}card-words.js`);
  const { buttons } = await import(`${here}ledger/actions.js`);
  const { cards, say } = await cardsIn(document.documentElement.lang);
  const have = { energy: 2, cannotGet: false, on: [] };
  return buttons(cards[slug], have).map((button) => buttonWords(button, say));
}"""


def test_what_a_card_does_is_known_without_a_network(app):
    offline(app)
    app.open("/de/")
    words = app.page.evaluate(BUTTONS, "thriving-rats")
    assert words == ["kommt ins Spiel: +2", "greift an: du kannst 2 bezahlen"]


def test_a_server_that_accepts_and_never_answers_is_answered_for_within_four_seconds(
    phone, own_server: Server
):
    app = installed(phone(service_workers="allow", address=own_server.address), "en")
    os.killpg(own_server.process.pid, signal.SIGSTOP)
    try:
        for place, sight in (("/", "main.home"), ("/t/0123456789ABCDEFGHJKMNPQRS", "live-table")):
            began = time.monotonic()
            app.page.goto(app.address + place, wait_until="commit")
            expect(app.page.locator(sight)).to_be_attached()
            assert time.monotonic() - began < 4
    finally:
        os.killpg(own_server.process.pid, signal.SIGCONT)


def test_a_phone_that_saves_data_fetches_its_own_language_and_others_only_at_a_tap(phone):
    ana = phone(service_workers="allow", language="de-DE")
    ana.context.add_init_script(
        "Object.defineProperty(navigator.connection, 'saveData', { value: true })"
    )
    installed(ana, "de")
    row = ana.page.locator('offline-ready [data-language="pt-br"]')
    expect(row).to_have_attribute("data-state", "absent")
    row.get_by_role("button").click()
    wait_until_ready(ana, "pt-br")
    expect(row).to_contain_text("offline bereit")
    packs = [name.split("/")[-1] for name in kept(ana) if name.startswith("packs-")]
    assert sorted(packs) == ["de", "pt-br"]


@pytest.mark.parametrize("late", ["false", "true"])
def test_a_worker_that_the_network_kept_from_coming_is_fetched_again_by_itself(phone, road, late):
    def close_road() -> None:
        road.open = False
        road.cut()

    ana = phone(service_workers="allow", address=road.address)
    ana.context.expose_function("closeRoad", close_road)
    ana.context.add_init_script(CLOSE_FIRST % late)
    ana.expects(*NO_NETWORK)
    ana.open("/")
    expect(ana.page.locator("html")).to_have_attribute("data-refused", "")
    assert not [name for name in kept(ana) if name.startswith("packs-")]
    road.open = True
    wait_until_ready(ana, "en")


def test_a_file_that_was_evicted_comes_back_and_until_then_no_broken_page_is_shown(app):
    evict(app, "/app.css")
    offline(app)
    app.open("/en/cards/thriving-rats")
    expect(app.page.get_by_role("heading", name="Thriving Rats")).to_be_hidden()
    online(app)
    app.open("/en/cards/thriving-rats")
    expect(app.page.get_by_role("heading", name="Thriving Rats")).to_be_visible()
    assert any(name.endswith("/app.css") for name in kept(app))
    offline(app)
    app.open("/en/cards/thriving-rats")
    expect(app.page.get_by_role("heading", name="Thriving Rats")).to_be_visible()


def test_the_worker_never_stands_between_a_table_and_its_server(app, table):
    seen: dict[str, bool] = {}

    def note(request):
        # what a worker fetches itself is reported as its own
        seen[request.url.removeprefix(app.address)] = bool(request.service_worker)

    app.context.on("request", note)
    app.sit(table, "Ana")
    app.tap(table, "Ana")
    table.comes_to(Ana=1)
    expect(app.status).to_have_text("Live")
    ours = {url: by for url, by in seen.items() if re.search("/(events|state|entries)|^/f/t", url)}
    assert any("/events" in url for url in ours) and any("/entries" in url for url in ours)
    assert not any(ours.values()), ours
    answers = app.page.evaluate(
        """() => performance.getEntriesByType("resource")
             .filter(({ name }) => /[/](events|entries)([?]|$)/.test(name))
             .map(({ workerFinalSourceType }) => workerFinalSourceType)"""
    )
    assert set(answers) == {"network"}  # the browser has not even asked the worker


def test_no_page_that_is_kept_is_a_redirect_and_none_depends_on_its_header(app):
    answers = app.page.evaluate(
        """async () => {
          const answers = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              const { redirected, status, headers } = await cache.match(request);
              answers.push([request.url, redirected, status, headers.get("Vary")]);
            }
          }
          return answers;
        }"""
    )
    assert len(answers) > 30
    assert not [answer for answer in answers if answer[1] or answer[2] != 200]
    assert {answer[3] for answer in answers} <= {None, "Accept-Encoding"}
