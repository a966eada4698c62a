"""The grammar in which the file of cards says what a card does: every word from a closed list."""

from collections.abc import Mapping
from dataclasses import dataclass

#: When something happens. The first three belong to no triggered ability.
ACTIVATED, CAST, SPELL = "activated", "cast", "spell"
UNTRIGGERED = (ACTIVATED, CAST, SPELL)
WHEN = (
    *UNTRIGGERED,
    *("another_creature_dies", "artifact_creature_attacks", "artifact_enters"),
    *("artifact_creatures_combat_damage_to_player", "artifact_or_artificer_enters"),
    *("attacks", "attacks_or_blocks", "blocks", "cast_it", "cast_spell", "chapter_1_2"),
    *("chapter_3", "combat_begin", "combat_damage_to_creature", "combat_damage_to_player"),
    *("creature_attacks", "creature_enters", "dies", "end_step", "enters", "enters_or_attacks"),
    *("enters_or_dies", "equipped_creature_attacks", "land_enters"),
    *("lose_life_first_time_each_turn", "main_phase_begin", "permanent_you_control_to_graveyard"),
    *("self_or_equipped_creature_attacks", "upkeep", "you_attack", "you_gain_life"),
)
#: Amounts that stand on the table, where the app can't count them.
EXPRESSIONS = (
    *("artifact_creatures_you_control", "creatures_attacking_you", "creatures_you_control"),
    *("damage_dealt", "excess_damage", "greatest_power_among_creatures_you_control"),
    *("life_gained", "mana_spent_on_that_spell", "mana_value_of_exiled_card"),
    *("mana_value_of_target", "mana_value_of_token", "nonbasic_lands_of_target_opponent"),
    "own_power",
)
#: Amounts that a player chooses; X is announced before, "any" may be 0.
X, ANY, SOME = "X", "any", "one_or_more"
#: What an instruction may say, and with which amounts beside whole numbers from 1.
VERBS: Mapping[str, tuple[str, ...]] = {
    "get": (X, *EXPRESSIONS),
    "may_get": (),
    "may": (ANY, SOME, *EXPRESSIONS),
    "must": (ANY,),
    "unless": EXPRESSIONS,
    "lose": ("all",),
    "give": ("one_kind", "each_kind"),
    "double": ("each_kind",),
    "switch": ("on",),
}
#: Verbs that no number goes with.
UNCOUNTED = frozenset({"give", "double", "switch"})
#: Instructions about counters of any kind.
COUNTERS = frozenset({"lose", "give", "double", "switch"})
#: Payments, or gains, that wait for a choice while a spell or ability resolves.
CHOICES = frozenset({"may_get", "may", "unless"})
WHO = ("you", "target_player", "target_opponent", "each_opponent")
THEN = ("if_you_do", "when_you_do", "when_you_do_targets")
TARGETS = ("one", "up_to_one")
#: What makes an action one of several modes, or only possible if what the card says is true.
IF = ("condition", "mode")
#: Continuous effects, each switched on and off at the table.
EFFECTS = (
    *("nobody_gets", "no_poison", "one_poison_a_turn", "one_more", "one_more_energy"),
    *("one_more_placed", "twice_energy", "twice_placed", "twice_or_half_placed"),
    "target_gets_none",
)
#: Effects that concern poison counters alone.
POISON_ONLY = frozenset({"no_poison", "one_poison_a_turn"})
#: What a player does without the app, and why.
BY_HAND = (
    *("condition", "counters_trigger", "energy_check", "energy_count", "gain_trigger"),
    *("permanents", "proliferates_twice"),
)


class GrammarError(ValueError):
    """A word that the grammar does not have, or one in the wrong place."""


@dataclass(frozen=True)
class Step:
    """
    One instruction: its verb, how much, to whom, and what follows a payment.

    `otherwise` is what happens to who can't pay.
    """

    verb: str
    amount: int | str
    who: str = "you"
    then: str | None = None
    otherwise: "Step | None" = None

    @property
    def choice(self) -> bool:
        return self.verb in CHOICES


