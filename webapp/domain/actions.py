"""What a seat may tap for a card: its buttons, and the choices while it resolves."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from webapp.domain.buttons import Button, Deed, Have, Make, Need
from webapp.domain.cards import Card
from webapp.domain.grammar import ANY, EXPRESSIONS, SOME, Action, Step, X

SEAT, NUMBER, RESOLUTION = "$seat", "$number", "$resolution"
CLOSE: Make = {"type": "resolution_close", "resolution": RESOLUTION}
#: Effects whose card names a player when it enters: they are switched on by that.
ON_ENTERING = frozenset({"target_gets_none"})


def buttons(card: Card, have: Have) -> tuple[Button, ...]:
    """All buttons of a card at a seat, in the order of its text; two that are alike are one."""
    found: dict[object, Button] = {}
    for key, action in _keyed(card.actions):
        button = _of_action(key, action, card, have)
        found.setdefault((button.when, button.deeds, button.needs), button)
    return (*found.values(), *_switches(card, have))


def choices(card: Card | None, have: Have, *, chosen: bool = False) -> tuple[Button, ...]:
    """
    What is left to tap while a card of this name resolves, once its button has opened that.

    No card has more than one choice. Whoever can't pay has only the consequence to tap, where the
    card names one (118.12a). After a payment the rest of the card happens: `chosen`. Of a card that
    nobody here knows only the end is left.
    """
    actions = card.actions if card else ()
    step = next((action.choice for action in actions if action.choice), None)
    if chosen or step is None:
        return (Button("done", "resolution", (Deed("done"),), (CLOSE,)),)
    if step.verb == "may_get":
        get = _choice(
            "get",
            replace(_deed(step), word="get"),
            ({**_gain(step), "resolution": RESOLUTION}, CLOSE),
        )
        return (*(() if have.cannot_get else (get,)), _decline(step))
    pay = _payment(step, have)
    return (*(() if step.verb == "unless" and pay.missing else (pay,)), _decline(step))


def _keyed(actions: Sequence[Action]) -> Iterator[tuple[str, Action]]:
    """Each action with its key: when it happens, counted from the second on."""
    times: dict[str, int] = {}
    for action in actions:
        times[action.when] = nth = times.get(action.when, 0) + 1
        yield (action.when if nth == 1 else f"{action.when}-{nth}"), action


def _of_action(key: str, action: Action, card: Card, have: Have) -> Button:
    if action.pay is not None:
        return _cost(key, action, action.pay, have)
    button = Button(key, action.when, _deeds(action), (), only=action.only)
    first = action.do[0]
    if first.verb == "must":
        return _forced(button, first, have)
    if first.verb in ("get", "may_get", "may", "unless"):
        return _resolving(button, action, have)
    needs = tuple(_whom(step) for step in action.do if step.verb != "switch")
    switching = [step for step in action.do if step.verb == "switch"]  # it takes the counters too
    makes = tuple(_about_counters(step, card) for step in switching or action.do)
    return replace(button, needs=tuple(n for need in needs for n in need), makes=makes)


def _cost(key: str, action: Action, pay: int | str, have: Have) -> Button:
    """A cost: it is paid before anything of it happens, so nobody asks for targets."""
    button = Button(key, action.when, (), (), only=action.only)
    if isinstance(pay, int) and not action.times:
        word = "pay_mana" if action.mana else "pay_once" if action.once else "pay"
        missing, deed = max(0, pay - have.energy), Deed(word, pay)
        return replace(button, deeds=(deed,), makes=(_pay(pay),), missing=missing)
    if isinstance(pay, int):
        most = max(1, have.energy // pay)
        return replace(
            button, deeds=(Deed("pay_times", pay),), makes=({**_pay(NUMBER), "times": pay},),
            needs=(Need("number", (), 1, most, "times"),), missing=max(0, pay - have.energy),
        )  # fmt: skip
    deed = Deed("pay_x") if pay == X else Deed("pay_equal", None, pay)
    of = None if pay == X else pay
    needs = (Need("number", (), 0, have.energy, of),)
    return replace(button, deeds=(deed,), makes=(_pay(NUMBER),), needs=needs)


def _forced(button: Button, step: Step, have: Have) -> Button:
    """A payment that whoever can must make: the number is asked, or there is nothing to ask."""
    if step.amount == ANY:
        choose = {"type": "resolution_choose", "resolution": RESOLUTION, "pay": NUMBER}
        needs = (Need("number", (), 0, have.energy),)
        return replace(button, makes=(_open("none"), choose, CLOSE), needs=needs)
    n = int(step.amount)
    can = have.energy >= n
    if can or step.otherwise is None:
        return replace(button, makes=(_pay(n),), missing=max(0, n - have.energy))
    otherwise = () if have.cannot_get else (_gain(step.otherwise),)
    return replace(button, makes=otherwise, blocked=have.cannot_get)


def _resolving(button: Button, action: Action, have: Have) -> Button:
    """Gains, and the one choice, of a spell or ability that resolves."""
    choice = action.choice
    gets = [step for step in action.do if step.verb == "get" and not have.cannot_get]
    numbers = tuple(
        Need("number", of=None if step.amount == X else str(step.amount))
        for step in gets if isinstance(step.amount, str)
    )  # fmt: skip
    gains = tuple(map(_gain, gets))
    if not action.targets and not choice:
        return replace(button, makes=gains, needs=numbers, blocked=have.cannot_get)
    needs = (_aimed(action.targets), *numbers) if action.targets else numbers
    within = tuple({**gain, "resolution": RESOLUTION} for gain in gains)
    least = {"min": 1} if choice and choice.amount == SOME else {}
    opened = {**_open("$targets" if action.targets else "none"), **least}
    ended = () if choice else (CLOSE,)
    makes, nothing = (opened, *within, *ended), not choice and have.cannot_get
    short = _payment(choice, have).missing if choice and choice.verb == "may" else 0
    missing = 0 if any(step.verb == "get" for step in action.do) else short
    return replace(
        button, makes=makes, needs=needs, missing=missing, blocked=nothing, opens=bool(choice)
    )


def _aimed(targets: str) -> Need:
    none = ("none",) if targets == "up_to_one" else ()
    return Need("targets", (*none, "legal", "illegal"))


def _payment(step: Step, have: Have) -> Button:
    """Paying, as the choice of a resolution."""
    pay: int | str = step.amount if isinstance(step.amount, int) else NUMBER
    choose = {"type": "resolution_choose", "resolution": RESOLUTION, "pay": pay}
    makes: tuple[Make, ...] = (choose,) if step.then else (choose, CLOSE)
    least = step.amount if isinstance(step.amount, int) else int(step.amount == SOME)
    of = str(step.amount) if step.amount in EXPRESSIONS else None
    needs = () if pay != NUMBER else (Need("number", (), least, max(least, have.energy), of),)
    deed = Deed("pay", least) if pay != NUMBER else replace(_deed(step), word="pay_amount")
    missing = max(0, least - have.energy)
    return replace(_choice("pay", deed, makes), needs=needs, missing=missing, leads=step.then)


def _decline(step: Step) -> Button:
    refuse = {"type": "resolution_choose", "resolution": RESOLUTION, "pay": None}
    words = {"unless": "unpaid", "may_get": "not_get"}
    return _choice("decline", Deed(words.get(step.verb, "not_pay")), (refuse, CLOSE))


def _choice(key: str, deed: Deed, makes: tuple[Make, ...]) -> Button:
    return Button(key, "resolution", (deed,), makes)


def _deeds(action: Action) -> tuple[Deed, ...]:
    """What an action does, in the catalog's words; last what happens to who can't pay."""
    otherwise = [step.otherwise for step in action.do if step.otherwise]
    or_get = (replace(_deed(step), word=f"or_{step.verb}") for step in otherwise)
    return (*map(_deed, action.do), *or_get)


def _deed(step: Step) -> Deed:
    if isinstance(step.amount, int):
        return Deed(step.verb, step.amount)
    if step.amount in EXPRESSIONS:
        return Deed(f"{step.verb}_equal", None, step.amount)
    who = f"_{step.who}" if step.who != "you" else ""
    return Deed(f"{step.verb}_{step.amount.lower()}{who}")


def _whom(step: Step) -> tuple[Need, ...]:
    """Which players counters are given to or taken from, and of which kinds."""
    if step.who == "you":
        return ()
    who = Need("players" if step.who == "each_opponent" else "player", (step.who,))
    if step.amount == "one_kind":
        return (who, Need("amounts", most=1))
    return (who, Need("amounts", most=step.amount)) if isinstance(step.amount, int) else (who,)


def _about_counters(step: Step, card: Card) -> Make:
    """What becomes of an instruction about counters of any kind."""
    if step.verb == "switch":
        return _switch_on(card, target="$player")
    if step.verb == "double":
        return {"type": "double", "seat": SEAT, "kinds": "$kinds"}
    if step.verb == "lose":
        n = "all" if step.amount == "all" else "$amount"
        each = "kind" if step.amount == "all" else "amount"
        return {"each": each, "type": "lose", "seat": "$player", "kind": "$kind", "n": n}
    each = "event" if step.amount == "each_kind" else "amount"
    return {"each": each, "type": "gain", "seat": "$player", "placer": SEAT}


def _switches(card: Card, have: Have) -> Iterator[Button]:
    if card.effect and card.effect not in ON_ENTERING:
        yield Button("on", "effect", (Deed("on"),), (_switch_on(card),))
    if card.effect and have.on:
        off = {"type": "effect_off", "effect": have.on[-1]}
        yield Button("off", "effect", (Deed("off"),), (off,))


def _switch_on(card: Card, **target: str) -> Make:
    return {"type": "effect_on", "effect": "$effect", "controller": SEAT, **target}


def _open(targets: str) -> Make:
    return {"type": "resolution_open", "resolution": RESOLUTION, "seat": SEAT, "targets": targets}


def _gain(step: Step) -> Make:
    n = step.amount if isinstance(step.amount, int) else NUMBER
    return {"type": "gain", "seat": SEAT, "kind": "energy", "n": n}


def _pay(n: int | str) -> Make:
    return {"type": "pay", "seat": SEAT, "kind": "energy", "n": n}
