"""A phone whose browser may keep the app: with a worker, and a switch for its network."""

from playwright.sync_api import expect

from tests.browser.phone import NO_NETWORK, Phone

KEPT = """async () => {
  const names = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      names.push(`${name} ${new URL(url).pathname}`);
  return names;
}"""
DROP = """async ([part]) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.includes(part)) await cache.delete(request);
  }
}"""


def wait_until_ready(phone: Phone, *languages: str) -> None:
    """Home says of these languages that they are ready offline."""
    for language in languages:
        row = phone.page.locator(f'offline-ready [data-language="{language}"]')
        expect(row).to_have_attribute("data-state", "ready", timeout=120_000)


def installed(phone: Phone, *languages: str) -> Phone:
    """The phone after a first visit to home, with all of these languages kept."""
    phone.expects(*NO_NETWORK)
    phone.open("/")
    wait_until_ready(phone, *languages)
    return phone


def offline(phone: Phone) -> None:
    phone.context.set_offline(True)


def online(phone: Phone) -> None:
    phone.context.set_offline(False)


def kept(phone: Phone) -> list[str]:
    """What is kept: "<cache> <path>"."""
    return phone.page.evaluate(KEPT)


def evict(phone: Phone, part: str) -> None:
    """The browser throws away what has this in its address."""
    phone.page.evaluate(DROP, [part])
