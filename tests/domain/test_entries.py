"""Reading entries: nothing that anybody sends raises, and one form stands for one meaning."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import SEATS, a_table, an_id
from tests.domain.hostile import FIELDS, spoilt
from tests.domain.wishes import opened, raw_entry, read, wishes
from tests.ledger import Ledger
from webapp.domain.bodies import Gain, Malformed, SeatRename
from webapp.domain.entries import Entry, read_entry, valid_id, valid_seat, valid_seq
from webapp.domain.fields import whole
from webapp.domain.wire import own_fields

ANA = SEATS["ana"]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner),
    max_leaves=6,
)


def an_entry(**fields: object) -> Entry:
    raw = {"id": an_id("e"), "seq": 1, **fields}
    by = an_id("ana")
    return read_entry(raw, client=by, author=by, game=an_id("open"), seen=4, now=1000)


def named(name: object) -> object:
    body = an_entry(type="seat_rename", seat=ANA, name=name).body
    return body.name if isinstance(body, SeatRename) else body.refusal.params["why"]


@given(st.dictionaries(st.sampled_from(FIELDS), anything))
def test_whatever_is_sent_is_read_without_raising(fields):
    entry = an_entry(**fields)
    ledger = opened()
    assert ledger.add(entry).entry.id == entry.id


@given(wishes, st.randoms())
def test_an_entry_told_again_by_its_own_fields_is_the_same(wishes, chance):
    ledger = opened()
    for wish in wishes:
        raw = raw_entry(ledger, wish)
        entry = read(spoilt(chance, raw) if wish[6] % 2 else raw, "ana", ledger)
        told = json.loads(json.dumps(own_fields(entry)).encode("utf-8"))
        again = read({"id": entry.id, "seq": entry.seq, "type": entry.type, **told}, "ana", ledger)
        assert again.body == entry.body or isinstance(entry.body, Malformed)
        ledger.add(entry)


def test_what_is_missing_or_null_is_as_the_table_is_now():
    for fields in ({}, {"game": None, "at": None, "seen": None}):
        entry = an_entry(type="gain", seat=ANA, kind="energy", n=2.0, **fields)
        assert (entry.game, entry.at, entry.seen) == (an_id("open"), 1000, 4)
        assert entry.body == Gain(ANA, "energy", 2)


@pytest.mark.parametrize(
    "value, number",
    [
        (2, 2), (2.0, 2), (-0.0, 0), (2.5, None), (True, None), ("2", None), (None, None),
        ([2], None), (float("nan"), None), (float("inf"), 2**53), (10**400, 2**53),
        (-(10**400), -(2**53)), (2**53 + 1, 2**53),
    ],
)  # fmt: skip
def test_a_whole_number_is_what_json_and_javascript_both_call_one(value, number):
    assert whole(value) == number


@pytest.mark.parametrize(
    "name, becomes",
    [
        ("  Ana on=1 <b>\u3000", "Ana on=1 <b>"),
        ("Jose\u0301", "Jos\u00e9"),
        ("e\u0301" * 30, "\u00e9" * 30),
        ("\U0001f600" * 30, "\U0001f600" * 30),
        ("\U0001f600" * 31, "long"),
        ("\u200a\u2028", "blank"),
        ("", "blank"),
        ("\ufeffAna", "characters"),
        ("\u200bAna", "characters"),
        ("\u202eanA", "characters"),
        ("A\nna", "characters"),
        ("\ud83d", "characters"),
        (7, "form"),
    ],
)
def test_a_name_is_trimmed_composed_and_harmless(name, becomes):
    assert named(name) == becomes


def test_ids_have_exactly_their_form():
    assert valid_id("a-_Z9" + "x" * 17)
    assert not any(map(valid_id, ["x" * 21, "x" * 23, "x" * 21 + "\n", "x" * 21 + "é", 22, None]))
    assert valid_seat("ANA00000")
    assert not any(map(valid_seat, ["ILOU0000", "ana00000", "ANA0000", "ANA00000\n", 0]))
    assert all(map(valid_seq, [1, 1.0, 2**53 - 1]))
    assert not any(map(valid_seq, [0, -1, 1.5, True, "1", None, 2**53]))


def test_a_replay_with_other_content_is_told_apart():
    first = an_entry(type="gain", seat=ANA, kind="energy", n=2, at=5)
    assert first.says_the_same_as(an_entry(type="gain", seat=ANA, kind="energy", n=2.0, at=9))
    assert not first.says_the_same_as(an_entry(type="gain", seat=ANA, kind="energy", n=3))
    assert not first.says_the_same_as(an_entry(type="pay", seat=ANA, kind="energy", n=2))


def test_nothing_is_decided_at_a_table_that_is_not_open():
    row = Ledger().add(an_entry(type="gain", seat=ANA, kind="energy", n=1))
    assert row.refusal and row.refusal.params == {"field": "type", "why": "first"}


def test_an_unreadable_entry_does_not_block_the_next():
    table = a_table(ana=1)
    assert isinstance(table.gains("ana", "many").entry.body, Malformed)
    assert table.pays("ana", 1).accepted
