"""A player's phone: a browser context of its own, with the few words that stories use."""

import contextlib
import copy
import re
from collections.abc import Iterator

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.browser.table import Table

#: What a browser says of a request that finds no network, or loses it at whatever byte.
NO_NETWORK = (
    r"net::ERR_(FAILED|ABORTED|TIMED_OUT|INTERNET|NETWORK|CONNECTION|SOCKET|EMPTY_RESPONSE)",
    r"net::ERR_(INCOMPLETE_CHUNKED|CONTENT_LENGTH_MISMATCH|RESPONSE_HEADERS_TRUNCATED)",
    r"Failed to fetch|NetworkError|error occurred when fetching the script",
)
GONE = "status of 410"
REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy broken: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
LOOK = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  Object.defineProperty(document, "hidden", { value: state === "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""
ANOTHER_SHEET = """(before) => {
  const head = document.querySelector("#sheet:modal .sheet__head");
  return head && head !== before;
}"""
DELAY_ANSWERS = """([ending, ms]) => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (answer.url.endsWith(ending)) await new Promise((done) => setTimeout(done, ms));
    return answer;
  };
}"""
SET_CLOCK = """(ms) => {
  window.clock ??= Date.now.bind(Date);
  Date.now = () => window.clock() + ms;
}"""


class Phone:
    """
    One phone at `address`.

    It notes every error that the page reports, every break of the content policy, and every request
    to somebody else's server; `problems` must be empty at the end of a story.
    """

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.problems: list[str] = []
        self._expected: list[str] = []
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("request", self._see_request)
        self.page: Page = self.new_tab()

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        return page

    def expects(self, *patterns: str) -> None:
        """Errors that this story brings about itself, as patterns of their text."""
        self._expected += patterns

    def _hear(self, message: ConsoleMessage) -> None:
        text = f"{message.text} ({message.location.get('url', '')})"
        if message.type == "error" and not any(re.search(p, text) for p in self._expected):
            self.problems.append(text)

    def _see_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:", "about:")):
            self.problems.append(f"asked somebody else: {request.url}")

    # Going somewhere

    def open(self, place: str | Table) -> None:
        self.page.goto(self.address + (place.path if isinstance(place, Table) else place))
        self.ready()

    def ready(self) -> None:
        """Wait, as hands do, until what plays the table is there or has failed to come."""
        expect(self.page.locator("live-table[data-coming]")).to_have_count(0)

    def sit(self, table: Table, name: str) -> None:
        """Open the table and take the seat, as a player does who followed the link."""
        self.open(table)
        self.take(table, name)

    def take(self, table: Table, name: str) -> None:
        self.submit(self.form("seat_take", seat=table.seats[name]))
        expect(self.seat(table, name)).to_have_attribute("data-mine", "")

    def in_second_tab(self) -> "Phone":
        """The same phone with another tab in front."""
        other = copy.copy(self)
        other.page = other.new_tab()
        return other

    def change_language(self, language: str) -> None:
        choice = f'form.languages [name="lang"][value="{language}"]'
        if not self.page.locator(choice).locator("visible=true").count():
            self.open_sheet("menu")
        self.page.locator(choice).locator("visible=true").first.click()

    # Looking at the table

    def seat(self, table: Table, name: str) -> Locator:
        return self.page.locator(f"#seat-{table.seats[name]}")

    def energy(self, table: Table, name: str) -> Locator:
        return self.seat(table, name).locator("[data-energy]")

    def shows(self, table: Table, within: float = 15, **energy: int) -> None:
        """The totals by name, waited for so many seconds."""
        for name, total in energy.items():
            expect(self.energy(table, name)).to_have_text(str(total), timeout=within * 1000)

    @property
    def refusal(self) -> Locator:
        return self.page.locator("#refusal")

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @property
    def undo(self) -> Locator:
        return self.page.locator("[data-undo]")

    @property
    def sheet(self) -> Locator:
        return self.page.locator("#sheet")

    def form(self, kind: str, **fields: str) -> Locator:
        """The visible form that makes an entry of this type with these fields."""
        pairs = [("type", kind), *fields.items()]
        having = "".join(f':has([name="{key}"][value="{value}"])' for key, value in pairs)
        return self.page.locator(f"form[data-entry]{having}").locator("visible=true").first

    # Doing something

    def pad(self, table: Table, name: str, step: int = 1) -> Locator:
        return self.seat(table, name).locator(f'[data-pad="{step}"]')

    def tap(self, table: Table, name: str, step: int = 1, times: int = 1) -> None:
        """Tap a pad with a finger, as fast as fingers go: every 40 ms."""
        where = self._middle(self.pad(table, name, step))
        for _ in range(times):
            self.page.touchscreen.tap(where["x"], where["y"])
            self.page.wait_for_timeout(40)

    @staticmethod
    def _middle(pad: Locator) -> dict[str, float]:
        expect(pad).to_be_visible()
        box = pad.bounding_box() or {}
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def submit(self, form: Locator) -> None:
        form.locator("button:not([type=button])").last.click()

    def send(self, kind: str, **fields: str) -> None:
        """Press the button of the form that makes this entry."""
        self.submit(self.form(kind, **fields))

    def open_sheet(self, address: str) -> Locator:
        """Open a bottom sheet where a link to it is in sight, else by way of the menu."""
        links = self.page.locator(f'[data-hx-get*="/sheet/{address}"]').locator("visible=true")
        if not links.count():
            self.open_sheet("menu")
        before = self.sheet.evaluate_handle("(sheet) => sheet.querySelector('.sheet__head')")
        links.first.click()
        self.page.wait_for_function(ANOTHER_SHEET, arg=before)
        return self.sheet

    def open_seat(self, table: Table, name: str) -> Locator:
        """The sheet of one seat: amounts, name, colour, who sits there."""
        return self.open_sheet(f"seat?seat={table.seats[name]}")

    def type_amount(self, table: Table, name: str, n: int, kind: str) -> None:
        """Pay or get a typed amount."""
        self.open_seat(table, name)
        sheet = self.open_sheet(f"pay?seat={table.seats[name]}")
        sheet.locator('[name="n"]').fill(str(n))
        sheet.locator(f'button[value="{kind}"]').click()

    def take_over(self, table: Table, name: str) -> None:
        """Take the seat that another phone holds."""
        self.open_seat(table, name)
        self.send("seat_take", seat=table.seats[name], over="true")
        expect(self.seat(table, name)).to_have_attribute("data-mine", "")

    def one_phone_for_all(self) -> None:
        self.open_sheet("menu")
        self.page.locator("form[data-take-all] button").locator("visible=true").first.click()

    @contextlib.contextmanager
    def holding(
        self, table: Table, name: str, end: str = "touchEnd", step: int = 1
    ) -> Iterator[None]:
        """A finger rests on the pad for as long as the block takes; `end` is how it leaves."""
        point = self._middle(self.pad(table, name, step))
        hand = self.context.new_cdp_session(self.page)
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        yield
        hand.send("Input.dispatchTouchEvent", {"type": end, "touchPoints": []})

    def tap_crossed(self, table: Table, name: str) -> None:
        """Two fingers on one pad at once: the first lifts while the second still rests."""
        point = self._middle(self.pad(table, name))
        first, second = {**point, "id": 0}, {**point, "x": point["x"] + 30, "id": 1}
        hand = self.context.new_cdp_session(self.page)
        for kind, points in (
            ("touchStart", [first]),
            ("touchStart", [first, second]),
            ("touchEnd", [second]),
            ("touchEnd", []),
        ):
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def hide(self) -> None:
        """The player looks at something else."""
        self.page.evaluate(LOOK, "hidden")

    def wake(self) -> None:
        self.page.evaluate(LOOK, "visible")

    def slow_answers(self, ending: str, seconds: float) -> None:
        """Answers from addresses with this ending reach the page so much later than they come."""
        self.page.evaluate(DELAY_ANSWERS, [ending, seconds * 1000])

    def set_clock(self, days: float) -> None:
        """The phone believes that it is so many days later."""
        self.page.evaluate(SET_CLOCK, days * 86_400_000)

    def fill_storage(self) -> None:
        """There is room for nothing on this phone; to be called before it has stored something."""
        quota = {"origin": self.address, "quotaSize": 1}
        tool = self.context.new_cdp_session(self.page)
        tool.send("Storage.overrideQuotaForOrigin", quota)
