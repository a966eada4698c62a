"""The entries of the whole rules by plain form and by JSON, and what the pages say of them."""

import pytest

from tests.people import ANAS, BENS, TABLE, Person

pytestmark = pytest.mark.usefixtures("at_table")

WC, AR, GO = "constrictor-----------", "refinery--------------", "resolution------------"
FORMS = {
    "effect_on": {"effect": WC, "card": "winding-constrictor", "controller": ANAS, "until": ""},
    "effect_off": {"effect": AR},
    "gain": {"seat": ANAS, "kind": "energy", "n": "2", "also": ["rad:1", "custom:acorn:3"],
             "placer": BENS, "order": [AR], "card": "thriving-rats"},
    "lose": {"seat": ANAS, "kind": "energy", "n": "half-up", "group": "", "card": ""},
    "proliferate": {"seats": ["", ANAS], "by": BENS, f"order.{ANAS}": [AR]},
    "double": {"seat": ANAS, "kinds": ["energy"], "order": [AR]},
    "resolution_open": {"resolution": "another-resolution----", "seat": ANAS, "targets": "legal",
                        "card": "harnessed-lightning", "min": "1"},
    "resolution_choose": {"resolution": GO, "pay": "1"},
    "resolution_close": {"resolution": GO},
    "turn": {"seat": BENS},
    "pin": {"seat": ANAS, "card": "thriving-rats"},
    "unpin": {"seat": ANAS, "card": "thriving-rats"},
    "kind_add": {"kind": "custom:charge", "name": "Charge"},
    "mode": {"mode": "tournament", "variant": ""},
    "team": {"seat": ANAS, "team": "1"},
    "dispute": {"seat": BENS, "kind": "energy"},
}  # fmt: skip


@pytest.fixture
def played(ana: Person) -> Person:
    """Ana has 4 energy, a Refinery, counters of the table's own, and something that resolves."""
    ana.post(
        ana.gain(ANAS, 4),
        ana.entry("kind_add", kind="custom:acorn", name="<b>Acorn</b>"),
        ana.entry("effect_on", effect=AR, card="aether-refinery", controller=ANAS),
        ana.entry("resolution_open", resolution=GO, seat=ANAS, card="thriving-rats",
                  targets="none"),
    )  # fmt: skip
    return ana


@pytest.mark.parametrize("type", FORMS)
def test_a_plain_form_of_every_new_type_is_accepted_and_told_in_the_ledger(
    played: Person, type: str
):
    entry_id = "form-entry-one-2345678"
    answer = played.form(id=entry_id, type=type, **FORMS[type])
    assert (answer.status_code, answer.location) == (303, f"/t/{TABLE}")
    row = played.state(after=5)["entries"][-1]
    assert (row["id"], row["outcome"]) == (entry_id, "accepted")
    page = played.web.get(f"/t/{TABLE}/ledger").text
    assert "could not read" not in page and "<b>Acorn" not in page


@pytest.mark.parametrize("type", FORMS)
def test_an_htmx_form_of_every_new_type_is_answered(played: Person, type: str):
    answer = played.fragment(id="form-entry-one-2345678", type=type, **FORMS[type])
    assert answer.status_code == 200


def test_a_form_gives_several_kinds_and_an_order(played: Person):
    played.form(id="form-entry-one-2345678", type="gain", **FORMS["gain"])
    seat = played.state()["seats"][0]
    assert seat["counters"] == {"energy": 8, "rad": 1, "custom:acorn": 3}
    assert seat["tally"]["energy"] == {"got": 8, "spent": 0}


def test_proliferating_nobody_is_a_choice_in_a_form_too(played: Person):
    answer = played.form(id="form-entry-one-2345678", type="proliferate", seats="")
    assert answer.location == f"/t/{TABLE}"


def test_the_state_tells_what_is_in_force_and_what_goes_on(played: Person):
    played.post(played.entry("dispute", seat=BENS, kind="energy"),
                played.entry("pin", seat=ANAS, card="aether-hub"),
                played.entry("turn", seat=ANAS))  # fmt: skip
    state = played.state()
    assert state["effects"] == [
        {"id": AR, "card": "aether-refinery", "controller": ANAS, "target": None, "until": None}
    ]
    assert state["resolutions"] == [
        {"id": GO, "seat": ANAS, "card": "thriving-rats", "targets": "none", "min": 0,
         "chosen": False, "paid": None}
    ]  # fmt: skip
    assert [(d["seat"], d["kind"]) for d in state["disputes"]] == [(BENS, "energy")]
    assert (state["mode"], state["variant"], state["turn"]) == ("casual", "normal", ANAS)
    assert state["kinds"] == [{"kind": "custom:acorn", "name": "<b>Acorn</b>"}]
    assert (state["seats"][0]["pins"], state["seats"][0]["tally"]) == (["aether-hub"], {})


