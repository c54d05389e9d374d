"""The round dealt again with changes to the record: what must move on the table, which decisions lapse, and who takes
a wager back."""

from collections.abc import Sequence

from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.events import Event, Events, Reconstructed
from rounds.engine.evolve import evolve
from rounds.engine.irregularities import voiding
from rounds.engine.irregularities.events import CardDiscarded, CardHeld
from rounds.engine.irregularities.report import Report, place_in
from rounds.engine.phrases import line
from rounds.engine.redeal.facts import Facts, facts_of
from rounds.engine.redeal.in_card_order import Edit, RebuiltRound, deal_again
from rounds.engine.redeal.money import to_undo
from rounds.engine.redeal.places import move_words, place_words, places_of
from rounds.engine.sides.events import MisfireAnswered, Misfired, PrizeSelected, Rode
from rounds.engine.state import State
from rounds.engine.wagers.events import WagerPlaced

_BESIDE = {
    Rode: "kept.riding",
    PrizeSelected: "kept.prize",
    Misfired: "kept.misfire",
    MisfireAnswered: "kept.misfire_answer",
    WagerPlaced: "kept.wager_on_split",
}
"""By event, the code of words for a choice that is not a decision on a hand; such a decision is named by its
event."""


def facts_to_deal(state: State, report: Report) -> Facts:
    facts = facts_of(state)
    if facts.unruly:
        raise report.wrong("report.cannot_be_dealt_again")
    return facts


def dealt_with(rules: Rules, state: State, report: Report, facts: Facts, edit: Edit) -> RebuiltRound:
    cards = [
        (drawn.card, drawn.place is None or number in edit.discards)
        for number, drawn in enumerate(facts.cards, start=1)
    ]
    unserved = max(0, len(facts.base.held) - len(facts.cards))
    cards += [(held.card, False) for held in state.held[unserved:]]
    cards += [(card, len(cards) + at in edit.discards) for at, card in enumerate(edit.extra, start=1)]
    return deal_again(report.machine, rules, facts, state.results, cards, edit, clause=report.kind.clause)


def rebuilt(
    rules: Rules, state: State, report: Report, again: RebuiltRound, moves: Sequence[str]
) -> Reconstructed:
    clause, keeps = report.kind.clause, report.kind.rest == "hold"
    lasts = True
    if not keeps and rules.rebuilt_rest.value == "next":
        keeps, lasts = True, report.kind.seen_lasts
    rest: Events = [
        CardHeld(card=card, lasts=lasts, clause=report.kind.rest_clause or clause)
        if keeps
        else CardDiscarded(card=card, clause=report.kind.rest_clause or clause)
        for card in again.rest
    ]
    lapsed = tuple(
        line(
            "kept.choice",
            place=place_words((getattr(choice.event, "box", 0), getattr(choice.event, "hand", 0))),
            choice=_choice(choice.event),
        )
        for choice in again.lapsed
    )
    return Reconstructed(
        events=(*again.events, *rest),
        moves=tuple(moves),
        money=to_undo(state, again.state),
        lapsed=lapsed,
        clause=clause,
    )


def _choice(event: Event) -> Phrase | str:
    """A choice that lapsed, in words."""
    code = _BESIDE.get(type(event))
    return Phrase.of(code) if code else type(event).__name__.lower()


def moves_to_make(facts: Facts, again: RebuiltRound, lies: dict[int, str]) -> list[str]:
    """The cards to move, in the order in which they left the shoe: those reported to be elsewhere."""
    now = places_of(again.events)
    moves: list[str] = []
    for number in sorted(lies):
        card = facts.cards[number - 1].card
        belongs = place_words(now[number - 1]) if number <= len(now) else line("kept.beside_shoe")
        if belongs != lies[number]:
            moves.append(move_words(len(moves) + 1, card, lies[number], belongs))
    return moves


def displaced(facts: Facts, again: RebuiltRound, rest: str) -> list[str]:
    """The cards that move, taking the record as where they now are."""
    now = places_of(again.events)
    moves: list[str] = []
    for number, drawn in enumerate(facts.cards, start=1):
        to = now[number - 1] if number <= len(now) else "rest"
        if to != drawn.place:
            belongs = rest if isinstance(to, str) else place_words(to)
            moves.append(move_words(len(moves) + 1, drawn.card, place_words(drawn.place), belongs))
    return moves


def retracted(rules: Rules, state: State, report: Report, rebuilding: Reconstructed) -> Events:
    """The wagers that their players take back before the round is rebuilt (VIC03-9.4), read from ``2:A,4:B``."""
    if "retract" not in report:
        return [rebuilding]
    now = evolve(state, rebuilding)
    voids: Events = []
    for text in report.values["retract"].split(","):
        place, _, player = text.partition(":")
        box = now.box(at) if (at := place_in(place, len(now.boxes))) else None
        if box is None or player not in box.players:
            raise report.wrong("report.no_wager_named", text=text)
        some = voiding.wager(rules, now, box, player, "", report.kind.clause)
        voids += some
        for event in some:
            now = evolve(now, event)
    return [rebuilding, *voids]
