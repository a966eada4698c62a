"""POST /t/<table>/entries: every answer it can give."""

import json

import pytest

from tests.people import ANAS, BENS, TABLE, Person

pytestmark = pytest.mark.usefixtures("at_table")


def test_a_gain_is_answered_with_its_outcome_and_the_state_after_it(ana: Person):
    gain = ana.gain(ANAS, 3)
    answer = ana.post(gain).json
    assert answer["outcomes"] == [
        {
            "id": gain["id"],
            "seq": 4,
            "outcome": "accepted",
            "delta": {ANAS: {"energy": 3}},
            "totals": {ANAS: {"energy": 3}},
            "flags": [],
            "refusal": None,
            "rulings": [],
        }
    ]
    assert (answer["v"], answer["seq"], answer["ack"]) == (1, 4, 3)
    state = answer["state"]
    assert (state["seq"], state["ack"], state["table"]) == (4, 3, TABLE)
    assert state["seats"][0]["counters"] == {"energy": 3}
    assert "entries" not in state


def test_a_payment_beyond_the_total_is_refused_with_its_ruling(ana: Person):
    refused = ana.outcome(ana.gain(ANAS, 2), ana.pay(ANAS, 3))
    assert refused["outcome"] == "refused"
    assert refused["refusal"] == {"code": "INSUFFICIENT", "params": {"have": 2, "need": 3}}
    assert refused["rulings"] == ["energy-get-pay-lose", "118.3"]
    assert ana.energy()[ANAS] == 2


def test_a_replay_is_answered_as_the_first_time_and_counts_once(ana: Person):
    gain = ana.gain(ANAS, 3)
    first, again = ana.post(gain).json, ana.post(gain).json
    assert again["outcomes"] == [{**first["outcomes"][0], "replay": True}]
    assert (again["ack"], again["seq"]) == (first["ack"], first["seq"])
    assert ana.energy()[ANAS] == 3


def test_a_replay_with_other_content_says_so_and_changes_nothing(ana: Person):
    gain = ana.gain(ANAS, 3)
    ana.post(gain)
    again = ana.outcome({**gain, "n": 30})
    assert (again["replay"], again["differs"]) == (True, True)
    assert ana.energy()[ANAS] == 3


def test_an_entry_under_another_number_is_a_replay_and_moves_the_ack(ana: Person):
    gain = ana.gain(ANAS, 3)
    ana.post(gain)
    moved = ana.post({**gain, "seq": 4}).json
    assert moved["outcomes"][0]["replay"] is True
    assert "differs" not in moved["outcomes"][0]
    assert moved["ack"] == 4


def test_the_same_id_twice_in_one_post_counts_once(ana: Person):
    gain = ana.gain(ANAS, 3)
    answer = ana.post(gain, {**gain, "seq": 4}).json
    assert [o.get("replay") for o in answer["outcomes"]] == [None, True]
    assert ana.energy()[ANAS] == 3


def test_a_gap_is_409_with_what_is_expected_and_nothing_is_kept(ana: Person):
    good, missing, late = ana.gain(ANAS, 1), ana.gain(ANAS, 1), ana.gain(ANAS, 1)
    answer = ana.post(good, late)
    assert (answer.status_code, answer.json) == (409, {"error": "gap", "expect": missing["seq"]})
    assert ana.energy()[ANAS] == 0
    assert ana.state(c=ana.client)["ack"] == 2


def test_another_entry_under_a_used_number_is_409_seq_conflict(ana: Person):
    ana.post(ana.gain(ANAS, 1))
    answer = ana.post({**ana.gain(ANAS, 1), "seq": 3})
    assert (answer.status_code, answer.json) == (409, {"error": "seq_conflict"})
    assert ana.energy()[ANAS] == 1


