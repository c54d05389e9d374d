"""The cards that a report names by their number in the round, and where it says they are."""

from casino.cards import Card
from rounds.engine.irregularities.report import Report, place_in
from rounds.engine.redeal.facts import Facts
from rounds.engine.redeal.places import Place, place_words
from rounds.engine.state import State


def lies(facts: Facts, state: State, report: Report) -> dict[int, str]:
    """Where cards are, by their number in the round, read from ``2:4,3:dealer``; ``5:4.2`` names a hand."""
    places: dict[int, str] = {}
    for text in report.values.get("lies", "").split(",") if "lies" in report else ():
        number, _, where = text.partition(":")
        if not place_in(number, len(facts.cards)):
            raise report.wrong("report.no_such_card", card=number, last=len(facts.cards))
        if int(number) in places:
            raise report.wrong("report.card_in_two_places", card=number)
        places[int(number)] = place_words(_place(state, report, where))
    return places


def _place(state: State, report: Report, where: str) -> Place:
    """A place on the layout: the dealer, a box (with or without a wager), or a hand of a box."""
    if where == "dealer":
        return 0, 0
    box, dot, hand = where.partition(".")
    at = place_in(box, len(state.boxes))
    if at and (hand.isdecimal() or not dot):
        # The first hand can be named even on a box without a wager.
        number = place_in(hand, max(len(state.box(at).hands), 1)) if dot else 1
        if number:
            return at, number
        raise report.wrong("report.no_hand_there", box=box, hand=hand)
    raise report.wrong("report.not_a_place", text=where)


def beyond(report: Report) -> tuple[Card, ...]:
    """Cards that left the shoe and are missing from the record, in that order, read from ``6c,Td``."""
    if "extra" not in report:
        return ()
    return tuple(report.card_in(text) for text in report.values["extra"].split(","))


def numbers(facts: Facts, report: Report, name: str, more: int = 0) -> frozenset[int]:
    """Cards by their number in the round; ``more`` cards beyond the record's count as well."""
    numbers = set()
    last = len(facts.cards) + more
    for text in report.values[name].split(","):
        if not place_in(text, last):
            raise report.wrong("report.no_such_card", card=text, last=last)
        if int(text) in numbers:
            raise report.wrong("report.card_twice", card=text)
        numbers.add(int(text))
    return frozenset(numbers)
