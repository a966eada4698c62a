"""Every no comes with a ruling or a rule."""

from typing import get_args

from tests.builders import BEN, a_table
from webapp.domain.bodies import Body
from webapp.domain.refusals import RULES, Code, Refusal, Why, bad_field, cites
from webapp.domain.rows import Outcome

RULINGS = {
    "energy-get-pay-lose", "energy-track-totals", "energy-may-pay-once", "energy-kind-of-counter",
    "energy-may-pay-illegal-targets", "energy-get-illegal-targets",
}  # fmt: skip


def test_every_code_cites_a_ruling_and_every_rule_has_its_date():
    for code in Code:
        assert RULINGS & set(cites(code))
        assert {c for c in cites(code) if c[0].isdigit()} <= set(RULES)


def test_a_refused_payment_cites_the_ruling_on_paying():
    row = a_table(ana=2).pays("ana", 3)
    assert row.refusal == Refusal(Code.INSUFFICIENT, {"have": 2, "need": 3})
    assert row.cites == ("energy-get-pay-lose", "118.3")


def test_an_amount_that_is_no_whole_number_cites_the_rule_on_numbers():
    assert a_table().gains("ana", 1.5).cites == ("energy-track-totals", "107.1")
    assert bad_field("n", Why.MIN).cites == ("energy-track-totals", "107.1")
    assert bad_field("name", Why.BLANK).cites == ("energy-track-totals",)


def test_a_conflict_cites_what_its_refusal_would():
    table = a_table(ana=3)
    seen = table.table.seq
    table.by(BEN).pays("ana", 3)
    row = table.by("cleo", seen).pays("ana", 3)
    assert row.outcome is Outcome.CONFLICT and row.cites == cites(Code.INSUFFICIENT)


def test_every_body_is_a_frozen_value():
    assert all(body.__dataclass_params__.frozen for body in get_args(Body))