@dataclass(frozen=True)
class Action:
    """
    One spell or ability: when, what it costs in energy, what it does.

    `targets` says whether it chooses targets itself, never asked of the card as a whole. `pay` is
    its cost; with `times` that may be paid several times, with `once` the ability is used once in
    a game, with `mana` it is a mana ability. `only` says what the player must see to.
    """

    when: str
    do: tuple[Step, ...] = ()
    pay: int | str | None = None
    targets: str | None = None
    only: str | None = None
    times: bool = False
    once: bool = False
    mana: bool = False

    @property
    def triggered(self) -> bool:
        return self.when not in UNTRIGGERED

    @property
    def choice(self) -> Step | None:
        """What the player decides while it resolves."""
        return next((step for step in self.do if step.choice), None)


def read_actions(raw: object) -> tuple[Action, ...]:
    """A card's actions from their JSON (docs/data.md). Raises GrammarError."""
    return tuple(_action(action) for action in _list(raw))


def _action(raw: object) -> Action:
    given = _object(raw)
    flags = {word: _flag(given.pop(word, False), word) for word in ("times", "once", "mana")}
    action = Action(
        when=_word(given.pop("when", None), WHEN, "when"),
        do=tuple(_step(step) for step in _list(given.pop("do", []))),
        pay=_amount(given.pop("pay"), (X, *EXPRESSIONS)) if "pay" in given else None,
        targets=_word_or_none(given.pop("targets", None), TARGETS, "targets"),
        only=_word_or_none(given.pop("if", None), IF, "if"),
        **flags,
    )
    if given:
        raise GrammarError(f"unknown: {sorted(given)}")
    _check(action)
    return action


def told(action: Action) -> dict[str, object]:
    """The JSON object that an action is read from."""
    fields = {
        "when": action.when, "if": action.only, "targets": action.targets, "pay": action.pay,
        "times": action.times, "once": action.once, "mana": action.mana,
        "do": [_told_step(step) for step in action.do],
    }  # fmt: skip
    return {field: value for field, value in fields.items() if value}


def _told_step(step: Step) -> dict[str, object]:
    other = {"else": [_told_step(step.otherwise)]} if step.otherwise else {}
    who = {"who": step.who} if step.who != "you" else {}
    then = {"then": step.then} if step.then else {}
    return {step.verb: step.amount, **who, **then, **other}


def words_of(value: object, options: tuple[str, ...], field: str) -> tuple[str, ...]:
    """A list of words, each once. Raises GrammarError."""
    words = tuple(_word(word, options, field) for word in _list(value))
    if len(set(words)) < len(words):
        raise GrammarError(f"{field}: {words!r}")
    return words


def _check(action: Action) -> None:
    if (action.pay is None) == (not action.do):
        raise GrammarError("an action either has a cost or does something")
    if action.pay is not None and action.when not in (ACTIVATED, CAST):
        raise GrammarError(f"no cost is paid at {action.when}")
    if not action.pay and (action.times or action.once or action.mana):
        raise GrammarError("no cost, so nothing to pay several times, once or for mana")
    if sum(step.choice for step in action.do) > 1:
        raise GrammarError("two choices in one resolution")


def _step(raw: object) -> Step:
    given = _object(raw)
    verbs = [word for word in given if word in VERBS]
    if len(verbs) != 1:
        raise GrammarError(f"an instruction has one verb: {raw!r}")
    verb = verbs[0]
    if verb in UNCOUNTED and not isinstance(given[verb], str):
        raise GrammarError(f"{verb}: {given[verb]!r}")
    other = _list(given.pop("else", []))
    step = Step(
        verb,
        _amount(given.pop(verb), VERBS[verb]),
        _word(given.pop("who", "you"), WHO, "who"),
        _word_or_none(given.pop("then", None), THEN, "then"),
        _step(other[0]) if other else None,
    )
    if given or len(other) > 1 or (step.then and verb != "may") or (other and verb != "must"):
        raise GrammarError(f"do: {raw!r}")
    return step


def _amount(value: object, words: tuple[str, ...]) -> int | str:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    return _word(value, words, "amount")


def _word(value: object, options: tuple[str, ...], field: str) -> str:
    if not isinstance(value, str) or value not in options:
        raise GrammarError(f"{field}: {value!r}")
    return value


def _word_or_none(value: object, options: tuple[str, ...], field: str) -> str | None:
    return None if value is None else _word(value, options, field)


def _flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise GrammarError(f"{field}: {value!r}")
    return value


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise GrammarError(f"no object: {value!r}")
    return dict(value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise GrammarError(f"no list: {value!r}")
    return value
