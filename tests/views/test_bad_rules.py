"""Bad input by the whole rules, in three forms: refused with a reason, the state unchanged."""

import re
from typing import Any

import pytest

from tests.people import ANAS, BENS, TABLE, Person
from webapp.domain.refusals import Code
from webapp.i18n import LANGUAGES

pytestmark = pytest.mark.usefixtures("at_table")

AR, WC, OPEN, SHUT = ("a" * 22, "w" * 22, "o" * 22, "s" * 22)
ENTRY, NOBODY = "b" * 22, "N0B0DY00"
BAD = [
    ({"type": "effect_off", "effect": WC}, "UNKNOWN_EFFECT"),
    ({"type": "effect_on", "effect": AR, "card": "solemnity"}, "BAD_FIELD"),
    ({"type": "effect_on", "effect": WC, "card": "solemnity", "until": "tuesday"}, "BAD_FIELD"),
    ({"type": "effect_on", "effect": WC, "card": "winding-constrictor"}, "BAD_FIELD"),
    ({"type": "gain", "seat": ANAS, "kind": "energy", "n": 2, "order": [WC]}, "UNKNOWN_EFFECT"),
    ({"type": "gain", "seat": ANAS, "kind": "energy", "n": 2, "order": [AR, AR]}, "BAD_FIELD"),
    ({"type": "gain", "seat": BENS, "kind": "energy", "n": 2, "order": [AR]}, "BAD_FIELD"),
    ({"type": "gain", "seat": ANAS, "kind": "charge", "n": 2}, "BAD_FIELD"),
    ({"type": "gain", "seat": ANAS, "kind": "energy", "n": 2, "placer": NOBODY}, "UNKNOWN_SEAT"),
    ({"type": "gain", "seat": ANAS, "kind": "energy", "n": 2, "resolution": SHUT},
     "NOT_RESOLVING"),
    ({"type": "resolution_choose", "resolution": SHUT, "pay": 2}, "NOT_RESOLVING"),
    ({"type": "resolution_choose", "resolution": WC, "pay": 2}, "NOT_RESOLVING"),
    ({"type": "resolution_choose", "resolution": OPEN, "pay": 0}, "BELOW_MIN"),
    ({"type": "resolution_choose", "resolution": OPEN, "pay": 5}, "INSUFFICIENT"),
    ({"type": "resolution_close", "resolution": SHUT}, "NOT_RESOLVING"),
    ({"type": "resolution_open", "resolution": WC, "seat": ANAS, "targets": "many"}, "BAD_FIELD"),
    ({"type": "resolution_open", "resolution": WC, "seat": NOBODY, "targets": "none"},
     "UNKNOWN_SEAT"),
    ({"type": "effect_on", "effect": WC, "card": "suncleanser", "target": NOBODY}, "UNKNOWN_SEAT"),
    ({"type": "effect_on", "effect": WC, "card": "black-lotus"}, "UNKNOWN_CARD"),
    ({"type": "pin", "seat": ANAS, "card": "<b>"}, "UNKNOWN_CARD"),
    ({"type": "pin", "seat": NOBODY, "card": "thriving-rats"}, "UNKNOWN_SEAT"),
    ({"type": "proliferate", "seats": [NOBODY]}, "UNKNOWN_SEAT"),
    ({"type": "proliferate", "seats": [BENS]}, "NO_COUNTERS"),
    ({"type": "double", "seat": ANAS, "kinds": ["life"]}, "BAD_FIELD"),
    ({"type": "turn", "seat": NOBODY}, "UNKNOWN_SEAT"),
    ({"type": "mode", "mode": "chess"}, "BAD_FIELD"),
    ({"type": "team", "seat": ANAS, "team": 99}, "BAD_FIELD"),
    ({"type": "move", "seat": ANAS, "to": BENS, "n": 1}, "NO_SUCH_ACTION"),
    *(({"type": "kind_add", "kind": "custom:x", "name": name}, "BAD_FIELD")
      for name in ("", "x" * 31, "\u202eegrahc", "\u2060", "a\x00b", "\u3164", "\u0301")),
    *(({"type": "kind_add", "kind": kind, "name": "Charge"}, "BAD_FIELD")
      for kind in ("custom:", "custom:<b>", "energy", "custom:\u202ex", "custom:" + "x" * 40)),
]  # fmt: skip


