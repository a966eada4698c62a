"""A page read as a browser's parser reads it: elements, ids, and what may never stand in one."""

import re
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
SVG_EMPTY = {"path", "circle", "use"}

Attributes = dict[str, str | None]


class Page(HTMLParser):
    """The elements of a text of HTML, in order; raises AssertionError where tags don't match."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = text
        self.elements: list[tuple[str, Attributes]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID | SVG_EMPTY, f"<{tag}/> is not closed by its slash"
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open[-1] == tag, f"</{tag}> inside {self._open}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, tag: str | None = None, **having: str | None) -> list[Attributes]:
        """The attributes of all elements of a tag (any) that have these; None: whatever value."""
        wanted = {name.replace("_", "-"): value for name, value in having.items()}
        return [
            attributes
            for name, attributes in self.elements
            if tag in (None, name)
            and all(n in attributes and v in (None, attributes[n]) for n, v in wanted.items())
        ]

    def faults(self) -> list[str]:
        """What no page may have: doubled ids, style or script of its own, other sites."""
        outside = re.sub(r"<template.*?</template>", "", self.text, flags=re.DOTALL)
        ids = re.findall(r'\sid="([^"]+)"', outside)
        faults = [f"id twice: {id}" for id in set(ids) if ids.count(id) > 1]
        for tag, attributes in self.elements:
            faults += [f"<{tag} {n}>" for n in attributes if n == "style" or n.startswith("on")]
            faults += [f"<{tag} {n}>" for n in attributes if re.match("(data-)?hx-on", n)]
            if tag == "style" or (tag == "script" and not _is_plain(attributes)):
                faults.append(f"<{tag}> with content")
            for name in ("src", "href", "action", "data-hx-get", "data-hx-post"):
                if re.match(r"[a-z]+:|//", attributes.get(name) or "") and tag != "link":
                    faults.append(f"<{tag} {name}={attributes[name]}>")
        return faults


def _is_plain(attributes: Attributes) -> bool:
    return "src" in attributes or attributes.get("type") == "application/json"