def test_a_table_without_any_of_it_tells_nothing_of_it(ana: Person):
    ana.post(ana.gain(ANAS, 2))
    state = ana.state()
    assert not {"turn", "life", "kinds"} & set(state)
    assert [state[name] for name in ("effects", "resolutions", "disputes")] == [[], [], []]
    assert state["seats"][1]["counters"] == {"energy": 0}


def test_a_watcher_learns_what_is_in_force_and_nobody_elses_author(played: Person):
    page = played.web.get(f"/t/{TABLE}").text
    assert played.client not in played.web.get(f"/t/{TABLE}/state").text and page


def test_a_question_of_order_comes_back_with_every_outcome(played: Person):
    played.post(played.entry("effect_on", effect=WC, card="winding-constrictor", controller=ANAS))
    refused = played.outcome(played.gain(ANAS, 2))
    assert refused["refusal"]["code"] == "ORDER_REQUIRED"
    assert refused["refusal"]["params"]["outcomes"] == [
        {"amounts": {"energy": 5}, "order": [AR, WC]},
        {"amounts": {"energy": 6}, "order": [WC, AR]},
    ]
    assert refused["rulings"] == ["energy-get-pay-lose", "616.1"]
    chosen = played.outcome(played.gain(ANAS, 2, order=[WC, AR]))
    assert chosen["delta"] == {ANAS: {"energy": 6}}


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"type": "proliferate", "seats": BENS}, "NO_COUNTERS"),
        ({"type": "resolution_choose", "resolution": WC, "pay": "1"}, "NOT_RESOLVING"),
        ({"type": "effect_off", "effect": WC}, "UNKNOWN_EFFECT"),
        ({"type": "effect_on", "effect": WC, "card": "black-lotus"}, "UNKNOWN_CARD"),
        ({"type": "move", "seat": ANAS, "to": BENS, "n": "1"}, "NO_SUCH_ACTION"),
    ],
)
def test_a_refused_form_shows_the_reason_and_its_ruling(played: Person, fields: dict, code: str):
    entry_id = "form-entry-one-2345678"
    answer = played.form(id=entry_id, **fields)
    assert answer.location == f"/t/{TABLE}?refused={entry_id}"
    assert f'data-code="{code}"' in played.web.get(answer.location).text


def test_the_file_for_a_spreadsheet_has_every_kind(played: Person):
    played.post(played.entry("gain", seat=ANAS, kind="rad", n=2))
    lines = played.web.get(f"/t/{TABLE}/ledger.csv").text.splitlines()
    assert any(",rad,2,0,2," in line for line in lines)


def test_a_table_may_keep_life_from_the_start(ana: Person):
    made = ana.web.post("/tables", data={"seats": "2", "life": "40"})
    state = ana.state(made.location)
    assert (state["life"], [seat["life"] for seat in state["seats"]]) == (40, [40, 40])
    assert state["seats"][0]["counters"] == {"energy": 0}
    plain = ana.state(ana.web.post("/tables", data={"seats": "2", "life": ""}).location)
    assert "life" not in plain and "life" not in plain["seats"][0]


@pytest.mark.parametrize("life", ["0", "1001", "many", "2.5", "9" * 5000])
def test_a_life_that_is_none_makes_no_table(ana: Person, life: str):
    answer = ana.web.post("/tables", data={"seats": "2", "life": life})
    assert answer.status_code == 400


def test_the_sheet_of_a_conflict_names_what_would_make_it_fit_of_its_own_kind(
    ana: Person, ben: Person
):
    ana.post(ana.gain(ANAS, 9), ana.entry("gain", seat=ANAS, kind="ticket", n=2))
    seen = ana.state()["seq"]
    ana.post(ana.pay(ANAS, 5), ana.entry("pay", seat=ANAS, kind="ticket", n=2))
    late = ben.entry("pay", seat=ANAS, kind="ticket", n=1, seen=seen)
    assert ben.outcome(late)["outcome"] == "conflict"
    sheet = ana.web.get(f"/t/{TABLE}/sheet/conflict?seat={ANAS}&entry={late['id']}").text
    assert "Ana pays 2 ticket counters" in sheet and "Ana pays 5 energy" not in sheet


def test_the_state_says_what_an_undo_took_back_beside_what_it_names(played: Person):
    got = played.gain(ANAS, 1) | {"resolution": GO}
    chosen = played.entry("resolution_choose", resolution=GO, pay=1)
    back = played.entry("undo", entry=got["id"])
    played.post(got, chosen, back, played.entry("undo", entry=back["id"]))
    *_, undone, redone = played.state(after=5)["entries"]
    assert undone["compensates"] == [got["id"], chosen["id"]]
    assert "compensates" not in redone
