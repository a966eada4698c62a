"""The wordings that one ruling has had: which of them a text is, whatever its date."""

from webapp.domain.book import name_key

#: An English phrase that all wordings of a ruling have, and no other ruling.
PHRASES = {
    "energy-symbol": "is the energy symbol",
    "energy-kind-of-counter": "are a kind of counter that a player may have",
    "energy-not-mana": "Energy counters aren't mana",
    "energy-may-pay-illegal-targets": "has become an illegal target",
    "energy-get-pay-lose": "can't pay more energy counters than you have",
    "energy-track-totals": "Keep track of how many energy counters",
    "energy-get-illegal-targets": "may require targets",
    "energy-may-pay-once": "multiple times to multiply the effect",
    "energy-if-when-you-do": "reflexive triggered ability",
    "vehicle-crew-while-creature": "even if it's already an artifact creature",
    "vehicle-crew-timing": "the latest you can activate its crew ability",
    "vehicle-copy-not-creature": "becomes a copy of a Vehicle",
    "vehicle-not-entering": "doesn't count as having a creature enter",
    "vehicle-printed-pt": "is printed with a power and toughness",
    "vehicle-overwritten-pt": "overwrites the Vehicle's printed power",
}
_KEYS = {id: name_key(phrase) for id, phrase in PHRASES.items()}


def ruling_said(english: str) -> str | None:
    """The id of the ruling that an English text words, of those that come with the program."""
    key = name_key(english)
    return next((id for id, phrase in _KEYS.items() if phrase in key), None)
