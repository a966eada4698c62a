"""How the official pages word each ruling: enough to know it by, and to restore what was lost."""

from webapp.domain.versions import PHRASES as PHRASES_IN_ENGLISH

#: A phrase that only this ruling has, in each language the pages are written in.
PHRASES = {
    "en": PHRASES_IN_ENGLISH,
    "de": {
        "energy-symbol": "ist das Energiesymbol",
        "energy-kind-of-counter": "sind eine Art von Marken",
        "energy-not-mana": "Energiemarken sind kein Mana",
        "energy-may-pay-illegal-targets": "zu einem illegalen Ziel geworden ist",
        "energy-get-pay-lose": "nicht mehr Energiemarken bezahlen, als du hast",
        "energy-track-totals": "Halte fest, wie viele Energiemarken",
        "energy-get-illegal-targets": "können Ziele benötigen",
        "energy-may-pay-once": "nicht mehrfach bezahlen, um den Effekt zu vervielfachen",
        "energy-if-when-you-do": "reflexiv ausgelöste Fähigkeit",
    },
    "pt-BR": {
        "energy-symbol": "é o símbolo de energia",
        "energy-kind-of-counter": "são um tipo de marcador",
        "energy-not-mana": "Marcadores de energia não são mana",
        "energy-may-pay-illegal-targets": "se tornou um alvo ilegal",
        "energy-get-pay-lose": "não pode pagar mais marcadores de energia do que possui",
        "energy-track-totals": "Acompanhe quantos marcadores de energia",
        "energy-get-illegal-targets": "podem exigir alvos",
        "energy-may-pay-once": "várias vezes para multiplicar o efeito",
        "energy-if-when-you-do": "habilidade desencadeada reflexiva",
    },
}

#: How often each ruling shows {E}, in every language; the others never do.
SYMBOLS = {
    "energy-symbol": 1,
    "energy-may-pay-illegal-targets": 2,
    "energy-get-pay-lose": 2,
    "energy-get-illegal-targets": 2,
    "energy-may-pay-once": 2,
    "energy-if-when-you-do": 1,
}

#: English rulings without their {E}: the words around each gap, and the same words restored.
GAPS = {
    "energy-symbol": (("is the energy symbol", "{E} is the energy symbol"),),
    "energy-may-pay-illegal-targets": (
        ("some amount of , and", "some amount of {E}, and"),
        ("can't pay any even", "can't pay any {E} even"),
    ),
    "energy-get-pay-lose": (
        ("you get one or more , you", "you get one or more {E}, you"),
        ("To pay one or more , you", "To pay one or more {E}, you"),
    ),
    "energy-get-illegal-targets": (
        ("that give you may", "that give you {E} may"),
        ("get any .", "get any {E}."),
    ),
    "energy-may-pay-once": (
        ("a certain amount of .", "a certain amount of {E}."),
        ("that amount of as", "that amount of {E} as"),
    ),
    "energy-if-when-you-do": (("certain amount of describe", "certain amount of {E} describe"),),
}

#: Slips of the page that are shown corrected: what it says, and what is shown.
SLIPS = {"energy-track-totals": ("writing theme down", "writing them down")}

#: The sentence that the German and the Portuguese page have in English.
DICE = (
    "(At higher levels of tournament play, dice may not be allowed for tracking counters"
    " that players have.)"
)
