"""Events in words, for the audit log, the tablet's log and the replay."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from casino.money import Cents
from rounds.engine.cards import words as cards
from rounds.engine.corrections import words as corrections
from rounds.engine.decisions import words as decisions
from rounds.engine.events import (
    Event,
    FormerRoundCorrected,
    FormerRoundVoid,
    PhaseBegan,
    Reconstructed,
    RecordCorrected,
    RoundOpened,
    Undone,
)
from rounds.engine.insurance import words as insurance
from rounds.engine.irregularities import words as irregularities
from rounds.engine.permits import words as permits
from rounds.engine.phrases import Said
from rounds.engine.settlement import words as settlement
from rounds.engine.shoe import words as shoe
from rounds.engine.sides import words as sides
from rounds.engine.tournament import words as tournament
from rounds.engine.wagers import words as wagers


class Description(NamedTuple):
    """An event for people: a kind to filter by, a detail, its clause, and its amount in cents if it has one."""

    kind: str
    detail: str
    clause: str
    amount: Cents | None


def describe(event: Event) -> Description:
    """The event as the audit log shows it."""
    kind, detail, amount = _WORDS[type(event)](event)
    return Description(kind, detail, event.clause, amount)


def _opened(event: RoundOpened) -> Said:
    setup = event.setup
    return "round_opened", f"round {event.round_no}, {setup.book} {setup.game}, {setup.decks} packs", None


_WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    RoundOpened: _opened,
    PhaseBegan: lambda e: ("phase", e.phase.replace("_", " "), None),
    RecordCorrected: lambda e: (
        "corrected",
        "; ".join(
            [
                f"it was {e.was}; the record said {e.said}",
                *e.money,
                *(f"asked again: {step}" for step in e.lapsed),
            ]
        ),
        None,
    ),
    Reconstructed: lambda e: (
        "reconstructed",
        "; ".join([*e.moves, *e.money, *(f"asked again: {step}" for step in e.lapsed)])
        or "the layout stays as it is",
        None,
    ),
    FormerRoundVoid: lambda e: (
        "former_round_void",
        f"round {e.round_no} is void, with all its wagers and payments; later rounds are kept",
        None,
    ),
    FormerRoundCorrected: lambda e: (
        "former_round_corrected",
        "; ".join(
            [f"a payment of round {e.round_no} is put right", *(describe(event).detail for event in e.events)]
        ),
        None,
    ),
    Undone: lambda e: ("undone", f"tap {e.undone_tap} taken back", None),
    **wagers.WORDS,
    **permits.WORDS,
    **cards.WORDS,
    **insurance.WORDS,
    **decisions.WORDS,
    **sides.WORDS,
    **settlement.WORDS,
    **irregularities.WORDS,
    **corrections.WORDS,
    **tournament.WORDS,
    **shoe.WORDS,
}
