"""The wording of events, by code and values: for the record, the tablet's log and the replay."""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from casino.money import Cents
from casino.words import Phrase
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
from rounds.engine.phrases import Wording, lines_of
from rounds.engine.settlement import words as settlement
from rounds.engine.shoe import words as shoe
from rounds.engine.sides import words as sides
from rounds.engine.tournament import words as tournament
from rounds.engine.wagers import words as wagers


class Description(NamedTuple):
    """An event for people: a kind to filter by, its words, its clause, and its amount in cents if it has one."""

    kind: str
    words: Phrase
    clause: str
    amount: Cents | None

    @property
    def detail(self) -> str:
        """The words in the English of the record."""
        return self.words.english


def describe(event: Event) -> Description:
    """The event's description for the record and for screens, which render its words with `casino.translated`."""
    kind, words, amount = _WORDS[type(event)](event)
    return Description(kind, words, event.clause, amount)


def _opened(event: RoundOpened) -> Wording:
    setup = event.setup
    words = Phrase.of(
        "event.round_opened", round=event.round_no, book=setup.book, game=setup.game, decks=setup.decks
    )
    return "round_opened", words, None


def _asked_again(steps: Iterable[str]) -> list[Phrase]:
    return [Phrase.of("event.asked_again", step=step) for step in steps]


def _corrected(event: RecordCorrected) -> Wording:
    first = Phrase.of("event.was_corrected", was=event.was, said=event.said)
    return "corrected", lines_of([first, *event.money, *_asked_again(event.lapsed)]), None


def _reconstructed(event: Reconstructed) -> Wording:
    lines: list[str | Phrase] = [*event.moves, *event.money, *_asked_again(event.lapsed)]
    return "reconstructed", lines_of(lines) if lines else Phrase.of("event.layout_stays"), None


def _former_corrected(event: FormerRoundCorrected) -> Wording:
    first = Phrase.of("event.payment_of_round", round=event.round_no)
    return (
        "former_round_corrected",
        lines_of([first, *(describe(inner).words for inner in event.events)]),
        None,
    )


_WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    RoundOpened: _opened,
    PhaseBegan: lambda e: ("phase", Phrase.of("event.phase", phase=e.phase), None),
    RecordCorrected: _corrected,
    Reconstructed: _reconstructed,
    FormerRoundVoid: lambda e: ("former_round_void", Phrase.of("event.round_void", round=e.round_no), None),
    FormerRoundCorrected: _former_corrected,
    Undone: lambda e: ("undone", Phrase.of("event.undone", tap=e.undone_tap), None),
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