@pytest.fixture
def played(ana: Person) -> Person:
    """A Refinery in force, something that resolves and asks for one or more, and what has."""
    opening = {"seat": ANAS, "targets": "none"}
    ana.post(
        ana.gain(ANAS, 2),
        ana.entry("effect_on", effect=AR, card="aether-refinery", controller=ANAS),
        ana.entry("resolution_open", resolution=OPEN, min=1, card="galvanic-discharge", **opening),
        ana.entry("resolution_open", resolution=SHUT, card="thriving-rats", **opening),
        ana.entry("resolution_close", resolution=SHUT),
    )
    return ana


def state_of(person: Person) -> dict[str, object]:
    """Everything that a refusal leaves alone: all but the place of the last entry."""
    return {name: value for name, value in person.state().items() if name not in ("seq", "ack")}


@pytest.mark.parametrize("layer", ["json", "htmx", "form"])
@pytest.mark.parametrize("bad, code", BAD, ids=lambda given: ascii(given)[:60])
def test_it_is_refused_the_same_in_all_three_forms(
    played: Person, bad: dict[str, Any], code: str, layer: str
):
    before = state_of(played)
    if layer == "json":
        row = played.outcome(played.entry(**bad))
        assert (row["outcome"], row["refusal"]["code"]) == ("refused", code)
        assert row["rulings"]
    elif layer == "htmx":
        answer = played.fragment(id=ENTRY, **bad)
        assert answer.status_code == 422 and f'data-code="{code}"' in answer.text
    else:
        answer = played.form(id=ENTRY, **bad)
        assert (answer.status_code, answer.location) == (303, f"/t/{TABLE}?refused={ENTRY}")
        assert f'data-code="{code}"' in played.web.get(answer.location).text
    assert state_of(played) == before


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.slug)
def test_each_refusal_has_a_ruling_in_each_language(ana: Person, language: Any):
    page = ana.web.get(f"/t/{TABLE}?hl={language.slug}").text
    templates = dict(
        re.findall(r'<template data-refusal="(\w+)">(.*?)</template>', page, re.DOTALL)
    )
    assert templates.keys() == {code.value for code in Code}
    for code, refusal in templates.items():
        quoted = re.findall(r"<blockquote[^>]*>(.*?)</blockquote>", refusal, re.DOTALL)
        assert quoted and all(len(re.sub("<[^>]+>", "", text).strip()) > 20 for text in quoted), (
            code
        )
        assert f'href="/{language.slug}/rulings/' in refusal, code


def test_a_card_that_this_app_does_not_know_is_kept_and_shown_as_such(played: Person):
    assert played.form(id=ENTRY, type="pin", seat=ANAS, card="card-of-tomorrow").status_code == 303
    for page in (f"/t/{TABLE}", f"/t/{TABLE}/sheet/card?seat={ANAS}&card=card-of-tomorrow"):
        text = played.web.get(page).text
        assert "card-of-tomorrow" in text and "This app does not know the card." in text


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "{n} ~seat.id~", "a\u202eb"])
def test_a_hostile_name_of_a_kind_is_text_or_refused(played: Person, name: str):
    row = played.outcome(played.entry("kind_add", kind="custom:x", name=name))
    assert (row["outcome"] == "refused") == ("\u202e" in name)
    played.post(played.entry("gain", seat=ANAS, kind="custom:x", n=1))
    for page in (f"/t/{TABLE}", f"/t/{TABLE}/ledger", f"/t/{TABLE}/sheet/counter?seat={ANAS}"):
        text = played.web.get(page).text
        assert "<img" not in text and "\u202e" not in text
