"""Every refusal of the house by its code: one module a noun. A code is ``noun.reason``, such as
``wager.below_minimum``; it is part of the record and of the API and does not change. The words may."""

from typing import Final

from casino.words.refusals import (
    alerts,
    approvals,
    cards,
    corrections,
    decisions,
    devices,
    disputes,
    equipment,
    evidence,
    floats,
    hours,
    houses,
    insurance,
    irregularities,
    notation,
    offers,
    opening,
    pages,
    people,
    permits,
    pins,
    places,
    play,
    readers,
    requests,
    rule_books,
    settlement,
    shoe,
    side_bets,
    signers,
    signs,
    staff,
    tables,
    texts,
    tournament_play,
    tournaments,
    typing,
    wagers,
)
from casino.words.text import Catalogue, Words

_MODULES: Final[tuple[Catalogue, ...]] = (
    alerts.WORDS,
    approvals.WORDS,
    cards.WORDS,
    corrections.WORDS,
    decisions.WORDS,
    devices.WORDS,
    disputes.WORDS,
    equipment.WORDS,
    evidence.WORDS,
    floats.WORDS,
    hours.WORDS,
    houses.WORDS,
    insurance.WORDS,
    irregularities.WORDS,
    notation.WORDS,
    offers.WORDS,
    opening.WORDS,
    pages.WORDS,
    people.WORDS,
    permits.WORDS,
    pins.WORDS,
    places.WORDS,
    play.WORDS,
    readers.WORDS,
    requests.WORDS,
    rule_books.WORDS,
    settlement.WORDS,
    shoe.WORDS,
    side_bets.WORDS,
    signers.WORDS,
    signs.WORDS,
    staff.WORDS,
    tables.WORDS,
    texts.WORDS,
    tournament_play.WORDS,
    tournaments.WORDS,
    typing.WORDS,
    wagers.WORDS,
)

REFUSALS: Final[Catalogue] = {code: words for module in _MODULES for code, words in module.items()}


def words_of(code: str) -> Words:
    """The texts of a refusal. Raises KeyError for a code that is not in the catalogue."""
    return REFUSALS[code]