def test_a_faulty_entry_blocks_nobody(ana: Person):
    answer = ana.post(
        ana.gain(ANAS, 1), ana.gain("N0B0DY00", 1), ana.entry("dance"), ana.gain(ANAS, 2)
    )
    outcomes = answer.json["outcomes"]
    assert [o["outcome"] for o in outcomes] == ["accepted", "refused", "refused", "accepted"]
    codes = [o["refusal"] and o["refusal"]["code"] for o in outcomes]
    assert codes == [None, "UNKNOWN_SEAT", "UNKNOWN_TYPE", None]
    assert all(o["rulings"] for o in outcomes if o["refusal"])
    assert answer.json["ack"] == 6
    assert ana.energy()[ANAS] == 3


@pytest.mark.parametrize("n", [0, -1, 1.5, "3", None, True, [], {}, 1e300, 10**40])
def test_an_amount_that_is_none_is_refused_and_changes_nothing(ana: Person, n: object):
    refused = ana.outcome(ana.gain(ANAS, n))
    assert refused["outcome"] == "refused"
    assert refused["refusal"]["code"] in ("BAD_FIELD", "TOO_MANY")
    assert ana.energy()[ANAS] == 0


def test_a_number_of_five_thousand_digits_is_just_too_many(ana: Person):
    envelope = {"v": 1, "client": ana.client, "entries": [ana.gain(ANAS, 7)]}
    body = json.dumps(envelope).replace("7", "7" * 5000)
    answer = ana.web.post(f"/t/{TABLE}/entries", data=body, content_type="application/json")
    refusal = answer.json["outcomes"][0]["refusal"]
    assert refusal == {"code": "TOO_MANY", "params": {"max": 1_000_000}}


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "\u202egniht", "a\x00b", "\ud800", 7, ["a"]])
def test_a_name_that_could_disturb_is_refused(ana: Person, name: object):
    refused = ana.outcome(ana.entry("seat_rename", seat=ANAS, name=name))
    assert refused["refusal"]["code"] == "BAD_FIELD"
    assert ana.state()["seats"][0]["name"] == "Ana"


def test_a_name_that_only_looks_hostile_is_kept_as_it_is(ana: Person):
    assert ana.outcome(ana.entry("seat_rename", seat=ANAS, name="Ana on=1 <b>"))
    assert ana.state()["seats"][0]["name"] == "Ana on=1 <b>"
    assert b"<b>" not in ana.web.get(f"/t/{TABLE}").data


def test_a_hundred_entries_are_taken_and_one_more_is_413(ana: Person):
    entries = [ana.gain(ANAS, 1) for _ in range(100)]
    assert ana.post(*entries).json["ack"] == 102
    refused = ana.post(*entries, ana.gain(ANAS, 1))
    assert (refused.status_code, refused.json) == (413, {"error": "too_large", "max": 100})
    assert ana.energy()[ANAS] == 100


def test_a_body_over_64_kb_is_413(ana: Person):
    refused = ana.post(ana.gain(ANAS, 1, note="x" * 65_536))
    assert (refused.status_code, refused.json) == (413, {"error": "too_large"})


def test_a_table_that_nobody_opened_is_404(ana: Person):
    refused = ana.post(ana.gain(ANAS, 1), table="0" * 26)
    assert (refused.status_code, refused.json) == (404, {"error": "no_such_table"})


def test_a_table_opened_on_a_phone_joins_by_its_first_entry(dan: Person):
    seats = [{"seat": BENS, "name": "Dan"}]
    answer = dan.post(
        dan.entry("open", name="Kitchen", seats=seats), dan.gain(BENS, 2), table="1" * 26
    )
    assert [o["outcome"] for o in answer.json["outcomes"]] == ["accepted", "accepted"]
    state = answer.json["state"]
    assert (state["name"], state["seats"][0]["counters"]) == ("Kitchen", {"energy": 2})


def test_a_table_whose_first_post_has_a_gap_is_not_made(dan: Person):
    opening = dan.entry("open", seats=[{"seat": BENS}])
    late = {**dan.gain(BENS, 2), "seq": 9}
    assert dan.post(opening, late, table="1" * 26).json == {"error": "gap", "expect": 2}
    assert dan.web.get(f"/t/{'1' * 26}/state").status_code == 404


