"""What the buttons of a card are called, and what a player sees to by hand, in the catalogs."""

import re

from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString

from webapp.domain.buttons import Button, Deed, Need
from webapp.domain.cards import Card

#: When it happens; an activated ability, an effect and a choice say nothing before what they do.
WHEN = {
    "another_creature_dies": _("another creature dies"),
    "artifact_creature_attacks": _("your artifact creature attacks"),
    "artifact_creatures_combat_damage_to_player": _(
        "your artifact creatures deal combat damage to a player"
    ),
    "artifact_enters": _("your artifact enters"),
    "artifact_or_artificer_enters": _("your artifact or Artificer enters"),
    "attacks": _("attacks"),
    "attacks_or_blocks": _("attacks or blocks"),
    "blocks": _("blocks"),
    "cast": _("while casting"),
    "cast_it": _("you cast it"),
    "cast_spell": _("you cast a spell"),
    "chapter_1_2": _("chapter I or II"),
    "chapter_3": _("chapter III"),
    "combat_begin": _("beginning of combat"),
    "combat_damage_to_creature": _("combat damage to a creature"),
    "combat_damage_to_player": _("combat damage to a player"),
    "creature_attacks": _("your creature attacks"),
    "creature_enters": _("your creature enters"),
    "dies": _("dies"),
    "end_step": _("end step"),
    "enters": _("enters"),
    "enters_or_attacks": _("enters or attacks"),
    "enters_or_dies": _("enters or dies"),
    "equipped_creature_attacks": _("equipped creature attacks"),
    "land_enters": _("your land enters"),
    "lose_life_first_time_each_turn": _("you lose life for the first time in a turn"),
    "main_phase_begin": _("your first main phase"),
    "permanent_you_control_to_graveyard": _("your permanent goes to a graveyard"),
    "self_or_equipped_creature_attacks": _("it or the equipped creature attacks"),
    "spell": _("resolves"),
    "upkeep": _("your upkeep"),
    "you_attack": _("you attack"),
    "you_gain_life": _("you gain life"),
}
DEEDS = {
    "double_each_kind": _("double each kind of counter you have"),
    "done": _("done"),
    "get": _("+%(n)s"),
    "get_equal": _("get %(of)s"),
    "get_x": _("+X"),
    "give_each_kind_target_player": _("one player gets one more counter of each kind they have"),
    "give_one_kind_target_player": _("one player gets one more counter of a kind they have"),
    "lose": _("counters that an opponent loses: up to %(n)s"),
    "lose_all_each_opponent": _("each opponent loses all counters"),
    "lose_all_target_opponent": _("one opponent loses all counters"),
    "may": _("you may pay %(n)s"),
    "may_any": _("you may pay any amount"),
    "may_equal": _("you may pay %(of)s"),
    "may_get": _("you may get %(n)s"),
    "may_one_or_more": _("you may pay one or more"),
    "must": _("pay %(n)s"),
    "must_any": _("pay any amount"),
    "not_get": _("don’t get any"),
    "not_pay": _("don’t pay"),
    "off": _("it is gone"),
    "on": _("it is in force"),
    "or_get": _("+%(n)s"),
    "pay": _("pay %(n)s"),
    "pay_amount": _("pay"),
    "pay_equal": _("pay %(of)s"),
    "pay_mana": _("pay %(n)s for mana"),
    "pay_once": _("pay %(n)s, only once"),
    "pay_times": _("pay %(n)s for each copy"),
    "pay_x": _("pay X"),
    "switch_on_target_opponent": _("they get none while it stays"),
    "unless": _("pay %(n)s, or it happens"),
    "unless_equal": _("pay %(of)s, or it happens"),
    "unpaid": _("don’t pay: it happens"),
}
OF = {
    "artifact_creatures_you_control": _("1 for each artifact creature you control"),
    "creatures_attacking_you": _("1 for each creature attacking you"),
    "creatures_you_control": _("1 for each creature you control"),
    "damage_dealt": _("as much as the damage dealt"),
    "excess_damage": _("as much as the excess damage"),
    "greatest_power_among_creatures_you_control": _(
        "as much as the greatest power among creatures you control"
    ),
    "life_gained": _("as much as the life gained"),
    "mana_spent_on_that_spell": _("as much as the mana spent on that spell"),
    "mana_value_of_exiled_card": _("as much as the exiled card’s mana value"),
    "mana_value_of_target": _("as much as the target’s mana value"),
    "mana_value_of_token": _("as much as the token’s mana value"),
    "nonbasic_lands_of_target_opponent": _("1 for each nonbasic land the target opponent controls"),
    "own_power": _("as much as its power"),
    "times": _("how many copies"),
}
ONLY = {
    "condition": _("Only if what the card asks for is true."),
    "mode": _("Only if you choose this."),
}
THEN = {
    "if_you_do": _("It happens at once: nobody can respond after the payment."),
    "when_you_do": _("A new ability triggers: put it on the stack. Players may respond."),
    "when_you_do_targets": _(
        "A new ability triggers: choose targets and put it on the stack. Players may respond."
    ),
}
TARGETS = {
    "none": _("No target was chosen"),
    "legal": _("Still legal"),
    "illegal": _("None is legal any more"),
}
BY_HAND = {
    "condition": _("Only while what the card asks for is true."),
    "counters_trigger": _("It triggers when you put counters somewhere: do what it says."),
    "energy_check": _("It looks at your energy when it attacks: read the number."),
    "energy_count": _("It counts your energy: read the number."),
    "gain_trigger": _("It triggers each time you get energy: do what it says."),
    "permanents": _("What it does to counters on permanents isn’t kept here."),
    "proliferates_twice": _("When you would proliferate, do it twice."),
}
ASKED = {
    "targets": _("Are its targets still legal?"),
    "missing": _("%(n)s missing"),
    "blocked": _("can’t get any"),
    "how-much": _("How much energy?"),
}
NAMED = _("%(when)s: %(what)s")
THEREUPON = _("%(first)s, then %(next)s")
OR_ELSE = _("%(first)s; if you can’t, %(next)s")


def button_words(button: Button) -> str:
    """What a button says: when, and what it does."""
    what = deed_words(button.deeds[0])
    for deed in button.deeds[1:]:
        join = OR_ELSE if deed.word.startswith("or_") else THEREUPON
        what = str(join) % {"first": what, "next": deed_words(deed)}
    when = WHEN.get(button.when)
    return str(NAMED) % {"when": when, "what": what} if when else what


def deed_words(deed: Deed) -> str:
    return str(DEEDS[deed.word]) % {"n": deed.n, "of": OF.get(deed.of or "")}


def need_words(need: Need) -> str:
    """What a number that is asked for stands for."""
    return str(OF.get(need.of or "", ASKED["how-much"]))


def phone_words() -> dict[str, str]:
    """The same for a phone, which fills in {n}, {of} and the like."""
    lists = {
        "when": WHEN, "deed": DEEDS, "of": OF, "only": ONLY, "then": THEN, "targets": TARGETS,
        "by-hand": BY_HAND, "asked": ASKED,
        "join": {"named": NAMED, "thereupon": THEREUPON, "or-else": OR_ELSE},
    }  # fmt: skip
    words = {f"{name}.{key}": str(text) for name, of in lists.items() for key, text in of.items()}
    return {key: re.sub(r"%\((\w+)\)s", r"{\1}", text) for key, text in words.items()}


def by_hand_words(card: Card) -> list[LazyString]:
    """What the player of a card does without the app."""
    return [BY_HAND[reason] for reason in card.by_hand]
