"""Somebody who has a keyboard and nothing else."""

from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone

MARKED = """() => {
  const it = document.activeElement;
  return [it, it.closest("label"), it.closest(".seat")].some((each) => {
    const { outlineStyle, outlineWidth } = each ? getComputedStyle(each) : {};
    return each && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
}"""

SOMEWHERE = """() => {
  const it = document.activeElement;
  return it !== document.body && it.checkVisibility({ visibilityProperty: true });
}"""


class Hands:
    """They must see where they are, and be somewhere after every step."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page

    def press(self, target: str | Locator, key: str = "Enter", times: int = 1) -> None:
        """Walk there by Tab, at most once round the page, and press the key."""
        self.walk(target)
        for _ in range(times):
            self.page.keyboard.press(key)

    def walk(self, target: str | Locator) -> None:
        goal = self.page.locator(target) if isinstance(target, str) else target
        goal = goal.locator("visible=true").first
        expect(goal).to_be_visible()
        for _ in range(120):
            if goal.evaluate("(it) => it === document.activeElement"):
                assert self.page.evaluate(MARKED), f"no focus to be seen on {target}"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {target}")

    def open(self, link: str | Locator, title: str) -> None:
        """Open a sheet; the focus is in it."""
        self.press(link)
        expect(self.phone.sheet.locator(".sheet__title")).to_contain_text(title)
        inside = "() => document.querySelector('#sheet').contains(document.activeElement)"
        self.page.wait_for_function(inside)

    def type_over(self, text: str) -> None:
        """Write over what stands in the field."""
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def are_still_somewhere(self) -> None:
        """Neither a swap nor a sheet that closed has thrown them back to the top of the page."""
        self.page.wait_for_function(SOMEWHERE)


def a_sheet(name: str) -> str:
    return f'[data-hx-get*="/sheet/{name}"]'