def test_a_refused_open_makes_no_table(dan: Person):
    refused = dan.entry("open", seats=[])
    answer = dan.post(refused, table="1" * 26)
    assert (answer.status_code, answer.json) == (404, {"error": "no_such_table"})
    form = {"entry_id": refused["id"], "type": "open", "seats": BENS}
    assert dan.form(table="1" * 26, **form).status_code == 404
    assert dan.web.get(f"/t/{'1' * 26}/state").status_code == 404


@pytest.mark.parametrize("table", ["1" * 25, "1" * 27, "i" * 26, "%2e" * 4, "1" * 25 + "U"])
def test_a_word_that_is_no_table_id_opens_nothing(dan: Person, table: str):
    assert dan.post(dan.entry("open", seats=[{"seat": BENS}]), table=table).status_code == 404


BROKEN = {
    "": "body",
    "{": "body",
    "[]": "body",
    "null": "body",
    '"{}"': "body",
    '{"v": NaN}': "body",
    '{"v": 1, "client": Infinity}': "body",
    "\xff": "body",
    "[" * 30_000: "body",
    '{"v":1,"x":' + "[" * 40 + "]" * 40 + "}": "body",
    "{}": "v",
    '{"v": 2}': "v",
    '{"v": true}': "v",
    '{"v": 1}': "client",
    '{"v": 1, "client": 7}': "client",
    '{"v": 1, "client": "short"}': "client",
    '{"v": 1, "client": "form:aaaaaaaaaaaaaaaaaaaaaa"}': "client",
    '{"v": 1, "client": "aaaaaaaaaaaaaaaaaaaaaa"}': "entries",
    '{"v": 1, "client": "aaaaaaaaaaaaaaaaaaaaaa", "entries": {}}': "entries",
    '{"v": 1, "client": "aaaaaaaaaaaaaaaaaaaaaa", "entries": [7]}': "entries.0",
    '{"v": 1, "client": "aaaaaaaaaaaaaaaaaaaaaa", "entries": [{"seq": 1}]}': "entries.0.id",
    '{"v": 1, "client": "aaaaaaaaaaaaaaaaaaaaaa", "entries": [{"id": "bbbbbbbbbbbbbbbbbbbbbb"}]}': (
        "entries.0.seq"
    ),
}


@pytest.mark.parametrize("body", BROKEN, ids=lambda body: body[:60])
def test_a_broken_envelope_is_400_and_names_the_field(ana: Person, body: str):
    data = body.encode("latin-1")
    answer = ana.web.post(f"/t/{TABLE}/entries", data=data, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json["error"] == "bad_request"
    assert answer.json["field"] == BROKEN[body]
    assert answer.json["why"]


@pytest.mark.parametrize("seq", [0, -1, 1.5, "1", None, True, 2**53, 1e300])
def test_a_number_that_counts_nothing_is_a_broken_envelope(ana: Person, seq: object):
    answer = ana.post({**ana.gain(ANAS, 1), "seq": seq})
    assert (answer.status_code, answer.json["field"]) == (400, "entries.0.seq")


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", ""])
def test_json_must_call_itself_json(ana: Person, content_type: str):
    answer = ana.web.post(f"/t/{TABLE}/entries", data="{}", content_type=content_type)
    assert answer.status_code == 415


def test_an_empty_post_says_how_things_stand(ana: Person):
    answer = ana.post().json
    assert (answer["outcomes"], answer["ack"], answer["seq"]) == ([], 2, 3)


def test_one_persons_client_is_never_told_to_another(ana: Person, ben: Person):
    ana.post(ana.gain(ANAS, 1))
    told = ben.web.get(f"/t/{TABLE}/state?after=0&c={ben.client}").text
    assert ana.client not in told and ben.client not in told


def test_a_post_lets_later_pages_know_their_author(ana: Person):
    answer = ana.post(ana.gain(ANAS, 1))
    assert "Set-Cookie" not in answer.headers  # the first post has set it
    cookie = ana.web.get_cookie("author")
    assert cookie and (cookie.value, cookie.http_only, cookie.same_site) == (
        ana.client,
        True,
        "Lax",
    )
    assert ana.state()["seats"][0]["mine"] is True
