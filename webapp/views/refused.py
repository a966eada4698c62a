"""A refusal as it is shown: in words, with the rulings and rules that say so."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext
from markupsafe import Markup

from webapp.domain.refusals import RULES, Code, Refusal
from webapp.i18n import current, refusal_words
from webapp.views.rulings import ruling


@dataclass(frozen=True, slots=True)
class Citation:
    """
    What a refusal leans on: an official ruling, or a rule by its number.

    `date` is ISO, `language` the tag of the language that `text` is in; `text` is None for a rule,
    which is cited and not quoted.
    """

    title: str
    date: str
    text: str | None = None
    language: str | None = None
    official: bool = True
    href: str | None = None


@dataclass(frozen=True, slots=True)
class RefusalShown:
    """Why not, ready for a template; `words` is safe markup."""

    code: str
    words: Markup
    citations: tuple[Citation, ...]


FIGURES = ("have", "need", "max")


def refusals_of_phones() -> list[RefusalShown]:
    """One of each kind, with holes where a phone fills in the figures (data-fill)."""
    holes = {name: Markup('<b data-fill="{}"></b>').format(name) for name in FIGURES}
    return [_shown(Refusal(code), holes) for code in Code]


def show_refusal(refusal: Refusal) -> RefusalShown:
    """A refusal in the reader's language."""
    return _shown(refusal, refusal.params)


def _shown(refusal: Refusal, params: Mapping[str, object]) -> RefusalShown:
    words = refusal_words(refusal.code, params)
    return RefusalShown(refusal.code.value, words, tuple(map(_cite, refusal.cites)))


def _cite(id: str) -> Citation:
    if id in RULES:
        return Citation(gettext("Comprehensive Rules %(number)s", number=id), RULES[id])
    wording = ruling(id)
    return Citation(
        title=gettext("Official ruling"),
        date=wording.date,
        text=wording.text,
        language=wording.language,
        official=wording.official,
        href=f"/{current().slug}/rulings/{id}",
    )
