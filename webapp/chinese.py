"""Traditional Chinese as Simplified, so that a query in either finds the same."""

from functools import cache

from webapp.domain.folding import is_chinese


def simplified(text: str) -> str:
    """A text with its Traditional characters written as Simplified ones."""
    return _converter().convert(text) if any(map(is_chinese, text)) else text


@cache
def _converter():
    # not above: its dictionaries are only read where somebody asks in Chinese
    from opencc import OpenCC

    return OpenCC("t2s")


def traditional(texts: str) -> dict[str, str]:
    """The Traditional characters that stand for one of those in these texts, each with that one."""
    used = set(filter(is_chinese, texts))
    han = "".join(map(chr, range(0x4E00, 0xA000)))
    pairs = ((character, simplified(character)) for character in han)
    return {a: b for a, b in pairs if a != b and b in used and a not in used}
