"""The twelve commonest things that go wrong at a table, by the moment of the round at which each happens, and what is
tapped to report it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wrong:
    """Something that went wrong, and what is tapped for it: its tile in the list, then its values."""

    tile: str
    taps: tuple[str, ...]


def key(*digits: str) -> tuple[str, ...]:
    """A figure on the keys of the screen."""
    return tuple(f"#report [data-key='{digit}'] >> visible=true" for digit in digits)


WAGERS = [Wrong("recorded-amount-3|B|main", key("7", "5"))]
DEAL = [
    Wrong("kind-misplaced", ("[data-card-no='2']", "[data-lies='1']")),
    Wrong("kind-face_up_in_shoe", ("label:has(#v-card-5c)",)),
]
DECISION = [
    Wrong("kind-excess_card", ("label:has(#v-seen-1)", "label:has(#v-card-5c)")),
    Wrong("kind-decision_not_carried_out", ("#report label.option >> nth=0",)),
    Wrong("correct-card", ("label:has(#v-what-2)", "label:has(#v-was-8s)")),
    Wrong("correct-decision", ("label:has(#v-what-1)", "label:has(#v-was-1)")),
]
SETTLEMENT = [
    Wrong("recorded-payment-3.1|B|main|main", key("7", "5")),
    Wrong("player-disputes", ("label:has(#v-who-1)", "label:has(#v-question-2)")),
]
BURN = [Wrong("kind-burnt_by_mistake", ())]
INSURANCE = [
    Wrong("kind-insurance_not_offered", ()),
    Wrong("kind-damaged_card", ("label:has(#v-card-9c)",)),
]
